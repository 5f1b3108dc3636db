// Visits the site of a club of 30 army books, 20 lists and 3 events, published three times:
// `node club.mjs MUSTER SOURCE` (FAST=yes skips the best compression, and the bytes of a first visit).
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { Home } from './page.mjs';

const [muster, source = '../..'] = process.argv.slice(2), fast = !!process.env.FAST;
const most = 4.8e6; // bytes over the wire for a whole first visit
const folder = mkdtempSync(join(tmpdir(), 'muster-club-')), shelf = join(folder, 'shelf'), public_ = join(folder, 'public');
process.on('exit', () => rmSync(folder, { recursive: true }));
mkdirSync(join(shelf, 'books'), { recursive: true });
const wardens = readFileSync('../../catalog/data/gf-3/steel-wardens.yaml', 'utf8'), third = readFileSync('../../examples/third-company.yaml', 'utf8');
const put = (name, text) => writeFileSync(join(shelf, name), text);
const version = /^version: "?([\d.]+)"?/m.exec(wardens)[1];
// book is an army book of the club; its captain costs so much.
const book = (n, v, change = (text) => text) => put(`books/club-${n}@${v}.yaml`, change(wardens).replace('id: steel-wardens', `id: club-${n}`).replace('name: Steel Wardens', `name: Club Book ${n}`).replace(/^version: .*/m, `version: "${v}"`));
put('shelf.yaml', 'muster: shelf/1\nname: Browser Club\ntext: Thursdays at seven.\n');
for (let n = 1; n <= 30; n++) book(n, version);
for (let n = 1; n <= 20; n++) put(`list-${n}.yaml`, third.replace(/^book: .*/m, `book: club-${n}@${version}`).replace(/^name: .*/m, `name: Club List ${n}`));
for (const [n, points] of [2000, 1500, 3000].entries()) put(`cup-${n}.yaml`, `muster: event/1\nname: Cup of ${points}\npoints: ${points}\n`);
const publish = (...flags) => execFileSync(muster, ['site', '-o', public_, '--shelf', shelf, '--source', source, ...flags], { stdio: ['ignore', 'ignore', 'inherit'] });

const sent = [];
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json', '.webmanifest': 'application/manifest+json' };
const server = createServer(({ url }, response) => {
  const { pathname } = new URL(url, 'http://x'), name = pathname === '/' ? 'index.html' : decodeURIComponent(pathname.slice(1));
  let text;
  try { text = readFileSync(join(public_, name)); } catch { return response.writeHead(404).end(); }
  sent.push({ name, bytes: text.length + 200 }); // with its head
  response.writeHead(200, { 'Content-Type': types[extname(name)] || 'application/octet-stream', 'Cache-Control': 'no-cache' }).end(text);
});
const booksSent = () => sent.filter(({ name }) => name.startsWith('shelf/books/')).map(({ name }) => name);
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
try {
  publish(...(fast ? ['--fast'] : []));
  const home = new Home(browser, 'site', `http://127.0.0.1:${server.address().port}/`), me = await home.profile(), { page } = me;
  await page.goto(home.base);
  await page.getByText('All of this works without a network now.').waitFor({ timeout: 120000 });
  await page.waitForLoadState('networkidle');
  const first = sent.reduce((sum, { bytes }) => sum + bytes, 0);
  home.holds(`a first visit of a club of 30 books fetches ${first} bytes, and no book`, (fast || first <= most) && booksSent().length === 0, JSON.stringify(sent));
  await me.judge('start of a club');
  await me.press(me.link('Browser Club'));
  await me.heading('Browser Club');
  await me.judge('club');
  const began = Date.now();
  await me.press(me.link('Club List 7'));
  await me.heading('Club List 7');
  home.holds(`a list of it is open after ${Date.now() - began} ms, and its book alone was fetched`, Date.now() - began < 2000 && booksSent().join() === `shelf/books/club-7@${version}.yaml`, booksSent().join());
  await me.press('Keep it');
  await me.heading('Club List 7');
  const points = await me.status(), fileOf = async (visit) => (await visit.downloaded(visit.page.getByRole('link', { name: 'muster file' }))).toString();
  await me.go('/lists/club-list-7/share');
  const kept = await fileOf(me);
  await me.press(me.link('Send in to an event'));
  await me.judge('events');
  const verdicts = (await page.locator('main').innerText()).replace(/\s+/g, ' ');
  home.reads('a kept list says which events it fits, and why not', verdicts, 'Cup of 2000 It fits', /Cup of 1500 It does not fit. .*at most 1500 are allowed/);
  const mail = new URL(await me.link('Send in to Cup of 2000').getAttribute('href')).searchParams.get('body');
  writeFileSync(join(folder, 'mail.txt'), mail);
  const judged = JSON.parse(execFileSync(muster, ['check', '--event', join(shelf, 'cup-0.yaml'), join(folder, 'mail.txt'), '--books', join(shelf, 'books'), '--json'], { encoding: 'utf8' }));
  home.holds('the mail that sends it in is read by the organiser, with the same mark', judged.lists[0].verdict === 'legal' && mail.includes(judged.lists[0].mark), JSON.stringify(judged));

  // Published anew: the book at another price, a new version of it, and the list gone.
  const later = [(text) => text.replace(/\bcost: \d+/g, 'cost: 5'), (text) => text];
  for (const [n, change] of later.entries()) {
    book(7, n ? '9.9' : version, change);
    rmSync(join(shelf, 'list-7.yaml'), { force: true });
    put('list-21.yaml', third.replace(/^name: .*/m, `name: Edition ${n + 2}`));
    publish('--fast');
    await me.go('/');
    await page.waitForFunction(async () => { const r = await navigator.serviceWorker.getRegistration(); await r.update(); return !r.installing && !r.waiting; });
    await page.waitForTimeout(1000);
    await me.go('/club');
    home.reads(`publishing ${n + 2} is seen`, await page.locator('main').innerText(), `Edition ${n + 2}`);
  }
  await me.go('/books');
  await me.link(`Club Book 7`).waitFor();
  home.reads('a new version stands beside the kept one', await page.locator('main').innerText(), '9.9');
  server.close();
  server.closeAllConnections();
  await page.context().setOffline(true);
  await me.go('/club');
  await me.press(me.link('Club List 8'));
  await me.heading('Club List 8');
  home.holds('with the host gone, a list whose book was never fetched is shown as its club had it', /legal by Club Book 8/.test(await me.status()), await me.status());
  await page.getByText('To check and change it').click();
  home.reads('and says why it cannot be changed', await page.locator('body').innerText(), 'could not be fetched');
  await me.press('Keep it');
  await me.heading('Club List 8');
  await me.go('/');
  await me.press(me.link('Club List 7'));
  home.holds('and the kept list is what it was', (await me.status()) === points, await me.status());
  await me.go('/lists/club-list-7/share');
  home.holds('to the byte, after three publishings', (await fileOf(me)) === kept);
} catch (problem) {
  console.error(`not ok: ${problem.message}`);
  process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
}
