// Checks the builder in a real Chromium, in both homes: as `muster serve` serves
// it, and as the site that `muster site` writes.
//
//   MUSTER=PROGRAM SERVED=FOLDER node check.mjs serve=http://127.0.0.1:PORT/ site=http://127.0.0.1:PORT/
//
// SERVED is the folder that is served, and XDG_DATA_HOME is the server's.
// It prints a line for each thing that holds. A home is left at the first thing
// that does not hold there, and the whole ends with 1 then. LISTS=100 says how
// many lists are made by chance in each home; EDITS=2000 asks whether memory stays
// flat over so many edits; PICTURES=FOLDER keeps pictures of every page; ONLY=trash,copies
// goes these ways alone; BROWSER=firefox goes them in the Firefox that
// is installed; PATIENCE=200000 waits for so many milliseconds where much else runs;
// ONCE=yes leaves out of a site, and of Firefox, what is drawn alike elsewhere.
import { chromium, firefox } from 'playwright-core';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chance } from './chance.mjs';
import { elsewhere, outside } from './elsewhere.mjs';
import { filling } from './fill.mjs';
import { intake } from './intake.mjs';
import { kept } from './kept.mjs';
import { matchUps } from './matchup.mjs';
import { parts } from './parts.mjs';
import { Home, Visit } from './page.mjs';
import { launched, places } from './places.mjs';
import { newVersion, offlineGame, wholeGames } from './play.mjs';
import { pocket } from './pocket.mjs';
import { shelves } from './shelf.mjs';
import { travels } from './travel.mjs';
import { views } from './views.mjs';

