// Checks the builder in a real Chromium, in both homes: as `muster serve` serves
// it, and as the site that `muster site` writes.
//
//   node check.mjs serve http://127.0.0.1:PORT/ [folder for pictures]
//   node check.mjs site  http://127.0.0.1:PORT/ [folder for pictures]
//
// It prints a line for each thing that holds and ends with 1 at the first that
// does not.
import { chromium } from 'playwright-core';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [home, base, pictures] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
let held = 0;
const holds = (what, ok, more = '') => {
  if (!ok) throw new Error(`${what}${more && ': ' + more}`);
  held++;
  console.log('ok', what);
};
const status = (page) => page.getByRole('status').first().innerText();
const says = async (page, text) => {
  await page.waitForFunction((t) => document.querySelector('[role=status]')?.innerText.includes(t), text, { timeout: 20000 })
    .catch(async () => { throw new Error(`the status reads "${await status(page)}", should have "${text}"`); });
};
const button = (page, name) => page.getByRole('button', { name, exact: true }).first();
const picture = async (page, name) => { if (pictures) await page.screenshot({ path: `${pictures}/${home}-${name}.png`, fullPage: false }); };

// accessible checks a page with axe-core, light and dark, and that it needs no
// sideways scrolling at 360 pixels.
async function accessible(page, name) {
  const size = page.viewportSize();
  for (const scheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: scheme });
    const found = await page.evaluate(async (source) => {
      if (!window.axe) new Function(source)();
      return (await window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })).violations
        .map((v) => `${v.id} at ${v.nodes.map((n) => n.target.join(' ')).slice(0, 3).join(', ')}`);
    }, axe).catch((e) => [String(e)]);
    holds(`${name}: axe-core finds nothing, ${scheme}`, found.length === 0, found.join('; '));
    await picture(page, `${name}-${scheme}-${size.width}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 360, height: 740 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  holds(`${name}: no sideways scrolling at 360 pixels`, wide <= 0, `${wide} pixels too wide`);
  await picture(page, `${name}-360`);
  await page.setViewportSize(size);
}

try {
  // A page's policy forbids to evaluate text; only these checks need to.
  const context = await browser.newContext({ bypassCSP: true, viewport: { width: 1280, height: 900 }, acceptDownloads: true });
  const page = await context.newPage();
  page.on('pageerror', (e) => { console.error('page error', e.message); process.exitCode = 1; });
  let began = Date.now();
  await page.goto(base);
  await page.getByRole('heading', { level: 1, name: 'My lists' }).waitFor({ timeout: 60000 });
  console.log(`   first visit: ${Date.now() - began} ms to the lists`);
  await accessible(page, 'start');

  // A new player's way.
  await button(page, 'New list').click();
  await page.getByRole('heading', { level: 1, name: 'New list' }).waitFor();
  await accessible(page, 'new');
  await page.getByLabel('Army').selectOption({ label: 'Steel Wardens' });
  await page.getByLabel('Name').fill('Browser Army');
  await page.getByLabel('Agreed points').fill('2000');
  await button(page, 'Begin').click();
  await says(page, '0 of 2000 points, legal');
  for (const unit of ['Captain', 'Line Squad', 'Line Squad', 'Gate Militia', 'Breachers', 'Far-Sights', 'Mule', 'Trail Riders', 'Tower Hounds', 'Bastion APC']) {
    const before = await status(page);
    await button(page, `Add ${unit}`).click();
    await page.waitForFunction((b) => document.querySelector('[role=status]').innerText !== b, before);
  }
  await says(page, 'points');
  const ten = await status(page);
  holds('ten units are added', /^\d+ of 2000 points/.test(ten), ten);

  // Upgrades, and how long a click takes until the new points stand there.
  await page.locator('#row-line-squad a.unit-name').click();
  await page.getByText('Replace up to two Rifles').waitFor();
  const more = page.locator('#more-heavy-rifle'), less = page.locator('#less-heavy-rifle');
  await more.click();
  await less.waitFor();
  holds('an upgrade is chosen', (await status(page)) !== ten);
  await accessible(page, 'build');

  // What a rule says, on tap.
  await page.locator('#row-breachers a.unit-name').click();
  await page.getByRole('link', { name: 'Tower Shield' }).first().click();
  await page.getByRole('dialog', { name: 'Tower Shield' }).waitFor();
  await accessible(page, 'rule');
  await button(page, 'Close').click();
  holds('a rule is explained on tap', await page.getByRole('dialog').count() === 0);

  // A hero joins, a unit rides, a finding is seen and mended.
  const look = async (id, name) => {
    await page.locator(`#row-${id} a.unit-name`).click();
    await page.locator('#h-unit', { hasText: name }).waitFor();
  };
  await look('captain', 'Captain');
  await page.getByLabel('Joins').selectOption('line-squad');
  await page.locator('#row-captain', { hasText: 'with' }).waitFor();
  holds('a hero joins a unit', true);
  await look('breachers', 'Breachers');
  await page.getByLabel('Rides in').selectOption('apc');
  await page.locator('#row-breachers', { hasText: 'in apc' }).waitFor();
  holds('a unit rides in a transport', true);
  for (let i = 0; i < 3; i++) {
    const before = await status(page);
    await button(page, 'Add Line Squad').click();
    await page.waitForFunction((b) => document.querySelector('[role=status]').innerText !== b, before);
  }
  await says(page, 'not legal');
  await page.getByRole('link', { name: 'muster' }).first().click();
  await page.getByRole('link', { name: 'Browser Army' }).click();
  await page.locator('#unit button[value^=fix]').first().waitFor();
  for (let i = 0; i < 6 && (await status(page)).includes('not legal'); i++) {
    const before = await status(page);
    await page.locator('#unit button[value^=fix]').first().click();
    await page.waitForFunction((b) => document.querySelector('[role=status]').innerText !== b, before);
    await page.waitForFunction(() => !document.querySelector('a[data-more]'));
  }
  await says(page, ', legal');
  holds('findings are mended with their buttons', true);
  await button(page, 'Undo').click();
  await says(page, 'not legal');
  await button(page, 'Redo').click();
  await says(page, ', legal');
  holds('a change is undone and done again', true);
  const points = await status(page);

  // Odds, paper, share, play.
  await page.getByRole('link', { name: 'Odds' }).click();
  await page.getByRole('heading', { level: 1, name: 'Odds of Browser Army' }).waitFor();
  await page.locator('svg.chart').first().waitFor();
  await accessible(page, 'odds');
  await page.getByRole('link', { name: 'Paper' }).click();
  await page.getByRole('heading', { level: 1, name: 'Browser Army on paper' }).waitFor();
  await accessible(page, 'paper');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Pdf', exact: true }).click()]);
  const pdf = readFileSync(await download.path());
  holds('the sheet is downloaded', pdf.subarray(0, 5).toString() === '%PDF-', pdf.subarray(0, 20).toString());
  await page.getByRole('link', { name: 'Build' }).click();
  await button(page, 'Share').click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await accessible(page, 'share');
  if (process.env.MUSTER) { // the command line says and prints the same of the file that the page saves
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'muster file' }).click()]);
    const folder = mkdtempSync(join(tmpdir(), 'muster-check-')), file = join(folder, 'browser-army.yaml');
    await saved.saveAs(file);
    execFileSync(process.env.MUSTER, ['export', file, '-o', join(folder, 'sheet.pdf')]);
    holds('the sheet is the same to the byte as the command line makes', pdf.equals(readFileSync(join(folder, 'sheet.pdf'))));
    const [checked] = JSON.parse(execFileSync(process.env.MUSTER, ['check', file, '--json'])).lists;
    holds('check says the same of it', points === `${checked.points} of ${checked.limit} points, ${checked.legal ? 'legal' : 'not legal'}`, points);
    rmSync(folder, { recursive: true });
  } else console.log('   without MUSTER=PROGRAM nothing is compared with the command line');
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await says(other, points.split(',')[0]);
  holds('a shared link opens in a fresh profile with the same points', (await status(other)) === points, `${await status(other)} for ${points}`);
  await other.goto(base);
  await other.getByRole('heading', { level: 1, name: 'My lists' }).waitFor({ timeout: 60000 });
  const theirs = () => other.locator('main a.unit-name', { hasText: 'Browser Army' }).count();
  const had = await theirs();
  await other.goto(link);
  await button(other, 'Keep it').click();
  await other.getByRole('heading', { level: 1, name: 'Browser Army' }).waitFor();
  await other.getByRole('link', { name: 'muster', exact: true }).click();
  await other.getByRole('heading', { level: 1, name: 'My lists' }).waitFor();
  holds('it is kept when that is pressed, and not before', had === (home === 'serve' ? 1 : 0) && await theirs() === had + 1);
  if (home === 'serve') { // where the copy would be in the way
    await other.locator('a.unit-name[href$="browser-army-2"]').click();
    await other.locator('#itself summary').click();
    await button(other, 'Delete this list').click();
    await other.getByRole('heading', { level: 1, name: 'My lists' }).waitFor();
  }
  holds('a page has one body', await page.evaluate(() => document.querySelectorAll('body').length) === 1);
  await page.getByRole('link', { name: 'Build' }).click();
  await button(page, 'Play').click();
  await button(page, 'Next round').click();
  await page.getByRole('heading', { level: 1, name: 'Browser Army, round 2' }).waitFor();
  await accessible(page, 'play');

  // By keyboard alone: a list, a unit, an upgrade, taken back, shared.
  await page.goto(base);
  await page.getByRole('heading', { level: 1, name: 'My lists' }).waitFor({ timeout: 60000 });
  await page.keyboard.press('Tab');
  holds('the first key leads past the heading', (await page.evaluate(() => document.activeElement.className)) === 'skip');
  const press = async (name, key = 'Enter') => { // goes on to the control of a name and presses a key there
    for (let i = 0; i < 200; i++) {
      const at = await page.evaluate(() => { const e = document.activeElement; return (e.getAttribute('aria-label') || (e.labels && e.labels[0] && e.labels[0].innerText) || e.innerText || '').trim(); });
      if (at.split('\n')[0].trim() === name) return page.keyboard.press(key);
      await page.keyboard.press('Tab');
    }
    throw new Error(`no key leads to ${name}`);
  };
  await press('New list');
  await page.getByRole('heading', { level: 1, name: 'New list' }).waitFor();
  await press('Army', 'S'); // for Steel Wardens
  await press('Name', 'K');
  await press('Begin');
  await page.getByRole('heading', { level: 1, name: 'K' }).waitFor();
  await press('Add Line Squad');
  await says(page, '210 points');
  await press('Take Heavy Rifle, +5');
  await says(page, '215 points');
  await press('Move Line Squad down').catch(() => {}); // which is disabled: there is one unit
  await press('Undo');
  await says(page, '210 points');
  await press('Share');
  await page.getByRole('heading', { level: 1, name: 'Share K' }).waitFor();
  holds('a list is built by keyboard alone', true);

  // The other game and the pages that are left.
  await page.goto(base);
  await button(page, 'Try Outpost Seven').click();
  await says(page, 'points');
  await page.locator('a.unit-name', { hasText: 'The Tidewatch' }).click();
  await page.getByText('What it costs, and why').waitFor();
  await accessible(page, 'figures');
  for (const [link, heading] of [['Odds', 'Odds of Outpost Seven'], ['Paper', 'Outpost Seven on paper']]) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }
  await page.getByRole('link', { name: 'muster', exact: true }).click();
  for (const [link, name] of [['Army books', 'books'], ['open them here', 'open']]) {
    await page.getByRole('link', { name: link }).click();
    await page.getByRole('link', { name: link }).waitFor({ state: name === 'open' ? 'detached' : 'visible' });
    await accessible(page, name);
  }
  await page.getByLabel('Text that Army Forge shares').fill('nonsense');
  await button(page, 'Open the text').click();
  await page.getByRole('alert').filter({ hasText: 'nothing' }).or(page.locator('#problem:not(:empty)')).first().waitFor();
  holds('what is refused leaves the page and its text', await page.getByLabel('Text that Army Forge shares').inputValue() === 'nonsense' && page.url().endsWith('/open'));
  await accessible(page, 'refused');
  await page.goto(base + (home === 'serve' ? '' : '?/') + 'nowhere');
  await page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor({ timeout: 60000 });
  await accessible(page, 'problem');

  // A page of another origin reads nothing and changes nothing.
  const lists = async () => {
    await page.goto(base);
    await page.getByRole('heading', { level: 1, name: 'My lists' }).waitFor({ timeout: 60000 });
    return page.locator('main ul').first().innerText();
  };
  const before = await lists();
  const list = home === 'serve' ? 'lists/browser-army' : '?/lists/browser-army';
  const hostile = createServer((request, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Another origin</h1>')).listen(0, '127.0.0.1');
  // Their page and the frames in it have the policies that they were sent with.
  const theirContext = await browser.newContext();
  const tab = await theirContext.newPage();
  for (const host of ['127.0.0.1', 'localhost']) {
    await tab.goto(`http://${host}:${hostile.address().port}/`);
    const read = await tab.evaluate(async ([base, list]) => {
      const read = [];
      const form = new URLSearchParams({ verb: 'remove captain', back: '/' });
      for (const path of ['', 'api/lists', list]) {
        await fetch(base + path, { credentials: 'include' }).then((a) => a.text()).then((t) => read.push(t), () => {});
        await fetch(base + path, { mode: 'no-cors' }).then((a) => a.text()).then((t) => t && read.push(t), () => {});
      }
      for (const path of ['lists/browser-army/do', 'lists/browser-army/delete']) await fetch(base + path, { method: 'POST', mode: 'no-cors', body: form }).catch(() => {});
      const frame = document.createElement('iframe');
      frame.name = 'theirs';
      frame.src = base + list;
      document.body.append(frame);
      await new Promise((done) => { frame.onload = done; setTimeout(done, 3000); });
      try { read.push(frame.contentDocument.body.innerText); } catch { /* as it should be */ }
      const send = Object.assign(document.createElement('form'), { method: 'post', action: base + 'lists/browser-army/delete', target: 'theirs' });
      document.body.append(send);
      send.submit();
      await new Promise((done) => setTimeout(done, 500));
      const kept = await indexedDB.databases();
      return read.concat(kept.map((d) => d.name));
    }, [base, list]);
    holds(`a page of ${host}, another origin, reads nothing`, read.filter(Boolean).length === 0, read.join('; ').slice(0, 300));
  }
  await theirContext.close();
  hostile.close();
  const after = await lists();
  await page.goto(base + list);
  await says(page, points);
  holds('and changes nothing', before === after && before.includes('Browser Army'), after);

  // Memory over many edits; the first ones fill what can be undone.
  const edits = +(process.env.EDITS || 0);
  if (edits) {
    await page.locator('#row-line-squad a.unit-name').click();
    await less.or(more).first().waitFor();
    const used = async () => {
      const session = await context.newCDPSession(page);
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return usedSize + (home === 'site' ? await page.workers()[0].evaluate(() => go._inst.exports.mem.buffer.byteLength) : 0);
    };
    const edit = async (n) => {
      for (let i = 0; i < n; i++) {
        await page.evaluate((which) => new Promise((done) => {
          const was = document.getElementById('status').textContent;
          const look = new MutationObserver(() => { if (document.getElementById('status').textContent !== was) { look.disconnect(); done(); } });
          look.observe(document.body, { subtree: true, childList: true, characterData: true });
          (document.getElementById('less-heavy-rifle') || document.getElementById('more-heavy-rifle')).click();
        }));
      }
    };
    await edit(Math.min(200, edits / 2));
    const first = await used();
    await edit(edits);
    const grown = (await used() - first) / 1e6;
    holds(`memory stays flat over ${edits} edits`, grown < 8, `${grown.toFixed(1)} MB more`);
    console.log(`   ${(first / 1e6).toFixed(1)} MB before, ${grown.toFixed(1)} MB more after`);
    if ((await status(page)) !== points) await page.locator('#less-heavy-rifle, #more-heavy-rifle').first().click();
    await says(page, points);
  }

  if (home === 'site') {
    await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
    await page.waitForFunction(async () => (await caches.keys()).length > 0 && (await (await caches.open((await caches.keys())[0])).keys()).length > 8, null, { timeout: 60000 });
    await context.setOffline(true);
    began = Date.now();
    await page.reload();
    await page.getByRole('link', { name: 'Browser Army' }).click({ timeout: 60000 });
    await says(page, points);
    console.log(`   a later visit, without a network: ${Date.now() - began} ms to the list`);
    holds('it works without a network after the first visit', true);
  }
  console.log(`${held} passed, 0 failed`);
} catch (problem) {
  console.error('not ok', problem.message);
  for (const c of browser.contexts()) for (const p of c.pages()) console.error((await p.locator('body').innerText().catch(() => '')).slice(0, 1500));
  console.log(`${held} passed, 1 failed`);
  process.exitCode = 1;
}
await browser.close();
