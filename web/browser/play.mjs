// Plays whole games at the table, each step held against what the rules say, and
// takes them back to the first tap.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Home, Visit } from './page.mjs';

// Third Company (Grimdark Future 3): casters, heroes, a pair in a transport.
const third = [
  ['sees', 'squad-1', '20 of 20 models'], ['sees', 'warlord', '3 of 3 wounds'], ['sees', 'speaker', '3 of 6'],
  ['tap', 'Roll D3+2'], ['hears', 'on the table (rolled '], ['lacks-todo', 'How many objectives?'],
  ['tap', 'Third Company first'],
  ['tap', 'Get out, The Old Guard'], ['tap', 'Activate The Old Guard'], ['hears', 'Spring Tide to act'],
  ['tap', 'Wound Breachers', 2], ['sees', 'breachers', '3 of 5 models'], ['lacks', 'breachers', 'Tests morale'], // with the hero four of six are left
  ['tap', 'Wound Breachers'], ['sees', 'breachers', 'Tests morale at half strength'], ['todo', 'Breachers tests morale'],
  ['tap', 'Failed: Shaken, Breachers'], ['sees', 'breachers', 'Stays idle when it activates'], ['hears', 'Breachers lost 3 of 5, tested, Shaken'],
  ['tap', 'Activate Breachers'], ['lacks', 'breachers', 'Stays idle'],
  ['tap', 'Spend token Oathspeaker', 3], ['sees', 'speaker', '0 of 6'],
  ['tap', 'Use Gate Charge: 2 left, Breachers'], ['sees', 'breachers', 'Gate Charge: 1 left'],
  ['tap', 'Wound Überläufer', 5], ['lacks', 'tank', 'Tests morale'], ['tap', 'Wound Überläufer'], ['sees', 'tank', 'Tests morale at half strength'], ['tap', 'Passed, Überläufer'],
  ['tap', 'Fought, Tower Hounds'], ['sees', 'hounds', 'natural sixes only in melee'],
  ['tap', 'Wound Tower Hounds', 3], ['tap', 'It did not lose, Tower Hounds'],
  ['tap', 'Lost melee, Tower Hounds'], ['sees', 'hounds', 'Tests morale, or routs'], ['tap', 'Failed: routs, Tower Hounds'], ['sees', 'hounds', 'routed'],
  ['tap', 'Mine: Third Company holds objective 1'], ['tap', 'Theirs: Spring Tide holds objective 2'],
  ['tap', 'Next round'], ['head', 'Round 2 of 4 · Third Company 1 – 1 Spring Tide'], ['sees', 'speaker', '3 of 6'],
  ['tap', 'Next round'], ['sees', 'speaker', '6 of 6'], ['tap', 'Next round'], ['sees', 'speaker', '6 of 6'],
  ['tap', 'Back to the round before'], ['head', 'Round 3 of 4 · Third Company 1 – 1 Spring Tide'], ['tap', 'Next round'],
  ['tap', 'Wound Bastion APC', 9], ['sees', 'apc-1', 'destroyed'],
  ['reload'],
  ['head', 'Round 4 of 4 · Third Company 1 – 1 Spring Tide'], ['sees', 'apc-1', '0 of 9 wounds'], ['sees', 'breachers', '2 of 5 models'],
];