const { MUSTER: muster, EDITS: edits = 0, ONLY: only, BROWSER: engine = 'chromium', FIREFOX = '/usr/bin/firefox-esr' } = process.env;
const { CHROMIUM: executablePath = '/usr/bin/chromium' } = process.env;
if (process.argv.length < 3) {
  console.error('Which home? Say serve=ADDRESS, site=ADDRESS or both.');
  process.exit(2);
}
const browser = await (engine === 'firefox' ? firefox.launch({ channel: 'moz-firefox', executablePath: FIREFOX }) : chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--host-resolver-rules=MAP rebound.example 127.0.0.1'], // a stranger's name that leads to this computer
}));
const folder = mkdtempSync(join(tmpdir(), 'muster-check-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
const homes = process.argv.slice(2).map((arg) => new Home(browser, ...arg.split(/=(.*)/, 2)));
const began = Date.now();
await Promise.all(homes.map(async (home) => {
  home.folder = join(folder, home.name);
  mkdirSync(home.folder);
  try {
    await (only ? some(home) : Promise.all([ways(home), byChance(home)]));
  } catch (problem) {
    console.error(`not ok ${home.name}: ${problem.message}`);
    for (const c of home.open) for (const p of c.pages()) console.error((await p.locator('body').innerText().catch(() => '')).slice(0, 500));
    process.exitCode = 1;
  }
}));
await browser.close();
for (const home of homes) console.log(`${home.name}: ${home.held} hold`);
console.log(`${Math.round((Date.now() - began) / 1000)} seconds`);

// some are the ways that ONLY names.
async function some(home) {
  const me = await home.profile(), named = { newPlayer, shelves, travels, wholeGames, byKeyboard, standsStill, scrollsNowhere, underTheFinger, otherPages, files, severalFiles, trash, copies, filling, matchUps, sideBySide, intake, leave, strangers, installed, withoutScripts, places, launched, renewed, kept, parts, newVersion, waysOut, views, pocket };
  for (const name of only.split(',')) await named[name](home, me);
}

// ways are a person's ways through a home, one after the other, and how long each takes.
async function ways(home) {
  const me = await home.profile();
  for (const way of [newPlayer, atTheTable, byKeyboard, standsStill, scrollsNowhere, underTheFinger, parts, waysOut, views, pocket, otherPages, files, travels, severalFiles, places, launched, trash, copies, shelves, filling, matchUps, sideBySide, intake, leave, strangers]) {
    if (home.once && [standsStill, scrollsNowhere].includes(way)) continue;
    const began = Date.now();
    await way(home, me);
    console.log(`   ${home.name}: ${way.name} took ${Math.round((Date.now() - began) / 1000)} s`);
  }
}

// strangers are what others try, and what a home keeps and shows without a network.
async function strangers(home, me) {
  await me.go('/lists/browser-army');
  const points = await me.status();
  if (!home.site) await withoutScripts(home);
  await elsewhere(home, me, 'Browser Army', 'lists/browser-army', points);
  await outside(home, me);
  if (edits) await memory(home, me);
  if (home.site) {
    await keepsNothing(home);
    await deniedStorage(home);
    await anyDatabase(home);
    await renewed(home);
    await kept(home);
    await installed(home);
    await offline(home, me, points);
  }
}

// A new player's whole way: from nothing to a list on paper that a friend opens.
async function newPlayer(home, me) {
  const { page } = me;
  const began = Date.now();
  await me.go('/');
  await me.heading('My lists');
  console.log(`   ${home.name}: ${Date.now() - began} ms to the lists`);
  await me.judge('start');
  await me.press('New list');
  await me.heading('New list');
  await me.judge('new');
  await page.getByLabel('Army').selectOption({ label: 'Steel Wardens' });
  await page.getByLabel('Name').fill('Browser Army');
  await page.getByLabel('Agreed points').fill('2000');
  await me.press('Begin');
  await me.says('0 of 2000 points, legal');
  await me.judge('empty list');
  for (const unit of ['Captain', 'Line Squad', 'Line Squad', 'Gate Militia', 'Breachers', 'Far-Sights', 'Mule', 'Trail Riders', 'Tower Hounds', 'Bastion APC']) await me.press(`Add ${unit}`);
  const ten = await me.status();
  home.holds('ten units are added', (await me.rows()).length === 10 && /^\d+ of 2000 points/.test(ten), ten);

  await me.look('line-squad');
  await me.press(page.locator('#more-heavy-rifle'));
  await page.locator('#less-heavy-rifle').waitFor();
  home.holds('an upgrade is chosen and has its price', (await me.status()) === ten.replace(/^\d+/, (n) => +n + 5), await me.status());
  await me.judge('unit');
  await page.setViewportSize({ width: 360, height: 740 });
  const marked = await page.locator('.tabs a').evaluateAll((all) => all.map((a) => getComputedStyle(a).fontWeight + (a.ariaCurrent || '')));
  await page.setViewportSize({ width: 1280, height: 900 });
  home.holds('on a phone the part of the page that is shown is marked', marked.join() === '600true,400,400', marked.join());

  await me.look('breachers');
  await me.page.getByRole('link', { name: 'Tower Shield' }).first().click();
  await page.getByRole('dialog', { name: 'Tower Shield' }).waitFor();
  await me.judge('rule over the page');
  await page.keyboard.press('Escape');
  home.holds('a rule is explained on tap', await page.getByRole('dialog').count() === 0);

  await me.look('captain');
  await me.press(page.getByRole('group', { name: 'Joins' }).getByRole('button', { name: 'Line Squad #1' }));
  await page.locator('[data-unit=line-squad] a[data-part=captain]').first().waitFor();
  home.holds('a hero joins a unit', true);
  await me.look('breachers');
  await me.press(page.getByRole('group', { name: 'Rides in' }).getByRole('button', { name: 'Bastion APC' }));
  await page.locator('[data-unit=apc] [data-unit=breachers]').waitFor();
  home.holds('a unit rides in a transport', true);

  const was = await me.rows();
  await page.setViewportSize({ width: 1280, height: 2000 }); // both in sight
  const dragged = page.locator('#row-tower-hounds .unit-row').first(), onto = page.locator('#row-militia');
  if (engine === 'firefox') { // a driven Firefox drags nothing, so the page gets the events of it
    const dataTransfer = await page.evaluateHandle(() => new DataTransfer());
    for (const [at, event] of [[dragged, 'dragstart'], [onto, 'dragover'], [onto, 'drop']]) await at.dispatchEvent(event, { dataTransfer });
  } else await dragged.dragTo(onto);
  await page.waitForFunction((was) => [...document.querySelectorAll('#list .units > [data-unit]')].map((e) => e.dataset.unit).join() !== was, was.join());
  await me.settled();
  home.holds('a unit is dragged to where another is', (await me.rows()).indexOf('tower-hounds') === was.indexOf('militia'), (await me.rows()).join());
  await page.setViewportSize({ width: 1280, height: 900 });

  for (let i = 0; i < 3; i++) await me.press('Add Line Squad');
  await me.says('not legal');
  await me.press(me.link('muster'));
  await me.press(me.link('Browser Army'));
  await page.locator('#unit button[value^=fix]').first().waitFor();
  await me.judge('findings');
  for (let i = 0; i < 6 && (await me.status()).includes('not legal'); i++) {
    await page.locator('#unit button[value^=fix]').first().click();
    await me.followed();
  }
  await me.says(', legal');
  home.holds('findings are mended with their buttons', true);
  await me.press('Undo');
  await me.says('not legal');
  await me.press('Redo');
  await me.says(', legal');
  home.holds('a change is undone and done again', true);
  const points = await me.status();

  await me.press(me.link('Odds'));
  await me.heading('Odds');
  await page.locator('svg.chart').first().waitFor();
  await me.judge('odds');
  await me.choose('Unit', 'breachers');
  await page.locator('svg.chart').first().waitFor();
  await me.judge('odds of a unit');
  await me.press(me.link('Paper'));
  await me.heading('Paper');
  await me.page.getByText('Other forms').click();
  await me.judge('paper');
  if (engine === 'firefox' && home.site) return; // its driver hears nothing of files that a page makes
  const printed = new Map();
  for (const form of ['PDF', 'Cards', 'Opponent', 'Reference', 'HTML', 'Text', 'Markdown', 'CSV', 'Army Forge']) printed.set(form, await me.downloaded(me.link(form)));
  await me.press(me.link('Build'));
  await me.press('Share');
  const link = await me.sharedLink();
  await me.judge('share');
  const file = join(home.folder, 'browser-army.yaml');
  writeFileSync(file, await me.downloaded(me.link('muster file')));
  for (const [form, bytes] of printed) {
    execFileSync(muster, ['export', file, '--format', form.toLowerCase().replace(' ', ''), '-o', join(home.folder, 'printed')]);
    if (!bytes.equals(readFileSync(join(home.folder, 'printed')))) throw new Error(`${form} is not what muster export writes`);
  }
  home.holds(`${printed.size} forms, PDF first, are the same to the byte as muster export writes`, printed.get('PDF').subarray(0, 5).toString() === '%PDF-');

  const called = async (visit) => visit.page.locator('main a.unit-name', { hasText: 'Browser Army' }).count();
  const before = await home.profile();
  await before.go('/');
  const were = await called(before); // other browsers built such lists in the folder that is served
  const friend = await home.profile();
  await friend.page.goto(link);
  await friend.says(points.split(',')[0]);
  home.holds('a shared link opens in a fresh profile with the same points', (await friend.status()) === points, `${await friend.status()} for ${points}`);
  await friend.judge('shared list');
  await friend.go('/');
  const had = await called(friend);
  await friend.page.goto(link);
  await friend.press('Keep it');
  await friend.heading('Browser Army');
  await friend.press(friend.link('muster'));
  home.holds('it is kept when that is pressed, and not before', had === were && await called(friend) === had + 1);
  if (!home.site) { // where the copy would be in the way
    await friend.press(friend.page.locator('a.unit-name[href$="browser-army-2"]'));
    await friend.press(friend.link('Settings'));
    await friend.press('Delete this list');
    home.holds('a list is deleted', await called(friend) === had);
  }
  await friend.page.context().close();
}

// Whatever is pressed stands where it stood: three taps at one spot are for one thing.
async function standsStill(home, me) {
  const { page } = me;
  let pressed = 0;
  for (const [width, height] of [[1280, 900], [360, 740]]) {
    await page.setViewportSize({ width, height });
    for (const unit of ['line-squad', 'captain', 'breachers']) {
      await me.go(`/lists/browser-army?unit=${unit}&pane=unit`);
      await me.followed();
      const ids = await page.locator('#unit :is([data-option] button, .chip)').evaluateAll((all) => all.map((e) => e.id).filter(Boolean));
      for (const id of ids) {
        const control = page.locator('#' + id);
        if (!await control.isVisible() || await control.isDisabled()) continue;
        await control.scrollIntoViewIfNeeded();
        const was = await control.boundingBox(), others = await chosenBut(page, id);
        for (let i = 0; i < 3; i++) {
          await page.mouse.click(was.x + 5, was.y + was.height / 2);
          await me.followed();
          const now = await control.boundingBox();
          if (Math.abs(now.y - was.y) > 2 || Math.abs(now.x - was.x) > 2) throw new Error(`${id} of ${unit} moved from ${was.x},${was.y} to ${now.x},${now.y} at ${width}`);
        }
        const more = (await chosenBut(page, id)).filter((option) => !others.includes(option));
        if (more.length) throw new Error(`three taps on ${id} of ${unit} chose ${more}`);
        pressed++;
      }
    }
  }
  home.holds(`${pressed} controls of units stand still under three taps each, and choose nothing else`, pressed > 30);
  await page.setViewportSize({ width: 1280, height: 900 });
}

// chosenBut lists the options of a unit that are chosen, but for that of a control.
function chosenBut(page, id) {
  return page.locator('#unit .on[data-option]').evaluateAll((all, id) => all.map((e) => e.dataset.option).filter((option) => !id.endsWith('-' + option)), id);
}

// A page scrolls only as far as its content goes: nowhere on a computer, never sideways, and not
// at all on a phone that shows all of it.
async function scrollsNowhere(home, me) {
  const units = (n) => Array.from({ length: n }, (_, i) => `{id: u${i}, unit: line-squad}`).join(', ');
  for (const n of [1, 20, 60]) {
    await me.go('/open');
    await me.page.getByLabel('Text that Army Forge shares').fill(`muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Of ${n}\nunits: [${units(n)}]\n`);
    await me.press('Open the text');
    const at = await me.page.getByRole('link', { name: 'Odds', exact: true }).getAttribute('href');
    await me.press('Add Captain'); // which says so above the foot
    const list = at.replace(/\/odds$/, '');
    for (const [width, height] of [[360, 740], [768, 1024], [1366, 768], [1920, 1080]]) {
      await me.page.setViewportSize({ width, height });
      for (const part of ['?pane=list', '?pane=book', '?pane=unit', '?unit=u0&pane=unit', '/share', '/print', '/odds']) {
        await me.go(list + part);
        const [x, y, rest] = await me.page.evaluate(() => {
          scrollTo(1e6, 1e6);
          const last = [...document.querySelectorAll('main *')].filter((e) => !e.closest('.hidden, .foot, #change') && e.checkVisibility()).map((e) => e.getBoundingClientRect().bottom);
          const found = [scrollX, scrollY, innerHeight - Math.max(...last) - (document.querySelector('.foot')?.offsetHeight || 0) - (document.getElementById('change')?.offsetHeight || 0)];
          scrollTo(0, 0);
          return found;
        });
        const own = width >= 960 && part.startsWith('?');
        if (x > 0 || own && y > 0 || y > 0 && rest > 40) throw new Error(`${list}${part} at ${width}×${height} scrolls by ${x}, ${y} with ${rest} free below`);
      }
    }
  }
  await me.page.setViewportSize({ width: 1280, height: 900 });
  home.holds('pages of 1, 20 and 60 units scroll no farther than they go, at four sizes', true);
}

// Whole games are played and taken back.
async function atTheTable(home, me) {
  await me.press(me.link('Build'));
  await me.press('Play');
  await wholeGames(home, me);
}

// By keyboard alone: a list, units, an upgrade, a rule, moved, taken back, shared, played.
async function byKeyboard(home, me) {
  const { page } = me;
  await me.go('/');
  await page.keyboard.press('Tab');
  home.holds('the first key leads past the heading', (await page.evaluate(() => document.activeElement.className)) === 'skip');
  const press = async (name, key = 'Enter') => { // goes on to the control of a name and presses a key there
    for (let i = 0; i < 250; i++) {
      const at = await page.evaluate(() => { const e = document.activeElement; return (e.getAttribute('aria-label') || (e.labels && e.labels[0] && e.labels[0].innerText) || e.innerText || '').trim(); });
      if (at.split('\n')[0].trim() === name) {
        await page.keyboard.press(key);
        return me.settled();
      }
      await page.keyboard.press('Tab');
    }
    throw new Error(`no key leads to ${name}`);
  };
  await press('New list');
  await me.heading('New list');
  await press('Army', 'S');
  await page.keyboard.type('teel'); // Steel Wardens, whichever army is chosen already
  await press('Name', 'K');
  await press('Begin');
  await me.heading('K');
  await press('Add Line Squad');
  await me.says('210 points');
  await press('Take Heavy Rifle, +5');
  await me.says('215 points');
  home.holds('what was pressed keeps the focus', (await page.evaluate(() => document.activeElement.id)) === 'more-heavy-rifle');
  await press('Add Captain');
  await press('Move Captain up');
  home.holds('a unit is moved by keys', (await me.rows()).join() === 'captain,line-squad');
  await press('Tough(3)');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  home.holds('a rule is opened and closed by keys', await page.getByRole('dialog').count() === 0);
  await page.locator('#list a[data-part=captain]').first().focus();
  await page.keyboard.press('ArrowDown');
  const next = await page.evaluate(() => document.activeElement.dataset.part);
  await page.keyboard.press('/');
  home.holds('keys go from unit to unit, and find', next === 'line-squad' && await page.evaluate(() => document.activeElement.id) === 'find', next);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('u');
  await me.settled();
  await press('Undo');
  await me.says('215 points');
  await press('Share');
  await me.heading('Share');
  await page.goBack();
  await me.heading('K');
  await me.settled();
  await press('Play');
  await me.heading('Round 1 of 4 · K 0 – 0 Opponent');
  await press('Wound Line Squad');
  home.holds('a list is built, shared and played by keyboard alone', (await page.locator('[data-unit=line-squad]').innerText()).includes('9 of 10 models'));
}

// waysOut makes a list cost too much, on a phone, and looks at the ways out of that.
async function waysOut(home, me) {
  const { page } = me, size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await me.go('/open');
  await page.getByLabel('Text that Army Forge shares').fill(`muster: list/1
system: gf-3
book: steel-wardens
name: Too Dear
points: 350
force-org: false
units:
  - {id: squad, unit: line-squad, upgrades: [{option: heavy-rifle, count: 2}, grey-coats]}
  - {id: shields, unit: breachers, upgrades: [{option: gate-charge, count: 2}]}
`);
  await me.press('Open the text');
  const path = await me.opened('Too Dear');
  await me.go(path + '?pane=unit&show=findings');
  await page.locator('[data-way]').first().waitFor();
  const points = +(await me.status()).match(/^\d+/)[0];
  const ways = await page.locator('[data-way]').evaluateAll((all) => all.map((e) => {
    const { top, height } = e.getBoundingClientRect();
    return { top, height, text: e.innerText.replace(/\s+/g, ' ') };
  }));
  const all = ways.map((w) => w.text).join(' | '), [, freed, left] = ways[0]?.text.match(/−(\d+) (\d+) in all$/) || [];
  const freedBy = ways.map((w) => w.text.match(/−(\d+) \d+ in all$/)).filter(Boolean).map((m) => +m[1]);
  home.holds('the first way out is in sight, removes no unit, and says what it frees and what is left', ways.length > 2 && ways[0].top < 300 && !/Remove/.test(ways[0].text) && points - freed === +left && +left <= 350, `${points}: ${ways[0]?.top} ${all}`);
  home.holds('units and a larger game come last, and targets are large', /Remove/.test(all) && /Play 400 points instead$/.test(ways.at(-1).text) && ways.every((w) => w.height >= 44) && freedBy.every((n) => n >= points - 350), all);
  await me.judge('ways out of a list that costs too much');
  await page.locator('[data-way]').first().click();
  await me.says(', legal');
  await page.setViewportSize(size);
}

// The other game, and the pages that are left.
async function otherPages(home, me) {
  const { page } = me;
  await me.go('/');
  await me.press('Try Outpost Seven');
  await me.press(page.locator('#list a.name', { hasText: 'The Tidewatch' }));
  await page.getByText('What it costs, and why').waitFor();
  const before = await me.status();
  await me.choose('Quality', 'elite');
  home.holds('what a field of a unit says changes its price', (await me.status()) !== before, before);
  await me.judge('figures');
  await me.press('Undo');
  await me.press(me.link('Settings'));
  await me.judge('list settings');
  for (const [link, heading, name] of [['Odds', 'Odds', 'odds of figures'], ['Paper', 'Paper', 'paper of figures']]) {
    await me.press(me.link(link));
    await me.heading(heading);
    await me.judge(name);
  }
  await me.press(me.link('Build'));
  await me.press('Play');
  await me.judge('play figures');
  await me.press(me.link('muster'));
  await me.judge('lists');
  await me.press(me.link('Army books'));
  await me.judge('books');
  await me.press(me.link('open them here'));
  await me.judge('open');
  await me.go('/lists/browser-army/rule?name=tower-shield');
  await me.judge('rule');
  await me.go('/lists/browser-army?offer=castellan&pane=unit');
  await me.page.getByRole('button', { name: 'Add Castellan' }).nth(1).waitFor();
  await me.judge('unit to add');
  await me.go('/nowhere');
  await me.heading('There is nothing here');
  await me.judge('problem');
}

// Files of every kind are opened, in every way; others are refused.
async function files(home, me) {
  const { page } = me;
  const open = async (path) => {
    await me.go('/open');
    await page.getByLabel('File').setInputFiles(path);
    await me.press('Open');
  };
  const paste = async (text) => {
    await me.go('/open');
    await page.getByLabel('Text that Army Forge shares').fill(text);
    await me.press('Open the text');
  };
  const file = (name, text) => {
    writeFileSync(join(home.folder, name), text);
    return join(home.folder, name);
  };
  await open('../../examples/spring-tide.yaml');
  await me.heading('Spring Tide');
  await open('../../armyforge/testdata/moss-legion.json');
  await page.getByText('Moss Legion 3.5.1 is among your army books now').waitFor();
  await me.judge('opened');
  home.holds('a list and a book of Army Forge are opened as files', true);
  await me.go('/');
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop']) {
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data: { items: [], files: [join(process.cwd(), '../../examples/old-guard-2.16.yaml')], dragOperationsMask: 1 } });
  }
  await me.heading('The Old Guard of the Marrow Light');
  home.holds('a list is opened by dropping its file', true);
  await paste('++ Hedge Row - Moss Legion (v3.5.1) [GF 1000pts] ++\n\nBrier Guard [5] Q4+ D4+ | 110pts | Pollen\n5x Thorn Rifle (24", A1), 5x Stick (A1)\n');
  await me.heading('Hedge Row');
  const shared = await me.status();
  await me.press('Share');
  const code = await page.getByRole('textbox', { name: 'Code' }).inputValue();
  await paste(code);
  await me.heading('Hedge Row');
  home.holds('text that Army Forge shares is opened, and a list code', (await me.status()) === shared && shared.startsWith('110 points'), shared);

  await paste('nonsense');
  await page.locator('#problem:not(:empty)').waitFor();
  home.holds('what is refused leaves the page and its text', await page.getByLabel('Text that Army Forge shares').inputValue() === 'nonsense' && page.url().endsWith('/open'));
  await me.judge('refused');
  await paste('++ ' + 'x'.repeat(5 << 20));
  await me.alert().filter({ hasText: 'large' }).waitFor({ timeout: 5000 });
  const large = file('large.json', '[');
  truncateSync(large, 50 << 20);
  await me.go('/open');
  await page.getByLabel('File').setInputFiles(large);
  const began = Date.now();
  await me.press('Open');
  await me.alert().filter({ hasText: 'large' }).waitFor({ timeout: 5000 });
  home.holds('a file of 50 MB is refused at once', Date.now() - began < 1500, `after ${Date.now() - began} ms`);

  // Names that are markup, in a book and a list, are text.
  const evil = '<script>document.title = 1</script><img src=x onerror="document.title = 1">';
  await open(file('evil.yaml', `muster: book/1
id: evil
system: gf-3
name: ${JSON.stringify(evil)}
rules: [{name: ${JSON.stringify(evil)}, summary: ${JSON.stringify(evil)}}]
units:
  - {id: few, name: ${JSON.stringify(evil)}, size: 5, cost: 50, quality: 4, defense: 4, rules: [${JSON.stringify(evil)}], weapons: [{name: ${JSON.stringify(evil)}, attacks: 1, range: 24}]}
`));
  await page.getByText('is among your army books now').waitFor();
  await open(file('hostile.yaml', `muster: list/1\nsystem: gf-3\nbook: evil\nname: ${JSON.stringify(evil)}\nunits: [{id: few, unit: few, name: ${JSON.stringify(evil)}, notes: ${JSON.stringify(evil)}}]\n`));
  await me.heading(evil);
  const ofList = ['', '?unit=few', '?offer=few&pane=unit', '/rule?name=' + encodeURIComponent(evil), '/odds', '/odds?unit=few', '/print', '/share', '/play'];
  for (const path of ['/', ...ofList.map((path) => '/lists/hostile' + path)]) {
    await me.go(path);
    const made = await page.evaluate(() => document.querySelectorAll('body script, body img, main [onerror]').length);
    if (made || await page.title() === '1' || !(await page.locator(path === '/' ? 'main a' : 'h1, .up').allInnerTexts()).join().includes('<script>')) throw new Error(`names are markup on ${path}`);
  }
  home.holds('a book and a list with scripts in their names show them as text, on every page', true);
  await me.judge('long names');
}

