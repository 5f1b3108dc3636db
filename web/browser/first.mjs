// Counts the bytes of a first visit to a site, from a host that forbids caching, and tries the
// page before the program is there: `node first.mjs FOLDER`.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { Home } from './page.mjs';

const [folder] = process.argv.slice(2);
const most = 4.4e6; // bytes over the wire for a whole first visit
const early = 150e3; // what 1.6 Mbit/s bring in 0.8 s: the other 1.2 s are four ways there and back, and drawing
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json' };

// A host of the site counts the bytes that leave it. held holds back the program until it is let go.
async function host(headers = () => ({}), change = (name, text) => text) {
  const sent = [];
  let release, held = new Promise((resolve) => { release = resolve; });
  const server = createServer(async ({ url }, response) => {
    const { pathname } = new URL(url, 'http://x'), name = pathname === '/' ? 'index.html' : pathname.slice(1);
    if (/\.wasm\./.test(name)) await held;
    let text;
    try { text = change(name, readFileSync(join(folder, name))); } catch { /* there is none */ }
    if (!text) return response.writeHead(404).end();
    sent.push({ name, bytes: text.length + 200 }); // with its head
    response.writeHead(200, { 'Content-Type': types[/\.\w+$/.exec(name)[0]] || 'application/octet-stream', 'Cache-Control': 'no-store', ...headers(name) }).end(text);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bytes = () => sent.reduce((sum, { bytes }) => sum + bytes, 0);
  return { server, sent, bytes, release, count: (name) => sent.filter((one) => one.name === name).length, base: `http://127.0.0.1:${server.address().port}/` };
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
const works = async (me) => { await me.page.getByText('All of this works without a network now.').waitFor({ timeout: 120000 }); };
try {
  const one = await host(), home = new Home(browser, 'site', one.base), me = await home.profile(), { page } = me;
  await page.goto(one.base);
  await page.getByRole('button', { name: 'New list' }).waitFor();
  const text = await page.locator('main').innerText(), before = one.bytes();
  home.holds(`the start page can be read after ${before} bytes`, before <= early);
  home.reads('before the program is there, with its examples', text, 'My lists', 'Try Third Company', 'Starting the program');
  await me.judge('before the program');
  await page.getByRole('button', { name: 'New list' }).click();
  await page.getByLabel('Agreed points').fill('750');
  await page.getByLabel('Name', { exact: true }).fill('Early');
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  home.holds('so can the form of a new list, whose list waits', await page.getByRole('heading', { level: 1, name: 'New list' }).count() === 1 && one.count('muster.wasm.br') === 0);
  one.release();
  await me.heading('Early');
  home.holds('what was pressed before the program was there is done', (await me.status()).startsWith('0 of 750 points'), await me.status());
  await page.evaluate(() => navigator.serviceWorker.ready); // it has the pages from here on
  await me.go('/');
  await works(me);
  await page.waitForLoadState('networkidle');
  home.holds(`a whole first visit fetches ${one.bytes()} bytes, the program once`, one.bytes() <= most && one.count('muster.wasm.br') === 1 && one.count('muster.wasm.gz') === 0, JSON.stringify(one.sent));
  one.server.close();
  await page.context().setOffline(true);
  await me.go('/');
  home.reads('and is the last that needs a network', await page.locator('main').innerText(), 'Early');
  await page.context().close();

  // A host may unpack what it has, send other headers, or have no brotli.
  for (const [what, headers, change, fetched] of [
    ['says what it sends is packed', (name) => name.endsWith('.gz') || name.endsWith('.wasm.br') ? { 'Content-Encoding': name.endsWith('.br') ? 'br' : 'gzip' } : {}, undefined, /muster/],
    ['has no file that ends in .br', undefined, (name, text) => name.endsWith('.br') ? null : text, /gz/],
    ['sends another file in its place', undefined, (name, text) => name.endsWith('.br') ? Buffer.from('<h1>Not found</h1>') : text, /gz/],
  ]) {
    const other = await host(headers, change), away = new Home(browser, 'site', other.base), visit = await away.profile();
    other.release();
    await visit.go('/');
    await works(visit);
    away.holds(`a site starts and is kept where the host ${what}`, fetched.test(other.sent.map(({ name }) => name).join()));
    await visit.page.context().close();
    other.server.close();
  }

  // Another version of the program is fetched once, by the service worker, and unpacked there.
  let digest = null;
  const newer = await host(undefined, (name, text) => digest && /^(program|sw)\.js$/.test(name) ? Buffer.from(text.toString().replace(/program [0-9a-f]{12}|CACHE = OURS \+ '[0-9a-f]{12}/g, (was) => was.slice(0, -12) + digest)) : text);
  const later = new Home(browser, 'site', newer.base), visit = await later.profile();
  newer.release();
  await visit.go('/');
  await works(visit);
  digest = 'abcdefabcdef';
  await visit.page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await visit.page.waitForFunction(async () => { const names = await caches.keys(); return names.length === 2 && names.every((name) => name.endsWith('abcdefabcdef')); }, null, { timeout: 120000 });
  await visit.go('/');
  later.holds('another version of the program is fetched once more, and takes the place of the one before', newer.count('muster.wasm.br') === 2);
  newer.server.close();
} finally {
  await browser.close();
}