// 2.7, small scale: a unit is a base, pinned units idle, six rounds.
const bases = [
  ['head', 'Round 1 of 6 · Bases 0 – 0 Opponent'], ['sees', 'crew', '5 of 5 wounds'], ['sees', 'harpoons', '9 of 9 wounds'],
  ['tap', 'Wound Salvagers', 2], ['lacks', 'crew', 'Tests morale'], ['tap', 'Wound Salvagers'], ['sees', 'crew', 'Tests morale at half strength'], ['tap', 'Failed: Pinned, Salvagers'],
  ['sees', 'crew', 'seizes no objective'], ['tap', 'Activate Salvagers'], ['lacks', 'crew', 'seizes no objective'],
  ['sees', 'crew', 'Rivet Gun 9″, A5'], ['tap', 'Fought, Harpoon Crews'], ['sees', 'harpoons', 'Fatigued'],
  ['lacks', 'harpoons', 'suppression'], ['tap', 'Suppression'], ['tap', 'Command & control'], ['table', 'gets a token when hits'],
  ['tap', '+1 suppression token, Harpoon Crews', 2], ['sees', 'harpoons', '2 suppression tokens.'], ['todo', 'Harpoon Crews tests morale for 2 suppression tokens'],
  ['tap', '1 passed, Harpoon Crews'], ['sees', 'harpoons', '1 suppression token.'], ['lacks', 'harpoons', 'Each that passes'],
  ['tap', '+1 exhaustion token, Wickseer', 2], ['sees', 'seer', 'The next needs 6+.'], ['tap', 'Both are done'], ['lacks', 'seer', 'The next needs'],
  ['opens', 'harpoons'], ['tap', 'Stayed idle, Harpoon Crews'],
  ['tap', 'Next round'], ['lacks', 'harpoons', 'until the round ends'], ['lacks', 'harpoons', '1 suppression token.'],
  ['sees', 'seer', 'casts with +1'], ['reload'], ['sees', 'crew', '2 of 5 wounds'], ['tap', 'Heal Salvagers'], ['sees', 'crew', '3 of 5 wounds'],
];

// Outpost Seven (Fast and Dirty): platoons, vehicles, an officer, artillery.
const outpost = [
  ['head', 'Round 1 of 6 · Outpost Seven 0 – 0 Opponent'], ['todo', 'Who goes first in round 1?'], ['tap', 'Outpost Seven first'],
  ['todo', 'The mission of Opponent?'], ['tap', 'Defensive'], ['todo', '2D6 in the style Defensive'], ['sees', 'storm', 'Was sent ahead'], ['tap', '3 passes: deploys, Causeway Runners'],
  ['opens', 'storm'], ['tap', 'Wound Causeway Runners'], ['tap', '1× Experienced leader, SMG, Causeway Runners'], ['tap', 'Under fire, Causeway Runners'], ['sees', 'storm', 'Pinned. No shooting'], ['sees', 'storm', 'it lost its leader'],
  ['sees', 'rifles', '8 of 8 models'], ['sees', 'tank', '6 of 6 wounds'],
  ['opens', 'militia'], ['tap', 'Under fire, Harbour Militia'], ['sees', 'militia', 'Fire Effect -3'], ['tap', 'Pinned, Harbour Militia'], ['lacks', 'militia', 'Fire Effect -3'], ['sees', 'militia', 'No shooting'],
  ['tap', 'Wound Harbour Militia', 2], ['lacks', 'militia', 'Checks its Resolve'], ['tap', 'Wound Harbour Militia'], ['sees', 'militia', 'Checks its Resolve as it activates'],
  ['tap', '1 pass: falls back, Harbour Militia'], ['sees', 'militia', 'never charges'], ['tap', 'Activate Harbour Militia'], ['lacks', 'militia', 'No shooting'], ['hears', 'Opponent to act'],
  ['tap', 'They acted'], ['hears', 'Outpost Seven to act'],
  ['tap', 'Wound Breakwater'], ['sees', 'tank', 'Tests for repairs'], ['sees', 'tank', '3D6, each of 3+'], ['tap', 'Critical hit on Breakwater'], ['sees', 'tank', '2D6, each of 3+'],
  ['tap', '2 passes: repaired, Breakwater'], ['lacks', 'tank', 'Tests for repairs'], ['sees', 'tank', '4 of 6 wounds'],
  ['tap', 'Get out, The Tidewatch'], ['tap', 'Wound The Tidewatch', 6], ['sees', 'rifles', '2 of 8 models'], ['sees', 'rifles', 'Checks its Resolve'], ['tap', 'None: routs, The Tidewatch'], ['sees', 'rifles', 'routed'],
  ['choose', 0], ['tap', 'Hold, Outpost Seven'], ['tap', 'Held this turn, Outpost Seven', 3], ['table', 'The mission is done.'],
  ['tap', 'Next round'], ['sees', 'militia', 'Checks its Resolve as it activates'], ['reload'], ['head', 'Round 2 of 6 · Outpost Seven 0 – 0 Opponent'], ['sees', 'militia', '7 of 10 models'],
];