// Several files at once, books and lists mixed, are chosen on the page of a new list.
async function severalFiles(home, me) {
  const { page } = me;
  const file = (name, text) => { writeFileSync(join(home.folder, name), text); return join(home.folder, name); };
  const unit = '{id: %, name: Reeds, size: 5, cost: 100, quality: 4, defense: 4, weapons: [{name: Rifle, count: 5, range: 24, attacks: 1}]}';
  const book = (id, name) => file(`${id}.yaml`, `muster: book/1\nid: ${id}\nsystem: gf-3\nname: ${name}\nversion: '1.0'\nunits:\n  - ${unit.replace('%', id)}\n`);
  const list = file('mixed.yaml', 'muster: list/1\nsystem: gf-3\nbook: reeds\nname: Mixed\nunits: [{id: a, unit: reeds}]\n');
  await me.go('/');
  await me.press('New list');
  await page.getByLabel('Files of books and lists').setInputFiles([list, book('reeds', 'Reed Hands'), book('salt', 'Salt Hands'), file('joke.txt', 'hello')]);
  await page.getByText('Salt Hands 1.0 is among your army books now').waitFor();
  await me.settled();
  const came = await page.locator('section.came').innerText();
  const army = await page.getByLabel('Army').evaluate((select) => select.selectedOptions[0].text);
  home.reads('several files are taken at once, books before their lists', came, 'Reed Hands 1.0 is among', /Mixed[^]*100 points/, 'joke.txt');
  home.reads('and the army is chosen', army, 'Hands');
  await me.judge('several files');
  await page.getByText('Find an army').click();
  await page.getByLabel('Find').fill('salt h');
  const offered = await page.getByLabel('Army').evaluate((select) => [...select.options].filter((o) => !o.hidden).map((o) => o.text).join());
  home.holds('armies are found by their names', offered === 'Salt Hands', offered);
  await page.getByLabel('Name').fill('Salted');
  await me.press('1000');
  await me.says('0 of 1000 points');
  await me.go('/books');
  await me.press(me.link('Salt Hands'));
  await me.heading('Salt Hands 1.0');
  await page.locator('.units summary').first().click();
  await me.judge('book');
  await me.press('Remove this book');
  await me.heading('Army books');
  home.holds('an army book is removed, and put back', await me.link('Salt Hands').count() === 0);
  await me.press('Undo');
  await me.link('Salt Hands').waitFor();
}

