// Measures the builder in a real Chromium: the first visit, clicks, taps at the table
// with a list on both sides, changes of a unit without a list, a later visit.
//
//   node speed.mjs serve|site http://127.0.0.1:PORT/ [rounds] [clicks] [--phone [--workers]]
//
// With --phone, a phone's screen, a network of 1.6 Mbit/s, and pages slowed four times by
// Chromium, which cannot slow their workers; with --workers, those too (phone.mjs).
// With PID, that of the program that serves the pages, also its CPU time for a tap.
// Every round is a fresh profile that sees the example of twelve units; a later
// visit is a new start of the browser, in a site without a network. Times are in
// milliseconds: the median, and where there are many the 95th percentile.
import { chromium } from 'playwright-core';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { slowNetwork, slowProcessor } from './phone.mjs';

const phone = process.argv.includes('--phone'), workers = process.argv.includes('--workers');
const [home, address, rounds = '3', clicks = '60'] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const base = phone ? await slowNetwork(address) : address;
const options = {
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  viewport: phone ? { width: 360, height: 740 } : { width: 1280, height: 900 }, hasTouch: phone, isMobile: phone,
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
};
const figures = { start: [], list: [], clicks: [], taps: [], designs: [], served: [], page: [], later: [], program: [] };
// start starts the browser with a profile and returns it, its page, and what ends the slowness.
async function start(profile) {
  const context = await chromium.launchPersistentContext(profile, options), page = context.pages()[0];
  if (phone && !workers) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return [context, page, phone && workers ? slowProcessor(profile) : () => {}];
}
const at = (all, share) => [...all].sort((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))]?.toFixed(0) ?? '-';
const points = (page) => page.getByRole('status').filter({ hasText: 'of 2000 points' }).waitFor({ timeout: 60000 });

// click clicks and waits in the page until another text stands at a place: the new points.
const click = (page, id, place = '#status') => page.evaluate(([id, place]) => new Promise((done) => {
  const was = document.querySelector(place).textContent, began = performance.now();
  const look = new MutationObserver(() => {
    if (document.querySelector(place).textContent === was) return;
    look.disconnect();
    done(performance.now() - began);
  });
  look.observe(document.body, { subtree: true, childList: true, characterData: true });
  document.getElementById(id).click();
}), [id, place]);