// A book whose rules place tokens, by themselves and by a tap.
const nest = `muster: book/1
id: nest
system: gf-3
name: Nest
version: '1.0'
rules:
  - {name: Ripening, summary: One token as each round begins., effects: [{gathers: round-start, holds: 4}, {when: {used: true}, ap: N, per: 2, max: 2}]}
  - {name: Bloodlust, summary: A token for each enemy unit destroyed., effects: [{gathers: kill, holds: 2}, {when: {used: true}, to-hit: N}]}
  - {name: Brand(X), summary: 'Once a game, X tokens on an enemy.', effects: [{places: game, placed: X}, {to: friends, when: {used: true}, to-hit: N, max: X}]}
units:
  - {id: pods, name: Pods, size: 5, quality: 4, defense: 4, cost: 100, rules: [Ripening], weapons: [{name: Spit, count: 5, range: 18, attacks: 1}]}
  - {id: ravagers, name: Ravagers, size: 5, quality: 4, defense: 4, cost: 100, rules: [Bloodlust], weapons: [{name: Claws, count: 5, attacks: 1}]}
  - {id: scouts, name: Scouts, size: 2, quality: 4, defense: 4, cost: 50, rules: [Brand(2)], weapons: [{name: Claws, count: 2, attacks: 1}]}
`;
const ripens = [
  ['sees', 'pods', '1 token of Ripening. One token as each round begins.'], ['sees', 'pods', '1 of 4'],
  ['tap', '+1 Ripening, Pods'], ['sees', 'pods', '2 tokens of Ripening'], ['tap', '−1 Ripening, Pods'],
  ['lacks', 'scouts', 'Use Brand'], ['opens', 'scouts'], ['tap', 'Brand on Needlebacks, Scouts', 2], ['lacks', 'scouts', 'Place Brand on:'], ['sees', 'needles', '4 tokens of Brand'],
  ['tap', '−1 Brand, Needlebacks'], ['sees', 'needles', '3 tokens of Brand'],
  ['tap', 'Wound Needlebacks', 10], ['lacks', 'needles', 'tokens of'], ['todo', 'Who destroyed Needlebacks?'], ['tap', 'Ravagers'],
  ['sees', 'ravagers', '1 token of Bloodlust'], ['lacks-todo', 'Who destroyed Needlebacks?'],
  ['tap', 'Next round'], ['sees', 'pods', '2 tokens of Ripening'], ['reload'], ['sees', 'pods', '2 tokens of Ripening'],
  ['tap', 'Wound Pods', 5], ['lacks', 'pods', 'tokens of'],
];

// wholeGames plays three, one of them in two tabs, and takes them back.
export async function wholeGames(home, me) {
  await me.go('/');
  await me.press('Try Spring Tide');
  await me.go('/');
  await me.press('Try Third Company');
  await me.press('Play');
  await game(home, me, 'a whole game of Grimdark Future 3', '/lists/third-company/play', third, async () => {
    await me.go('/lists/third-company/play/foe');
    await me.judge('who the opponent is');
    await me.page.getByLabel('Or a list of mine').selectOption('spring-tide');
    await me.press('That is the opponent');
  });
  await me.go('/games');
  home.reads('a game that ended is kept, with how it came out', await me.page.locator('main').innerText(), '1 game: ');
  await me.judge('the games kept');
  await me.page.locator('td a').first().click();
  await me.settled();
  home.reads('and leads to its story', await me.page.locator('main').innerText(), 'Round 1: Breachers lost 3 of 5');
  await me.judge('a game kept');
  await aRound(home, me, '/lists/third-company/play');
  await twoTabs(home, me, '/lists/third-company/play');
  if (!home.once) await small(home, me);
  if (!home.once) await tokens(home, me);
  await me.go('/');
  await me.press('Try Outpost Seven');
  const fad = await me.opened('Outpost Seven');
  await game(home, me, 'a whole game of Fast and Dirty', fad + '/play', outpost);
  if (home.site) await newVersion(home);
}

// small plays a game of 2.7 in small scale.
async function small(home, me) {
  await me.go('/open');
  await me.page.getByLabel('Text that Army Forge shares').fill('muster: list/1\nsystem: gf-2.7\nbook: lantern-fleet\nname: Bases\nsmall-scale: true\nunits: [{id: crew, unit: salvagers}, {id: harpoons, unit: harpoon-crews}, {id: seer, unit: wickseer}]\n');
  await me.press('Open the text');
  const bases27 = await me.opened('Bases');
  await game(home, me, 'a whole game of 2.7 in small scale', bases27 + '/play', bases);
}