// Deleted lists come back; a tab that is behind deletes nothing.
async function trash(home, me) {
  const { page } = me;
  const row = page.locator('[data-list=salted]');
  const act = async (visit, name) => {
    await visit.page.locator('[data-list=salted] details.menu > summary').click();
    await visit.press(visit.page.locator('[data-list=salted]').getByRole('button', { name, exact: true }));
  };
  await me.go('/?find=Salted');
  await page.locator('[data-list=salted] details.menu > summary').press('Enter');
  await page.keyboard.press('Escape');
  home.holds('a menu is opened and closed by keys', await page.locator('details.menu[open]').count() === 0 && await page.evaluate(() => document.activeElement.localName) === 'summary');
  await act(me, 'Delete this list');
  await me.says('Deleted “Salted”.');
  home.holds('a deleted list is gone from the page', await row.count() === 0);
  await me.judge('deleted');
  await me.press('Undo');
  await me.says('“Salted” is back.');
  home.holds('and is back after Undo', await row.count() === 1);

  const other = new Visit(home, await page.context().newPage());
  await other.go('/lists/salted');
  await me.go('/?find=Salted');
  await other.press(other.page.locator('#book button[value^="add "]').first());
  await other.says('100 of 1000 points');
  await act(me, 'Delete this list');
  await me.alert().filter({ hasText: 'changed elsewhere' }).waitFor();
  home.holds('a tab that is behind deletes nothing, and says so', await row.count() === 1);
  await act(me, 'Delete this list');
  await me.says('Deleted “Salted”.');
  await other.page.close();
  await me.go('/trash');
  await me.judge('trash');
  await me.press('Put back Salted');
  await me.says('“Salted” is back.');

  await me.go('/?find=Salted');
  await act(me, 'Duplicate');
  await me.says('“Salted (copy)” is the copy.');
  await me.go('/?find=Salted&sort=name');
  await page.locator('[data-list=salted] details.menu > summary').click();
  await row.getByRole('textbox', { name: 'New name' }).fill('Salted Anew');
  await me.press(row.getByRole('button', { name: 'Rename' }));
  await me.says('It is called “Salted Anew” now.');
  await me.go('/?sort=army');
  await me.press(me.link('Find a list'));
  await page.getByLabel('Find', { exact: true }).fill('salted');
  await page.waitForFunction(() => document.querySelectorAll('[data-list]').length === 2);
  home.holds('lists are duplicated, renamed and found while one types', (await page.locator('[data-list] .name').allInnerTexts()).sort().join() === 'Salted (copy),Salted Anew');
  await me.judge('folders');
}

