// Counts what a player taps on a phone, in both homes, and ends with 1 if it is more
// than it may be. Choosing files, ticking and filling in a field count as one each.
//
//   node taps.mjs serve=http://127.0.0.1:PORT/ site=http://127.0.0.1:PORT/
//
// BOOKS names the files of army books that are at hand, with commas between.
import { chromium } from 'playwright-core';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { twoThousand } from './company.mjs';
import { Home } from './page.mjs';

const { CHROMIUM: executablePath = '/usr/bin/chromium', BOOKS } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'muster-taps-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
const books = BOOKS ? BOOKS.split(',') : ['Reed Wardens', 'Salt Guild'].map((name) => {
  const id = name.toLowerCase().replace(' ', '-'), file = join(folder, id + '.yaml');
  const units = ['Hands', 'Shields', 'Marksmen', 'Runners', 'Oars'].map((unit, i) => `  - {id: ${unit.toLowerCase()}, name: ${name} ${unit}, size: 5, cost: ${115 + 15 * i}, quality: 4, defense: 4, weapons: [{name: Rifle, count: 5, range: 24, attacks: 1}]}`)
    .concat(`  - {id: warden, name: Warden, size: 1, cost: 120, quality: 3, defense: 3, rules: [Hero, Tough(3)], weapons: [{name: Blade, attacks: 3}]}`);
  writeFileSync(file, `muster: book/1\nid: ${id}\nsystem: gf-3\nname: ${name}\nversion: '1.0'\nunits:\n${units.join('\n')}\n`);
  return file;
});
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

// A Thumb is a player with a phone, who counts.
class Thumb {
  constructor(visit) { Object.assign(this, { visit, page: visit.page, taps: 0 }); }
  async tap(what) {
    this.taps++;
    await (typeof what === 'string' ? this.visit.button(what) : what).tap();
    await this.visit.settled();
  }
  async choose(label, files) {
    this.taps += 2; // the field, and the files in the system's window
    await this.page.getByLabel(label).setInputFiles(files);
    await this.page.getByText('is among your army books now').first().waitFor();
    await this.visit.settled();
  }
}

// fiveHundred is a legal list of 500 points, from nothing but two files of books.
async function fiveHundred(thumb) {
  const { page, visit } = thumb;
  await thumb.tap('New list');
  await thumb.choose('Files of books and lists', books);
  await thumb.tap('500');
  const most = 0.35 * 500; // of the points, which a unit may have
  let left = 500;
  for (const hero of [false, false, true]) { // two units may stand by themselves, and a hero in one of them
    const offers = await page.locator('#book [data-offer]').evaluateAll((all) => all.map((row) => [row.dataset.offer, +row.querySelector('.fig').innerText, /\bHero\b/.test(row.innerText)]));
    const [[id, points] = []] = offers.filter(([id, points, is]) => is === hero && points <= Math.min(left, most) && !added.has(id)).sort((a, b) => (b[1] - a[1]) * (hero ? -1 : 1)); // a small hero joins any unit
    if (!id) throw new Error(`nothing fits the ${left} points that are left`);
    added.add(id);
    await thumb.tap(page.locator(`#add-${id}`));
    left -= points;
  }
  await thumb.tap(page.locator('#to-unit'));
  await thumb.tap(page.locator('[id^=link-joins-]').first());
  return visit.status();
}
const added = new Set();

// invent adds a blank unit of a kind to an empty list of Fast and Dirty; taps count from Add.
async function invent(thumb, kind) {
  const { page, visit } = thumb;
  await visit.go('/new');
  await page.getByLabel('Army').first().selectOption('fad/');
  await visit.press('Begin');
  await thumb.tap(page.locator(`#add-${kind}`));
  await thumb.tap(page.locator('#to-unit'));
}

// take sets a field of the form: one tap opens it, one chooses.
async function take(thumb, field, value) {
  thumb.taps += 2;
  await thumb.page.locator(`#unit form [name="${field}"]`).first().selectOption(value);
  await thumb.visit.settled();
}

// arm taps a weapon, after the fold that it may be in.
async function arm(thumb, id) {
  const button = thumb.page.locator(`#arm-${id}`);
  if (!await button.isVisible()) await thumb.tap(thumb.page.getByText(/^\d+ more$/).first());
  await thumb.tap(button);
}

// What the unit is in the end, beside the taps.
const carries = (thumb) => thumb.page.locator('#unit legend').first().innerText();
const costs = (thumb) => thumb.page.locator('#unit-points').innerText();

async function squadOfTen(thumb) {
  await invent(thumb, 'infantry');
  await thumb.tap('10');
  await arm(thumb, 'saw');
  await take(thumb, 'leader', 'experienced');
  const is = await carries(thumb);
  if (is !== '9× Assault Rifle · 1× SAW · Experienced leader') throw new Error(`it is ${is}`);
  return thumb.visit.status();
}

async function officer(thumb) { // of 26 points, as the document has him
  await invent(thumb, 'character');
  await take(thumb, 'armour', 'improved');
  await take(thumb, 'weapon', 'assault-rifle');
  await take(thumb, 'leadership', 'inspiring');
  if (!/^26 /.test(await costs(thumb))) throw new Error(`he costs ${await costs(thumb)}`);
  return thumb.visit.status();
}

async function tank(thumb) { // the document's, by its own steps
  await invent(thumb, 'vehicle');
  await take(thumb, 'movement', 'tracked');
  await take(thumb, 'armour.front', '11');
  await take(thumb, 'armour.side', '10');
  await take(thumb, 'armour.rear', '9');
  await arm(thumb, 'cannon-medium');
  await arm(thumb, 'heavy-mg');
  if (!/^291 /.test(await costs(thumb))) throw new Error(`it costs ${await costs(thumb)}`);
  return thumb.visit.status();
}

for (const arg of process.argv.slice(2)) {
  const home = new Home(browser, ...arg.split(/=(.*)/, 2));
  for (const [what, most, way] of [['a legal list of 500 points from two book files', 10, fiveHundred],
    ['2000 points with a joined hero, a pair, a transport and six upgrades', 60, twoThousand],
    ['a squad of ten with one gunner and a leader, from Add', 8, squadOfTen], ['an officer, from Add', 8, officer], ['a tank, from Add', 14, tank]]) {
    added.clear();
    const visit = await home.profile({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await visit.go('/');
    const thumb = new Thumb(visit);
    const status = await way(thumb);
    const holds = thumb.taps <= most && / legal/.test(status) && !/not legal/.test(status);
    console.log(`${holds ? 'ok' : 'not ok'} ${home.name}: ${what}: ${thumb.taps} taps, of at most ${most}: ${status}`);
    if (!holds) process.exitCode = 1;
    await visit.page.context().close();
  }
}
await browser.close();