// tokens plays a game with rules that place tokens.
async function tokens(home, me) {
  for (const text of [nest, 'muster: list/1\nsystem: gf-3\nbook: nest\nname: Ripe\nunits: [{id: pods, unit: pods}, {id: ravagers, unit: ravagers}, {id: scouts, unit: scouts}]\n']) {
    await me.go('/open');
    await me.page.getByLabel('Text that Army Forge shares').fill(text);
    await me.press('Open the text');
  }
  const ripe = await me.opened('Ripe');
  await game(home, me, 'a game with tokens of rules', ripe + '/play', ripens, async () => {
    await me.go(ripe + '/play/foe');
    await me.page.getByLabel('Or a list of mine').selectOption('spring-tide');
    await me.press('That is the opponent');
  });
}

// game plays a game step by step, and takes every tap back.
async function game(home, me, what, path, steps, prepare) {
  const { page } = me, taken = [];
  // A page that was changed in place has its attributes in another order. Redo knows what was taken back.
  const main = () => page.evaluate(() => {
    const text = (node) => node.nodeType === 3 ? node.data : node.id === 'redo' ? '' : `<${node.nodeName} ${[...node.attributes].filter((a) => a.name !== 'open' && a.name !== 'tabindex').map((a) => `${a.name}="${a.value}"`).sort().join(' ')}>${[...node.childNodes].map(text).join('')}`;
    return text(document.querySelector('main'));
  });
  const file = async () => {
    await me.go(path + '/summary');
    return String(await me.downloaded(me.link("Save the game's file")));
  };
  if (prepare) await prepare();
  const written = await file();
  await me.go(path);
  const first = await main(), before = await page.locator('[name=seen]').inputValue();
  const unfold = () => page.evaluate(() => { for (const fold of document.querySelectorAll('.play .line > details, #questions')) fold.open = true; });
  const row = (id) => page.locator(`article[data-unit="${id}"], .hero[data-unit="${id}"]`).first();
  const tap = async (name) => {
    const began = performance.now();
    await page.getByRole('button', { name, exact: true }).first().click({ timeout: 5000 });
    await me.settled();
    if (name === 'Next round' && await page.locator('#sure').count()) await me.press('Yes, the next round');
    taken.push(performance.now() - began);
    const wrong = await me.alert().innerText();
    if (wrong) throw new Error(`${what}: "${name}": ${wrong}`);
  };
  for (const [do_, ...args] of steps) {
    await unfold();
    const fail = (got) => { throw new Error(`${what}: ${JSON.stringify([do_, ...args])}: ${got}`); };
    const has = async (at, text) => { const got = (await at.innerText()).replace(/\s+/g, ' '); if (!got.includes(text)) fail(got); };
    switch (do_) {
      case 'tap': for (let n = 0; n < (args[1] || 1); n++) await tap(args[0]); break;
      case 'sees': await has(row(args[0]), args[1]); break;
      case 'lacks': if ((await row(args[0]).innerText()).includes(args[1])) fail('it is there'); break;
      case 'hears': await has(page.locator('#happened'), args[0]); break;
      case 'todo': await has(page.locator('.base .now'), args[0]); break;
      case 'lacks-todo': if (await page.locator('.base .now').count() && (await page.locator('.base .now').innerText()).includes(args[0])) fail('it is there'); break;
      case 'head': await has(page.locator('h1'), args[0]); break;
      case 'table': await has(page.locator('[data-part=table]'), args[0]); break;
      case 'opens': await page.locator(`#unit-${args[0]}-more > summary`).click(); break;
      case 'choose': await page.locator(`#missions-${args[0]} > summary`).click(); break;
      case 'reload': await page.reload(); await me.settled(); break;
    }
  }
  await me.judge(what);
  await atArmsLength(home, me, what);
  const taps = +await page.locator('[name=seen]').inputValue() - +before;
  taken.sort((a, b) => a - b);
  home.holds(`${what}: ${steps.length} steps hold, ${taps} taps`, taps > 5);
  console.log(`   ${home.name}: a tap with what follows: ${Math.round(taken[taken.length >> 1])} ms, p95 ${Math.round(taken[Math.floor(taken.length * 0.95)])} ms`);
  await tap('End game');
  home.holds(`${what}: ending asks where one looks`, await page.locator('#sure').evaluate((e) => { const { top, bottom } = e.getBoundingClientRect(); return top > 0 && bottom < innerHeight; }));
  await tap('Yes, it is over');
  await me.press(me.link('Summary'));
  const text = String(await me.downloaded(me.link('Save')));
  home.holds(`${what}: its summary can be saved`, text.includes('What happened') && text.includes('lost '));
  await me.judge(what + ', its summary');
  await me.go(path);
  for (let n = 0; n <= taps; n++) await me.press('Undo');
  const now = await main();
  await me.press('Redo');
  const again = +await page.locator('[name=seen]').inputValue() - +before;
  await me.press('Undo');
  home.holds(`${what}: what was taken back is done again, and taken back`, again === 1 && await main() === first, again);
  home.holds(`${what}: taken back it is as at first, byte for byte`, now === first && await file() === written, `${now.length} and ${first.length} characters`);
}