// Everything is saved as one file, which brings back what was lost.
async function copies(home, me) {
  const { page } = me;
  await me.go('/');
  const file = join(home.folder, 'everything.zip');
  writeFileSync(file, await me.downloaded(me.button('Save everything')));
  const bring = async (visit) => {
    await visit.page.getByLabel('A file that “Save everything” made').setInputFiles(file);
    await visit.press('Bring back');
    await visit.press('Keep it');
  };
  if (home.site) { // there a person without anything is somebody else
    const anew = await home.profile();
    await anew.go('/');
    await bring(anew);
    await anew.says('Brought back:');
    await anew.press(anew.link('Salted Anew'));
    await anew.says('100 of 1000 points');
    await anew.go('/books');
    await anew.link('Salt Hands').waitFor();
    home.holds('a copy of everything brings lists and army books to another browser', true);
    await anew.page.context().close();
  }
  await me.go('/lists/salted');
  await me.press(page.locator('#book button[value^="add "]').first());
  const now = (await me.status()).split(' ')[0];
  await me.go('/');
  await bring(me);
  await me.says('Brought back:');
  const was = page.locator('.came');
  await was.getByText('Another is here under this name').first().waitFor();
  await me.judge('brought back');
  await me.go('/lists/salted');
  home.holds('what is another here is not written over, and comes back beside it', (await me.status()).startsWith(now) && now !== '100', now);
}

// What systems and other programs hand over to an installed site is opened.
async function installed(home) {
  const me = await home.profile();
  const { page } = me;
  const began = Date.now();
  await page.goto(home.base, { waitUntil: 'commit' });
  await page.locator('#starting').waitFor();
  const waited = Date.now() - began, early = await page.getByRole('button', { name: 'New list' }).count() === 1;
  home.holds('that the program is loading shows before it runs, on a page to begin with', early);
  console.log(`   site: ${waited} ms until it shows that it loads`);
  await me.settled();
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json());
  const icons = await page.evaluate((icons) => Promise.all(icons.map(async (icon) => [(await fetch(icon.src)).status, icon.purpose].join(' '))), manifest.icons);
  home.holds('it can be installed, with an id, icons, files and things shared', manifest.id && manifest.lang === 'en' && icons.every((icon) => icon.startsWith('200')) && icons.includes('200 maskable')
    && manifest.file_handlers.length > 0 && manifest.share_target.method === 'POST' && manifest.launch_handler.client_mode.length > 0, icons.join());
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await me.settled();
  await page.evaluate(async () => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: './shared', enctype: 'multipart/form-data' });
    const field = Object.assign(document.createElement('textarea'), { name: 'text', value: 'muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Handed over\nunits: []\n' });
    form.append(field);
    document.body.append(form);
    HTMLFormElement.prototype.submit.call(form);
  });
  await me.heading('Keep it?');
  await me.press('Keep it');
  await me.heading('Handed over');
  home.holds('what another program shares is opened, once somebody says so', true);
  await page.context().close();
}

