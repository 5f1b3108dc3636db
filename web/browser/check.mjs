// Checks the builder in a real Chromium, in both homes: as `muster serve` serves
// it, and as the site that `muster site` writes.
//
//   node check.mjs serve http://127.0.0.1:PORT/ [folder for pictures]
//   node check.mjs site  http://127.0.0.1:PORT/ [folder for pictures]
//
// It prints a line for each thing that holds and ends with 1 at the first that
// does not.
import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

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
  const times = [];
  const more = page.locator('#more-heavy-rifle'), less = page.locator('#less-heavy-rifle');
  for (let i = 0; i < 40; i++) {
    const times1 = await page.evaluate((id) => new Promise((resolve) => {
      const status = document.querySelector('[role=status]'), before = status.innerText, began = performance.now();
      new MutationObserver((_, o) => {
        const now = document.querySelector('[role=status]').innerText;
        if (now !== before) { o.disconnect(); resolve(performance.now() - began); }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
      document.getElementById(id).click();
    }), i % 2 ? 'less-heavy-rifle' : 'more-heavy-rifle');
    times.push(times1);
  }
  times.sort((a, b) => a - b);
  console.log(`   click to new points: median ${times[20].toFixed(0)} ms, 95th percentile ${times[37].toFixed(0)} ms`);
  await more.click();
  await less.waitFor();
  holds('an upgrade is chosen', (await status(page)) !== ten);
  await accessible(page, 'build');

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
  await page.locator('#unit form button').first().waitFor();
  for (let i = 0; i < 6 && (await status(page)).includes('not legal'); i++) {
    const before = await status(page);
    await page.locator('#unit form button').first().click();
    await page.waitForFunction((b) => document.querySelector('[role=status]').innerText !== b, before);
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
  if (process.env.EXPORTED) holds('it is the same to the byte as the command line makes', pdf.equals(readFileSync(process.env.EXPORTED)));
  await page.getByRole('link', { name: 'Build' }).click();
  await button(page, 'Share').click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await accessible(page, 'share');
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await says(other, points.split(',')[0]);
  holds('a shared link opens in a fresh profile with the same points', (await status(other)) === points, `${await status(other)} for ${points}`);
  await page.getByRole('link', { name: 'Build' }).click();
  await button(page, 'Play').click();
  await button(page, 'Next round').click();
  await page.getByRole('heading', { level: 1, name: 'Browser Army, round 2' }).waitFor();
  await accessible(page, 'play');

  // By keyboard alone: the first thing is a way past the heading.
  await page.goto(base);
  await page.getByRole('heading', { level: 1, name: 'My lists' }).waitFor({ timeout: 60000 });
  await page.keyboard.press('Tab');
  holds('the first key leads past the heading', (await page.evaluate(() => document.activeElement.className)) === 'skip');

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