// atArmsLength is how large letters and targets are on a phone.
async function atArmsLength(home, me, what) {
  const { page } = me, size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const small = await page.evaluate(() => {
    const shown = [...document.querySelectorAll('main *')].filter((e) => e.checkVisibility() && !e.closest('.hidden'));
    const letters = shown.filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && parseFloat(getComputedStyle(e).fontSize) < 16);
    const targets = shown.filter((e) => e.matches('button, a, summary')).filter((e) => e.getBoundingClientRect().height < 44);
    const broken = shown.filter((e) => e.children.length === 0 && e.textContent.trim().length > 6 && e.getBoundingClientRect().width < 30);
    return [...letters, ...targets, ...broken].map((e) => e.outerHTML.slice(0, 80));
  });
  await page.setViewportSize({ width: 844, height: 390 });
  const parts = [await page.locator('#to-table').isVisible(), await page.locator('#undo').isVisible()];
  await page.setViewportSize(size);
  home.holds(`${what}: on a phone letters have 16 pixels, targets 44, and no word breaks into letters; on its side all parts are there`, small.length === 0 && !parts.includes(false), small.join(' ') + parts);
}

// aRound lets all units of both sides act on a phone: ten taps, without a scroll.
async function aRound(home, me, path) {
  const { page } = me, size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await me.go(path + '/foe');
  await page.getByLabel('Name').fill('Kai');
  await page.getByLabel('Or a list of mine').selectOption('third-company');
  await me.press('That is the opponent');
  const folded = await page.locator('#questions').evaluate((e) => !e.open && e.getBoundingClientRect().height < 60 && e.getBoundingClientRect().bottom <= innerHeight);
  await page.locator('#questions > summary').click();
  for (const name of ['5', 'Roll for it']) await me.press(name);
  const at = await page.evaluate(() => [scrollY, innerHeight - document.querySelector('.base').getBoundingClientRect().bottom, document.querySelector('main').style.padding, document.querySelector('#happened').innerText]);
  home.holds('on a phone the answer to a question moves nothing, and whose turn it is and what was rolled can be read whole', !at[0] && !at[1] && !at[2] && / to act\s+left: mine 9, theirs 9 · last: .* goes first \(rolled \d to \d\)$/.test(at[3]) && await page.locator('#happened').evaluate((e) => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight), at.join());
  for (const name of ['Undo', 'Kai first']) await me.press(name);
  await page.evaluate(() => scrollTo(0, 0));
  const whole = await page.evaluate(() => {
    const foot = document.querySelector('.base').getBoundingClientRect().top;
    return [...document.querySelectorAll('[data-side=mine] > .line')].filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect()).filter((r) => r.top >= 0 && r.bottom <= foot && r.height <= 56).length;
  });
  let taps = 0;
  const finger = async (at) => { // a driver's click scrolls what stands at the foot
    const { x, y, width, height } = await at.boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    await me.settled();
    taps++;
  };
  const rings = page.locator('[data-side=mine] > .line > .ring');
  for (let i = 0; i < 9; i++) await finger(rings.nth(i));
  const said = await page.locator('#happened').innerText(), acted = await page.locator('[data-side=mine].acted').count();
  const covered = await page.locator('.base .objective button').evaluateAll((all) => all.filter((e) => {
    const { left, top, width, height } = e.getBoundingClientRect();
    return [.1, .9].some((y) => !e.contains(document.elementFromPoint(left + width / 2, top + height * y)));
  }).map((e) => e.id));
  home.holds('on a phone nothing lies over the objectives that are asked for as a round ends', covered.length === 0, covered.join());
  await finger(page.getByRole('button', { name: 'Begin round 2', exact: true }));
  home.holds('on a phone nine units stand whole, questions are folded, and a round of nine a side is ten taps without a scroll',
    folded && whole >= 9 && taps === 10 && acted === 9 && said.includes('Kai acted, then ') && await page.evaluate(() => scrollY) === 0 && (await page.locator('h1').innerText()).startsWith('Round 2'), `${whole} whole, ${taps} taps, ${acted} acted, ${said}`);
  const shown = () => page.locator('.play').getAttribute('data-view'), theirs = page.locator('[data-side=theirs] > .line > .ring'), views = [];
  await finger(rings.nth(0));
  views.push(await shown());
  await page.locator('#to-theirs').click();
  await me.settled();
  const wounds = () => page.locator('.sides .count').allInnerTexts(), before = await wounds(), spot = await page.locator('[data-side=theirs] > .line .count').first().boundingBox();
  for (const ring of [theirs.nth(0), rings.nth(1), theirs.nth(3), rings.nth(2)]) {
    await finger(ring);
    if (views.length === 1) await page.mouse.click(spot.x + spot.width / 2, spot.y + spot.height / 2); // as fast as it can be
    views.push(await shown());
    await page.waitForTimeout(600);
  }
  home.holds('a second tap where the other side has come presses none of its units', (await wounds()).join() === before.join());
  await me.press('Undo');
  views.push(await shown());
  taps--;
  home.holds('on a phone where both sides are tapped, an act shows the side that acts next, and its undo the one that acted', views.join() === 'mine,mine,theirs,mine,theirs,mine', views.join());
  await needs(home, me);
  for (taps += 3; taps > 0; taps--) await me.press('Undo');
  await page.setViewportSize(size);
}