// Where a browser keeps no program, a site says so, and all else works.
async function keepsNothing(home) {
  const me = await home.profile();
  await me.page.addInitScript(() => { navigator.serviceWorker.register = () => Promise.reject(new Error('not here')); });
  await me.go('/');
  await me.page.getByText('without a network it will not start').waitFor();
  home.holds('a browser that keeps no program says so', true);
  await me.page.context().close();
}

// A browser that denies storage gets a sentence; one whose storage a newer program
// of another tab opens lets it.
async function deniedStorage(home) {
  const me = await home.profile();
  const { page } = me;
  const denied = (name) => `Object.defineProperty(self, '${name}', { get() { throw new DOMException('The operation is insecure.', 'SecurityError'); } });`;
  await page.addInitScript(denied('localStorage') + denied('indexedDB'));
  await page.route('**/worker.js', async (route) => route.fulfill({ contentType: 'text/javascript', body: denied('indexedDB') + await (await route.fetch()).text() }));
  await page.goto(home.address('/'));
  await page.getByText('This browser does not let muster keep lists').first().waitFor({ timeout: 30000 });
  home.holds('a browser that denies storage gets a sentence', true);
  await page.context().close();
  const old = await home.profile();
  await old.go('/');
  const newer = await old.page.evaluate(() => new Promise((done) => {
    const asked = indexedDB.open('muster ' + new URL('.', location).pathname, 2);
    asked.onsuccess = () => done('opened');
    asked.onblocked = () => done('blocked');
    asked.onerror = () => done(asked.error.message);
  }));
  home.holds("a newer program of another tab opens the old one's database", newer === 'opened', newer);
  await old.page.context().close();
}

// A page of odds that would take minutes is left for another, which comes at once.
async function leave(home, me) {
  const { page } = me;
  const horde = Array.from({ length: 140 }, (_, i) => `  - {id: u${i}, unit: horde}\n`).join('');
  for (const [name, text] of [
    ['horde.yaml', 'muster: book/1\nid: horde\nname: Horde\nsystem: gf-3\nunits:\n  - {id: horde, name: Horde, cost: 100, quality: 4, defense: 4, size: 100, rules: [Tough(3)], weapons: [{name: Rifle, count: 100, range: 24, attacks: 2}]}\n'],
    ...['Many', 'Others'].map((name) => [name.toLowerCase() + '.yaml', `muster: list/1\nsystem: gf-3\nbook: horde\nname: ${name}\nforce-org: false\nunits:\n${horde}`]),
  ]) {
    writeFileSync(join(home.folder, name), text);
    await me.go('/open');
    await page.getByLabel('File').setInputFiles(join(home.folder, name));
    await me.press('Open');
  }
  await me.go('/lists/many/odds');
  await page.getByLabel('Against').selectOption('others'); // which asks at once
  await page.waitForTimeout(1000);
  const waits = await page.evaluate(() => document.body.hasAttribute('aria-busy'));
  await me.link('Build').click();
  await me.heading('Many');
  home.holds('a page of odds that would take minutes is left for another', waits);
}

// What another program, or another tab, wrote meanwhile is never written over.
async function sideBySide(home, me) {
  const { page } = me;
  await me.go('/lists/k?unit=line-squad');
  const other = new Visit(home, await page.context().newPage());
  await other.go('/lists/k');
  await other.press('Add Mule');
  await page.getByLabel('Remarks').fill('of before');
  await me.press('Save');
  await me.alert().filter({ hasText: /as it is now|its change is not lost/ }).waitFor();
  home.holds('a list that another tab changed is shown, not written over', (await me.rows()).join() === 'line-squad,mule', (await me.rows()).join());
  await me.judge('changed meanwhile');
  await me.press('Add Captain');
  home.holds('and goes on from there', (await me.rows()).join() === 'line-squad,mule,captain');
  await other.page.close();
}

