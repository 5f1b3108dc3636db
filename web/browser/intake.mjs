// What strangers send reaches nothing beyond itself, by whatever door it comes.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

// zipOf packs files, as they are, into a ZIP file.
export function zipOf(files) {
  const parts = [], directory = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const text = Buffer.from(content), called = Buffer.from(name), head = Buffer.alloc(30), entry = Buffer.alloc(46);
    head.writeUInt32LE(0x04034b50); head.writeUInt16LE(20, 4); head.writeUInt32LE(crc32(text), 14);
    head.writeUInt32LE(text.length, 18); head.writeUInt32LE(text.length, 22); head.writeUInt16LE(called.length, 26);
    entry.writeUInt32LE(0x02014b50); entry.writeUInt16LE(20, 4); entry.writeUInt16LE(20, 6); entry.writeUInt32LE(crc32(text), 16);
    entry.writeUInt32LE(text.length, 20); entry.writeUInt32LE(text.length, 24); entry.writeUInt16LE(called.length, 28); entry.writeUInt32LE(at, 42);
    parts.push(head, called, text);
    directory.push(entry, called);
    at += head.length + called.length + text.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0), end = Buffer.alloc(22), n = Object.keys(files).length;
  end.writeUInt32LE(0x06054b50); end.writeUInt16LE(n, 8); end.writeUInt16LE(n, 10); end.writeUInt32LE(size, 12); end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

// intake sends a false army book, and a list, by every door.
export async function intake(home) {
  const me = await home.profile(), { page } = me;
  const put = (name, content) => { writeFileSync(join(home.folder, name), content); return join(home.folder, name); };
  const open = async (path) => {
    await me.go('/open');
    await page.getByLabel('File').setInputFiles(path);
    await me.press('Open');
  };
  await open('../../examples/third-company.yaml');
  await me.says('1990 of');
  const list = await page.evaluate(() => location.pathname + location.search);
  const book = readFileSync('../../catalog/data/gf-3/steel-wardens.yaml', 'utf8').replace(/\bcost: \d+/g, 'cost: 5');
  const packed = { 'books/harmless.yaml': book, 'lists/.bash_profile': 'muster: list/1\ntouch x\n', 'lists/$(touch x).yaml': 'muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: From a ZIP\nunits: []\n' };
  const file = put('harmless.yaml', book), zip = put('all.zip', zipOf(packed));
  const third = async (door) => {
    await page.goto(new URL(list, home.base).href);
    await me.settled();
    const status = await me.status();
    home.holds(`by ${door} no stranger changes what a list costs`, status.startsWith('1990 of'), status);
  };
  await open(file);
  await third('the form');
  await me.go('/open');
  await page.getByLabel('Text that Army Forge shares').fill(book);
  await me.press('Open the text');
  await third('what is pasted');
  await me.go('/');
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data: { items: [], files: [file], dragOperationsMask: 1 } });
  await me.alert().filter({ hasText: 'ships with muster' }).waitFor();
  await third('what is dropped');
  await open(zip);
  await me.heading('Keep it?');
  const said = await page.locator('main').innerText();
  home.holds('a ZIP file is named file by file, with what is left out and why', /From a ZIP/.test(said) && /ships with muster/.test(said) && /hidden files are left out/.test(said), said);
  await me.judge('keep it');
  await me.press('Keep it');
  await page.getByRole('link', { name: 'From a ZIP' }).first().waitFor();
  await third('a ZIP file');
  await open(put('more.zip', zipOf({ 'lists/more.yaml': packed['lists/$(touch x).yaml'].replace('From a ZIP', 'One more') })));
  await me.press('Keep it');
  await page.getByRole('link', { name: 'One more' }).first().waitFor();
  await me.judge('kept');
  await me.press('Take back what came');
  await me.says('is gone again');
  home.holds('what came is taken back whole', await page.getByRole('link', { name: 'One more' }).count() === 0);
  if (home.site) await fromAnotherSite(home, me, third, packed['lists/$(touch x).yaml'].replace('From a ZIP', 'Planted'), book);
  else await atTheTerminal(file, third);
  await page.context().close();
}

// fromAnotherSite has a page of another origin send a list and a book without a click.
async function fromAnotherSite(home, me, third, list, book) {
  const { page } = me;
  await page.evaluate(() => navigator.serviceWorker.ready);
  const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  for (const [text, what] of [[list, 'a list'], [book, 'a book']]) {
    const hostile = createServer((_, answer) => answer.writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<form method=post enctype=multipart/form-data action="${home.base}shared"><textarea name=text>${escaped(text)}</textarea></form><script>document.forms[0].submit()</script>`));
    await new Promise((done) => hostile.listen(0, '127.0.0.1', done));
    await page.goto(`http://localhost:${hostile.address().port}/`);
    await page.waitForURL((url) => url.href.startsWith(home.base));
    await me.settled();
    if (text === list) {
      await me.heading('Keep it?');
      await me.says('sent this');
    } else await me.alert().filter({ hasText: 'ships with muster' }).waitFor();
    await me.go('/');
    home.holds(`${what} that another site sends is not kept unasked`, await page.getByRole('link', { name: 'Planted' }).count() === 0);
    hostile.close();
  }
  await third('another site');
}

// atTheTerminal imports the false book where the lists are served.
async function atTheTerminal(file, third) {
  let refused = '';
  try {
    execFileSync(process.env.MUSTER, ['import', file], { stdio: 'pipe' });
  } catch (problem) {
    refused = problem.stderr.toString();
  }
  if (!/ships with muster/.test(refused)) throw new Error(`the terminal says ${refused}`);
  await third('the terminal');
}