// needs opens a unit on a phone, and chooses another target; on a computer both sides stand whole.
async function needs(home, me) {
  const { page } = me, row = page.locator('#unit-breachers');
  const name = await row.locator('h3').first().innerText();
  await row.locator('summary').first().click();
  await row.getByRole('link', { name: /^Against / }).click();
  await page.locator('dialog').getByRole('link', { name: /^Gun Teams/ }).click();
  await me.settled();
  const text = await row.innerText(), open = await row.locator('details').first().evaluate((e) => e.open);
  home.holds(`at the table ${name} stays open`, open);
  home.reads('and says what its dice need to hit and the target to save', text, 'Against Gun Teams', /[2-6]\+\s+[2-6]\+/, /Gun Teams takes [\d.]+ wounds from 12″/);
  await me.judge('a unit with what its dice need');
  await row.locator('summary').first().click();
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.evaluate(() => scrollTo(0, 0));
  const cut = await page.evaluate(() => {
    const foot = document.querySelector('.base').getBoundingClientRect().top;
    const all = [...document.querySelectorAll('.side .unit > .line, .objective, .score, .meters')];
    return [all.length, all.filter((e) => e.getBoundingClientRect().bottom > foot || e.getBoundingClientRect().top < 0).length];
  });
  home.holds('on a computer both sides, objectives, score and odds stand whole', cut[0] >= 25 && cut[1] === 0, cut.join());
}

// twoTabs tap at the same game in turn, neither having seen what the other did.
async function twoTabs(home, me, path) {
  const other = new Visit(home, await me.page.context().newPage());
  await me.go(path);
  await other.go(path);
  await me.press('Wound Bastion APC');
  await other.press('Wound Bastion APC');
  await me.press('Wound Bastion APC');
  await me.go(path);
  const left = await me.page.locator('[data-unit=apc-1]').first().innerText();
  home.holds('two tabs at one table lose no tap', left.includes('6 of 9 wounds'), left);
  await other.press('Undo');
  await other.alert().filter({ hasText: 'happened meanwhile' }).waitFor();
  home.holds('an undo that has not seen the last tap takes nothing back', (await other.page.locator('[data-unit=apc-1]').first().innerText()).includes('6 of 9 wounds'));
  await other.page.close();
  for (let n = 0; n < 3; n++) await me.press('Undo');
}