// What is pressed stays under the finger: neither a row's menu nor an answer that comes
// between press and release moves it away, and the fields of a phone are large enough.
async function underTheFinger(home) {
  const me = await home.profile({ viewport: { width: 1366, height: 768 } }), { page } = me;
  await me.go('/open');
  const units = Array.from({ length: 40 }, (_, i) => `  - {id: u${i}, unit: militia}\n`).join('');
  await page.getByLabel('File').setInputFiles({ name: 'finger.yaml', mimeType: 'application/yaml', buffer: Buffer.from(`muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Finger\nforce-org: false\nunits:\n${units}`) });
  await me.press('Open');
  await me.heading('Finger');
  await me.press(page.locator('#list a.name').last());
  const shell = await page.evaluate(() => { scrollTo(0, 9999); return [scrollY, Math.round(document.querySelector('header.top').getBoundingClientRect().top), document.scrollingElement.scrollHeight - innerHeight]; });
  home.holds('a unit far down a list does not shift the shell', shell.join() === '0,0,0', shell.join());
  const before = (await me.rows()).length, add = me.button('Add Captain'), box = await add.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.evaluate(() => { const other = document.getElementById('add-line-squad'); other.form.requestSubmit(other); });
  await page.waitForTimeout(600);
  home.holds('a page that is pressed waits with its change', (await me.rows()).length === before, `${(await me.rows()).length} units`);
  await page.mouse.up();
  for (let i = 0; i < 10; i++) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 40 });
  const all = before + 12;
  await page.waitForFunction((n) => document.querySelectorAll('#list .units > [data-unit]').length >= n, all, { timeout: 20000 }).catch(() => {});
  home.holds('of twelve taps none is lost', (await me.rows()).length === all, `${(await me.rows()).length} of ${all}`);
  await page.context().close();
  const phone = await home.profile({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await phone.go('/open');
  await phone.page.getByLabel('File').setInputFiles({ name: 'thumb.yaml', mimeType: 'application/yaml', buffer: readFileSync('../../examples/third-company.yaml') });
  await phone.press('Open');
  await phone.followed();
  if (engine !== 'firefox') await byTheHandle(home, phone);
  const list = new URL(await phone.page.locator('form#do').evaluate((form) => form.getAttribute('action').replace(/\/do$/, '')), 'http://any').pathname;
  const pages = ['', '?pane=book', '?pane=unit&unit=squad-2', '?pane=unit&unit=warlord', '?pane=unit&show=settings', '?pane=unit&show=findings', '/odds', '/odds?unit=guns', '/match-up', '/fill', '/collection', '/share', '/print', '/play'];
  const small = [], fields = [], wide = [];
  for (const path of home.once && home.site ? [list] : ['/', '/new', '/open', '/books', '/games', '/trash', '/fad', ...pages.map((page) => list + page)]) {
    await phone.go(path);
    await phone.followed();
    const found = await phone.page.evaluate(thumbs);
    small.push(...found.small.map((what) => `${path}: ${what}`));
    fields.push(...found.fields.map((name) => `${path}: ${name}`));
    wide.push(...found.wide.map((what) => `${path}: ${what}`));
  }
  home.holds('all that thumbs tap is 44 pixels wide and high, links within sentences apart', small.length === 0, small.join('; '));
  home.holds('fields have 16 pixels where one taps', fields.length === 0, fields.join('; '));
  home.holds('at 200 % text no page is wider than a phone, and no word stands letter by letter', wide.length === 0, wide.join('; '));
  await phone.go('/');
  if (home.site) await phone.page.locator('[data-kept]:visible').first().waitFor();
  const kept = await phone.page.locator('[data-kept]:visible').count();
  home.holds('a site says in one sentence how long it keeps lists', home.site ? kept === 1 || kept === 2 : kept === 0, `${kept} are shown`);
  await phone.page.context().close();
}

// thumbs finds on a page what is smaller than a thumb, fields that a phone would enlarge, and what
// does not fit at 200 % text.
async function thumbs() {
  const name = (e) => `${e.localName} “${(e.ariaLabel || e.innerText || e.name || '').slice(0, 30)}”`, small = [], wide = [];
  const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.skip, .hidden');
  for (const e of document.querySelectorAll('a, button, select, summary, textarea, input')) {
    if (!shown(e) || e.disabled || getComputedStyle(e).display === 'inline' && !e.matches('.name')) continue;
    e.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = e.getBoundingClientRect(), y = box.y + box.height / 2;
    const taps = (px, py) => { // whether a tap there is one on it
      const hit = document.elementFromPoint(px, py);
      return hit && (e.contains(hit) || hit.closest('label')?.control === e || hit.closest('label')?.contains(e));
    };
    const span = (x, dx, dy) => { // how far it is felt to both sides
      let n = 1;
      for (const way of [-1, 1]) for (let i = 1; i < 44 && taps(x + way * i * dx, y + way * i * dy); i++) n++;
      return n;
    };
    const felt = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].some((part) => span(box.x + part * box.width, 1, 0) >= 43 && span(box.x + part * box.width, 0, 1) >= 43); // links of its text may lie in it
    if (!felt && Math.min(box.width, box.height) < 43.5) small.push(`${name(e)} ${Math.round(box.width)}×${Math.round(box.height)}`);
  }
  const fields = matchMedia('(pointer: coarse)').matches ? [...document.querySelectorAll('input, select, textarea')].filter((e) => parseFloat(getComputedStyle(e).fontSize) < 16).map((e) => e.name) : [];
  document.documentElement.style.fontSize = '200%';
  await new Promise((done) => requestAnimationFrame(done));
  if (document.documentElement.scrollWidth > innerWidth) wide.push(`${document.documentElement.scrollWidth - innerWidth} too wide`);
  for (const e of document.querySelectorAll('a, button, h1, h2, h3, p, .name')) {
    const { width, height } = e.getBoundingClientRect(), letter = parseFloat(getComputedStyle(e).fontSize);
    if (shown(e) && width > 0 && e.innerText.trim().length > 3 && width < 1.6 * letter && height > 3 * letter) wide.push(`${name(e)} is ${Math.round(width)} wide`);
  }
  document.documentElement.style.fontSize = '';
  return { small, fields, wide };
}

// byTheHandle drags a unit on a touch screen by the number at its left, and taps it.
async function byTheHandle(home, { page }) {
  const touch = await page.context().newCDPSession(page), rows = () => page.locator('#list .units > [data-unit]').evaluateAll((all) => all.map((e) => e.dataset.unit));
  const [first, second] = [await page.locator('#row-sentry .size').first().boundingBox(), await page.locator('#row-hounds .size').first().boundingBox()];
  const was = await rows(), x = first.x + first.width / 2, from = first.y + first.height / 2, to = second.y + second.height / 2;
  for (const [type, y] of [['touchStart', from], ['touchMove', (from + to) / 2], ['touchMove', to], ['touchEnd']]) await touch.send('Input.dispatchTouchEvent', { type, touchPoints: y ? [{ x, y }] : [] });
  await page.waitForFunction((was) => [...document.querySelectorAll('#list .units > [data-unit]')].map((e) => e.dataset.unit).join() !== was, was.join());
  const now = await rows();
  home.holds('a unit is dragged by its number on a touch screen', now.indexOf('sentry') === was.indexOf('hounds'), now.join());
  await page.locator('#row-hounds .size').first().tap();
  await page.locator('#unit #own').waitFor();
  home.holds('and a tap on the number opens it', true);
}

// Served pages are links and forms that work by themselves.
async function withoutScripts(home) {
  const plain = await home.profile({ javaScriptEnabled: false });
  const { page } = plain;
  await page.goto(home.base);
  await plain.button('New list').click();
  await page.getByLabel('Army').selectOption({ label: 'Steel Wardens' });
  await page.getByLabel('Name').fill('Plain');
  await page.getByLabel('Agreed points').fill('1000');
  await plain.button('Begin').click();
  await plain.button('Add Line Squad').click();
  await plain.button('Take Heavy Rifle, +5').click();
  await plain.button('Add Captain').click();
  await page.getByRole('group', { name: 'Joins' }).getByRole('button', { name: 'Line Squad' }).click();
  await page.locator('[data-unit=line-squad] a[data-part=captain]').first().waitFor();
  await plain.button('Undo').click();
  await plain.button('Redo').click();
  home.holds('a list is built without scripts', (await plain.status()) === '260 of 1000 points, legal', await plain.status());
  await plain.button('Share').click();
  await page.getByRole('textbox', { name: 'Code' }).waitFor();
  await page.goBack();
  await plain.button('Play').click();
  await plain.button('Wound Line Squad').click();
  await page.getByText('9 of 10 models').waitFor();
  await plain.button('End game').click();
  await plain.button('Yes, it is over').click();
  home.holds('and shared and played, without scripts', await page.getByText('A draw').isVisible());
  await page.context().close();
}

