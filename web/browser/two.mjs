// Two phones share one game: `node two.mjs MUSTER`. TAPS=400 says how many taps both make together,
// AWAY=30 for how many seconds each has no network meanwhile.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { Home } from './page.mjs';

const [muster] = process.argv.slice(2), { TAPS: taps = 400, AWAY: away = 30 } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'muster-two-'));
copyFileSync('../../examples/third-company.yaml', join(folder, 'third.yaml'));
copyFileSync('../../examples/third-company.yaml', join(folder, 'secret.yaml'));
const server = spawn(muster, ['serve', folder, '--no-open', '--listen', '0.0.0.0'], { stdio: ['ignore', 'pipe', 'inherit'] });
process.on('exit', () => { server.kill(); rmSync(folder, { recursive: true }); });
const said = await new Promise((resolve) => { let text = ''; server.stdout.on('data', (part) => { text += part; if (text.includes('Ctrl-C')) resolve(text); }); });
const address = new URL(said.split('\n')[0]), key = address.search;

// etagOf is the digest of a text as pages have it: CRC-64 (ECMA), in base 36.
function etagOf(text) {
  let sum = 0xffffffffffffffffn;
  for (const byte of text) {
    sum ^= BigInt(byte);
    for (let i = 0; i < 8; i++) sum = (sum >> 1n) ^ (sum & 1n ? 0xc96c5795d7870f42n : 0n);
  }
  return (sum ^ 0xffffffffffffffffn).toString(36);
}
const log = () => readFileSync(join(folder, 'third.play.yaml'));
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
try {
  const home = new Home(browser, 'serve', address.origin + '/'), mine = await home.profile({ viewport: { width: 360, height: 740 } });
  await mine.page.goto(address.origin + '/lists/third/play' + key);
  await mine.settled();
  await mine.press(mine.page.getByRole('link', { name: 'Second phone' }));
  await mine.judge('second phone');
  const link = await mine.page.locator('#link').inputValue();
  const theirs = await home.profile({ viewport: { width: 360, height: 740 } });
  await theirs.page.goto(link);
  await theirs.settled();
  home.holds('the link opens the game, and nothing else', /\/lists\/third\/play$/.test(theirs.page.url()) && await theirs.page.getByRole('link', { name: 'My lists' }).count() === 0);
  await theirs.judge('the game of another');
  const stranger = await home.profile(), base = new URL('/', link).href;
  for (const path of ['table/' + 'A'.repeat(26), 'lists/third/play', 'lists/secret/play', '']) {
    await stranger.page.goto(base + path);
    const text = await stranger.page.locator('body').innerText();
    home.reads(`a stranger is asked for the key at /${path.slice(0, 20)}`, text, 'The key, please');
    home.holds('and learns nothing', !/Third|Secret/i.test(text));
  }
  await mine.page.goto(address.origin + '/lists/third/play');
  await mine.settled();
  const shows = (visit) => visit.page.evaluate(() => document.querySelector('.play').dataset.game);
  const tap = (visit, e) => visit.page.evaluate((value) => {
    const by = document.createElement('button'); // wherever the page has such a button
    Object.assign(by, { name: 'e', value, type: 'submit' });
    by.setAttribute('form', 'tap');
    by.hidden = true;
    document.body.append(by);
    by.click();
    by.remove();
  }, e);
  const latest = [];
  for (const [from, to] of [[mine, theirs], [theirs, mine], [mine, theirs], [theirs, mine]]) {
    const before = await shows(to), began = Date.now();
    await tap(from, 'do=score&n=1');
    await to.page.waitForFunction((was) => document.querySelector('.play')?.dataset.game !== was, before, { polling: 20 });
    latest.push(Date.now() - began);
  }
  home.holds(`each sees the other's tap after ${latest.join(', ')} ms`, Math.max(...latest) < 1000);

  const each = taps / 2 - 2;
  const play = async (visit, first, offlineAt) => {
    for (let n = 0; n < each; n++) {
      if (n === offlineAt) {
        await visit.page.context().setOffline(true);
        pause(away * 1000).then(() => visit.page.context().setOffline(false));
      }
      await tap(visit, `do=score&n=${first + n}${first > 10000 ? '&their=yes' : ''}`);
      await pause(away * 4);
    }
  };
  await Promise.all([play(mine, 1000, 30), play(theirs, 20000, 60)]);
  console.log(`   ${await mine.page.locator('#unsent').innerText()} ${await theirs.page.locator('#unsent').innerText()}`);
  for (const visit of [mine, theirs]) await visit.page.waitForFunction(() => document.querySelector('#unsent').textContent === '' && !localStorage['muster taps']?.includes('path'), null, { timeout: 120000 });
  const numbers = [...log().toString().matchAll(/do: score, .*?n: (\d+)/g)].map((m) => +m[1]);
  const all = new Set(numbers), lost = [];
  for (let n = 0; n < each; n++) for (const first of [1000, 20000]) if (!all.has(first + n)) lost.push(first + n);
  home.holds(`of ${taps} taps none is lost and none comes twice`, numbers.length === +taps && lost.length === 0, `${numbers.length} in the log, lost ${lost}`);
  home.holds("each phone's taps stand in the order in which it tapped", [numbers.filter((n) => n >= 1000 && n < 20000), numbers.filter((n) => n >= 20000)].every((some) => some.every((n, i) => !i || n > some[i - 1])));
  const digest = etagOf(log());
  await Promise.all([mine, theirs].map((visit) => visit.page.waitForFunction((want) => document.querySelector('.play')?.dataset.game === want, digest, { timeout: 20000 }).catch(() => {})));
  home.holds('both show the digest that the log has', await shows(mine) === digest && await shows(theirs) === digest, `${await shows(mine)}, ${await shows(theirs)}, ${digest}`);
  await theirs.press('Undo');
  home.holds("Undo takes back one's own tap", !new RegExp(`n: ${20000 + each - 1}\\b`).test(log().toString()) && new RegExp(`n: ${1000 + each - 1}\\b`).test(log().toString()));
} catch (problem) {
  console.error(`not ok: ${problem.message}`);
  process.exitCode = 1;
} finally {
  await browser.close();
  server.kill();
}