// atTheTable plays Third Company against Spring Tide: what taps take, and the CPU time of
// one in the program that serves the pages and in the page, in milliseconds.
async function atTheTable(page, address) {
  const go = (path) => page.goto(address(path)), ready = () => page.waitForFunction(() => !document.body.hasAttribute('aria-busy'));
  await go('/');
  await page.getByRole('button', { name: 'Try Spring Tide' }).click();
  await points(page);
  await go('/lists/third-company/play/foe');
  await page.getByLabel('Or a list of mine').selectOption('spring-tide');
  await page.getByRole('button', { name: 'That is the opponent' }).click();
  await page.locator('#their-shoal-wound').waitFor({ state: 'attached' });
  await ready();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async () => (await session.send('Performance.getMetrics')).metrics.find((m) => m.name === 'ThreadTime').value * 1000;
  const served = () => process.env.PID ? readFileSync(`/proc/${process.env.PID}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13).reduce((sum, n) => sum + +n * 10, 0) : 0;
  const before = [served(), await busy()];
  for (let i = 0; i < +clicks; i++) {
    figures.taps.push(await click(page, 'unit-squad-1-' + (i % 2 ? 'heal' : 'wound'), '#unit-squad-1-wound .left'));
    await ready(); // as a person does
  }
  figures.served.push((served() - before[0]) / clicks);
  figures.page.push((await busy() - before[1]) / clicks);
}

// designing changes a unit without a list, and waits for its new price, and what it does and lasts.
async function designing(page, address) {
  for (const [kind, field, values] of [['infantry', 'quality', ['elite', 'regular']], ['infantry', 'figures', ['12', '9']], ['vehicle', 'armour.front', ['11', '4']], ['psionic', 'armour', ['heavy', 'light']]]) {
    await page.goto(address('/fad?kind=' + kind));
    await page.locator(`[name="${field}"]`).waitFor();
    for (let i = 0; i < +clicks / 4; i++) {
      figures.designs.push(await page.evaluate(([field, value]) => new Promise((done) => {
        const price = () => document.querySelector('#price').textContent, was = price(), began = performance.now();
        const look = new MutationObserver(() => {
          if (price() === was) return;
          look.disconnect();
          done(performance.now() - began);
        });
        look.observe(document.body, { subtree: true, childList: true, characterData: true });
        const control = document.querySelector(`[name="${field}"]`);
        control.value = value;
        control.dispatchEvent(new Event('change', { bubbles: true }));
      }), [field, values[i % 2]]));
      await page.waitForFunction(() => !document.body.hasAttribute('aria-busy'));
    }
  }
}

for (let round = 0; round < +rounds; round++) {
  const profile = mkdtempSync(join(tmpdir(), 'muster-speed-'));
  let [context, page, atFullSpeed] = await start(profile), began = performance.now();
  await page.goto(base);
  const example = page.getByRole('button', { name: 'Try Third Company' });
  await example.waitFor({ timeout: 60000 });
  figures.start.push(performance.now() - began);
  await example.click();
  await points(page);
  figures.list.push(performance.now() - began);
  await page.locator('#list a[data-part=squad-1]').first().click();
  const [less, more] = ['less-heavy-rifle', 'more-heavy-rifle'];
  await page.locator(`#${less}`).waitFor();
  const before = process.env.MEMORY && await memory(page);
  for (let i = 0; i < +clicks; i++) figures.clicks.push(await click(page, i % 2 ? more : less));
  if (before) console.log(`memory: ${before} before, ${await memory(page)} after`);
  const list = page.url();
  await atTheTable(page, (path) => base.replace(/\/$/, '') + (home === 'site' ? '/?' : '') + path);
  await designing(page, (path) => base.replace(/\/$/, '') + (home === 'site' ? '/?' : '') + path);
  if (home === 'site') console.log('first start: ' + await marks(page));
  if (home === 'site') {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForTimeout(2500); // the browser keeps compiled code when it has nothing else to do
  }
  await context.close();
  atFullSpeed();
  [context, page, atFullSpeed] = await start(profile);
  if (home === 'site') await context.setOffline(true);
  await page.goto('about:blank');
  began = performance.now();
  await page.goto(list);
  await points(page);
  figures.later.push(performance.now() - began);
  await page.waitForFunction(() => !document.body.hasAttribute('aria-busy'));
  await page.waitForSelector('#' + less);
  await click(page, less);
  figures.program.push(performance.now() - began);
  if (home === 'site') console.log('later start: ' + await marks(page));
  atFullSpeed();
  await context.close();
  rmSync(profile, { recursive: true, force: true });
}

// marks says when the program was compiled and when it was first asked, of the worker's time.
function marks(page) {
  return page.workers()[0].evaluate(() => performance.getEntriesByType('mark').slice(0, 2).map((m) => `${m.name} ${m.startTime.toFixed(0)}`).join(', '));
}

async function memory(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const program = page.workers()[0] && await page.workers()[0].evaluate(() => go._inst.exports.mem.buffer.byteLength);
  return `${(usedSize / 1e6).toFixed(1)} MB in the page` + (program ? `, ${(program / 1e6).toFixed(1)} MB in the program` : '');
}

console.log(`${home}, ${rounds} rounds, ${figures.clicks.length} clicks`);
console.log(`first visit: ${at(figures.start, 0.5)} to the start page, ${at(figures.list, 0.5)} to a list`);
console.log(`click to new points: ${at(figures.clicks, 0.5)}, 95th percentile ${at(figures.clicks, 0.95)}`);
console.log(`tap at the table to its answer: ${at(figures.taps, 0.5)}, 95th percentile ${at(figures.taps, 0.95)}; CPU a tap: ${process.env.PID ? at(figures.served, 0.5) + ' in the program, ' : ''}${at(figures.page, 0.5)} in the page`);
console.log(`change of a unit without a list to its price: ${at(figures.designs, 0.5)}, 95th percentile ${at(figures.designs, 0.95)}`);
console.log(`later visit${home === 'site' ? ', offline' : ''}: ${at(figures.later, 0.5)} to the list, ${at(figures.program, 0.5)} until a click is answered`);