// Memory over many edits; the first ones fill what can be undone.
async function memory(home, me) {
  const { page } = me;
  await me.go('/lists/browser-army?unit=line-squad');
  const session = await page.context().newCDPSession(page);
  const used = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize + (home.site ? await page.workers()[0].evaluate(() => go._inst.exports.mem.buffer.byteLength) : 0);
  };
  const edit = (n) => page.evaluate(async (n) => {
    for (let i = 0; i < n; i++) {
      await new Promise((done) => {
        const was = document.getElementById('status').textContent;
        const look = new MutationObserver(() => { if (document.getElementById('status').textContent !== was) { look.disconnect(); done(); } });
        look.observe(document.body, { subtree: true, childList: true, characterData: true });
        (document.getElementById('less-heavy-rifle') || document.getElementById('more-heavy-rifle')).click();
      });
    }
  }, n);
  await edit(200);
  const first = await used();
  await edit(+edits);
  const grown = (await used() - first) / 1e6;
  console.log(`   ${home.name}: ${(first / 1e6).toFixed(1)} MB before ${edits} edits, ${grown.toFixed(1)} MB more after`);
  home.holds(`memory stays flat over ${edits} edits`, grown < 8, `${grown.toFixed(1)} MB more`);
}

// A program that has grown makes way for another once nobody asks, and nothing is lost.
async function renewed(home) {
  const me = await home.profile(), { page } = me;
  await page.addInitScript(() => {
    const real = window.setTimeout;
    window.setTimeout = (then, after, ...rest) => real(then, after === 30000 ? 300 : after, ...rest);
  });
  const bytes = () => page.workers()[0].evaluate(() => go._inst.exports.mem.buffer.byteLength);
  const grow = () => page.workers()[0].evaluate(() => { go._inst.exports.mem.grow(1024); go.mem = new DataView(go._inst.exports.mem.buffer); });
  await me.go('/');
  await me.press(me.button('Try Third Company'));
  const points = await me.status();
  await me.press(page.getByRole('button', { name: /^Add / }).first());
  await me.settled();
  const changed = await me.status(), old = page.workers()[0];
  await grow();
  const before = await bytes();
  await me.press('Undo');
  await me.says(points);
  for (let i = 0; i < 600 && page.workers()[0] === old; i++) await page.waitForTimeout(100);
  const after = await bytes();
  await me.press('Redo');
  await me.says(changed);
  await me.press('Undo');
  await me.says(points);
  home.holds(`a program of ${before >> 20} MiB makes way for one of ${after >> 20} MiB, with what can be undone`,
    page.workers().length === 1 && page.workers()[0] !== old && before > 64 << 20 && after < 64 << 20 && changed !== points, [page.workers().length, before, after, points, changed].join());
  await page.context().close();
}

// Whatever lies in the browser's database, the program starts; and when it ends,
// the page says so and hands over what is kept.
async function anyDatabase(home) {
  const me = await home.profile();
  const { page } = me;
  await me.go('/');
  await page.evaluate(() => new Promise((done, failed) => {
    const asked = indexedDB.open('muster ' + new URL('.', location).pathname);
    asked.onsuccess = () => {
      const tx = asked.result.transaction('files', 'readwrite'), store = tx.objectStore('files');
      const bytes = new TextEncoder().encode('muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Kept\nunits: []\n');
      for (const name of ['kept.yaml', '../../../pwnedx.yaml', '\u001b[31m.yaml', '', 'both', 'both/below.yaml', 5]) store.put(bytes, name);
      for (const [name, text] of [['string.yaml', 'text'], ['null.yaml', null], ['object.yaml', { a: 1 }], ['undefined.yaml', undefined]]) store.put(text, name);
      tx.oncomplete = () => { asked.result.close(); done(); };
      tx.onabort = failed;
    };
  }));
  await page.reload();
  await me.settled();
  const said = page.getByRole('alert').filter({ hasText: 'Not all that this browser keeps' });
  await said.getByRole('link', { name: 'kept.yaml', exact: true }).waitFor({ timeout: 20000 });
  home.holds('a database with anything in it opens, and what is no file is named', /pwnedx.*string\.yaml/.test(await said.innerText()) && await said.getByRole('link').count() === 11, await said.innerText());
  await me.press(me.link('Kept'));
  await me.says('0 points, legal');
  const asked = page.evaluate(() => document.querySelector('a.brand, header a').click());
  await page.workers()[0].evaluate(() => go._resolveExitPromise());
  await asked;
  const ended = page.getByRole('alert').filter({ hasText: 'muster has ended' });
  const link = ended.getByRole('link', { name: 'kept.yaml', exact: true });
  await link.waitFor({ timeout: 20000 });
  home.holds('when the program ends the page says so and offers the files', (await me.downloaded(link)).toString().includes('name: Kept'));
  await page.context().close();
}

// After the first visit a site needs no network, and says so.
async function offline(home, me, points) {
  const { page } = me;
  await me.go('/');
  await page.getByText('All of this works without a network now.').waitFor({ timeout: 60000 });
  await page.context().setOffline(true);
  const began = Date.now();
  await page.reload();
  await me.settled();
  await me.press(me.link('Browser Army'));
  await me.says(points);
  console.log(`   site: a later visit without a network: ${Date.now() - began} ms to a list`);
  await me.look('line-squad');
  await me.press(page.locator('#less-heavy-rifle:enabled, #more-heavy-rifle:enabled').first());
  await me.press('Undo');
  await me.says(points);
  await me.press(me.link('Odds'));
  await page.locator('svg.chart').first().waitFor();
  await me.press(me.link('Paper'));
  home.holds('without a network a reload, edits, odds and paper work', (await me.downloaded(me.link('PDF'))).length > 10000);
  await offlineGame(home, me);
}

// Lists made by chance from the buttons: what the page says of them is what
// `muster check` says of the files that it saves.
async function byChance(home) {
  const me = await home.profile();
  await me.go('/');
  const said = await me.page.evaluate(chance, { count: +(process.env.LISTS || (home.once ? 5 : 20)), site: home.site, armies: ['Steel Wardens', 'Brine Choir', 'Lantern Fleet', 'Saltmarsh'] });
  const lists = join(home.folder, 'chance');
  mkdirSync(lists);
  said.forEach(({ yaml }, i) => writeFileSync(join(lists, `${1000 + i}.yaml`), yaml));
  let checked;
  try { checked = execFileSync(muster, ['check', lists, '--json'], { maxBuffer: 1 << 28 }); } catch (illegal) { checked = illegal.stdout; }
  const all = JSON.parse(checked).lists.sort((a, b) => a.file.localeCompare(b.file));
  const differ = said.filter(({ status, findings }, i) => {
    const list = all[i];
    return status !== `${list.points} of ${list.limit} points, ${list.legal ? 'legal' : 'not legal'}` || findings.join('\n') !== list.findings.map((f) => `${f.severity} ${f.message}`).join('\n');
  });
  const legal = all.filter((list) => list.legal).length, units = all.reduce((n, list) => n + list.units.length, 0);
  home.holds(`${said.length} lists made by chance (${units} units, ${legal} lists legal) have the points and findings that muster check --json says`,
    all.length === said.length && differ.length === 0 && legal > 0 && legal < all.length, JSON.stringify(differ.slice(0, 2)).slice(0, 1500));
}