// newVersion lets an older program of a site keep a game, and the newer one of the host go on
// with it. The older one's database has the form of its time.
export async function newVersion(home) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-older-'));
  const get = async (name) => Buffer.from(await (await fetch(new URL(name, home.base))).arrayBuffer());
  const keep = (name, text) => { mkdirSync(dirname(join(folder, name)), { recursive: true }); writeFileSync(join(folder, name), text); };
  const newer = (await get('sw.js')).toString(), version = /CACHE = OURS \+ '([^']+)'/.exec(newer)[1];
  for (const name of [...JSON.parse(/FILES = (\[.*?\])/.exec(newer)[1]), 'brotli.js', 'brotli.bin', 'muster.wasm.br', 'muster.wasm.gz']) keep(name === './' ? 'index.html' : name, await get(name));
  keep('sw.js', newer.replaceAll(version, 'older'));
  const host = spawn(process.execPath, ['host.mjs', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const site = new Home(home.browser, 'site', (await once(host.stdout, 'data')).toString().trim());
  const me = await site.profile(), { page } = me;
  try {
    await page.goto(site.base + 'icon.svg');
    await page.evaluate(() => new Promise((done, failed) => {
      const asked = indexedDB.open('muster /', 1);
      asked.onerror = failed;
      asked.onupgradeneeded = () => asked.result.createObjectStore('files');
      asked.onsuccess = () => {
        const tx = asked.result.transaction('files', 'readwrite'), put = (name, text) => tx.objectStore('files').put(new TextEncoder().encode(text), name);
        put('on.yaml', 'muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: On the way\nunits: [{id: squad, unit: line-squad}]\n');
        put('on.play.yaml', 'muster: play/1\nevents:\n  - {do: first}\n  - {do: wound, unit: squad, n: 2}\n  - {do: next}\n');
        tx.oncomplete = () => { asked.result.close(); done(); };
      };
    }));
    // A busy Chromium may never hand over all bytes of a page that a new service worker serves; loaded again it is whole.
    const show = async (timeout) => { await me.go('/lists/on/play', timeout); await page.locator('[data-unit=squad]').first().waitFor({ timeout }); };
    const left = async (text) => {
      await show(20000).catch(() => show());
      return (await page.locator('[data-unit=squad]').first().innerText()).includes(text) && (await page.locator('h1').innerText()).startsWith('Round 2 of 4');
    };
    const kept = (what) => page.waitForFunction(async (what) => (await caches.keys()).join().includes(what), what, { timeout: 60000 });
    const before = await left('8 of 10 models');
    await kept('older');
    await me.press('Wound Line Squad');
    keep('sw.js', newer);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await me.press('Wound Line Squad'); // on the older program's page
    await page.waitForFunction(async () => !(await caches.keys()).join().includes('older'), null, { timeout: 60000 });
    await kept(version);
    const after = await left('6 of 10 models');
    await page.context().setOffline(true);
    const offline = await left('6 of 10 models');
    await me.press('Undo');
    for (let n = 0; n < 4; n++) await me.press('Undo');
    home.holds("a newer version of a site goes on with the older one's game, offline too, and takes it back to the first tap",
      before && after && offline && await page.locator('#undo').isDisabled() && (await page.locator('[data-unit=squad]').first().innerText()).includes('10 of 10 models'), [before, after, offline].join());
  } finally {
    await page.context().close();
    host.kill();
    rmSync(folder, { recursive: true });
  }
}

// offlineGame goes on with a game without a network, over a reload.
export async function offlineGame(home, me) {
  const { page } = me;
  await me.go('/lists/third-company/play');
  await me.press('Wound Breachers');
  await page.reload();
  await me.settled();
  const left = await page.locator('[data-unit=breachers]').first().innerText();
  await me.go('/');
  home.holds('without a network a game goes on, over a reload, and the start page leads to it', left.includes('4 of 5 models') && await page.getByText('Play on: Round 1 of 4').count() > 0, left);
  await me.press(page.getByText('Play on: Round 1 of 4').first());
  await me.press('Undo');
}
