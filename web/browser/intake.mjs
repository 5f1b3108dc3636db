// What strangers send reaches nothing beyond itself, by whatever door it comes.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { swollen } from './travel.mjs';

// zipOf packs files into a ZIP file. Equal contents that follow each other are packed once.
export function zipOf(files) {
  const parts = [], directory = [];
  let at = 0, last, text, sum, packed;
  for (const [name, content] of Object.entries(files)) {
    if (content !== last) {
      [last, text] = [content, Buffer.from(content)];
      [sum, packed] = [crc32(text), deflateRawSync(text)];
    }
    const called = Buffer.from(name), head = Buffer.alloc(30), entry = Buffer.alloc(46);
    head.writeUInt32LE(0x04034b50); head.writeUInt16LE(20, 4); head.writeUInt16LE(8, 8); head.writeUInt32LE(sum, 14);
    head.writeUInt32LE(packed.length, 18); head.writeUInt32LE(text.length, 22); head.writeUInt16LE(called.length, 26);
    entry.writeUInt32LE(0x02014b50); entry.writeUInt16LE(20, 4); entry.writeUInt16LE(20, 6); entry.writeUInt16LE(8, 10); entry.writeUInt32LE(sum, 16);
    entry.writeUInt32LE(packed.length, 20); entry.writeUInt32LE(text.length, 24); entry.writeUInt16LE(called.length, 28); entry.writeUInt32LE(at, 42);
    parts.push(head, called, packed);
    directory.push(entry, called);
    at += head.length + called.length + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0), end = Buffer.alloc(22), n = Object.keys(files).length;
  end.writeUInt32LE(0x06054b50); end.writeUInt16LE(n, 8); end.writeUInt16LE(n, 10); end.writeUInt32LE(size, 12); end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

const listNamed = (name) => `muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: ${JSON.stringify(name)}\nunits: []\n`;
const numbered = (n, ending, content) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`lists/${i}${ending}`, content]));

// hostileInputs are hostile files, as a text too if they can be pasted, with the answer
// expected and the names under which they are kept once a person agrees.
function hostileInputs(home) {
  const folder = join(home.folder, 'hostile');
  mkdirSync(join(folder, 'many'), { recursive: true });
  const put = (name, content) => { writeFileSync(join(folder, name), content); return join(folder, name); };
  const book = readFileSync('../../catalog/data/gf-3/steel-wardens.yaml', 'utf8').replace(/\bcost: \d+/g, 'cost: 5');
  const four = 'muster: list/1\nnotes: ' + 'x'.repeat(4_000_000) + '\n';
  const names = ['lists/.bash_profile', 'lists/.envrc', 'lists/-rf', 'lists/$(touch x).yaml', 'lists/../../up.yaml', '/etc/root.yaml'];
  const packed = Object.fromEntries(names.map((name) => [name, listNamed('From a ZIP')]));
  const code = execFileSync(process.env.MUSTER, ['share', put('code.yaml', listNamed('../.envrc; $(rm x)'))], { encoding: 'utf8' }).trim();
  return {
    'a list': { unasked: true, files: [put('planted.yaml', listNamed('Planted'))], says: /sent this/, keeps: ['planted.yaml'] },
    'a false book': { files: [put('harmless.yaml', book)], text: book, says: /ships with muster/ },
    'a false book in a ZIP file': { files: [put('book.zip', zipOf({ 'books/harmless.yaml': book }))], says: /ships with muster/ },
    'a ZIP file, or a code, with names of its own': {
      files: [put('names.zip', zipOf({ ...packed, 'books/Makefile': 'muster: x\nall:\n\ttouch x\n' }))], text: code, says: /hidden files are left out[^]*Makefile|rm x/,
      keeps: ['rf.yaml', 'root.yaml', 'touch-x.yaml', 'up.yaml'], keepsText: ['envrc-rm-x.yaml'],
    },
    'a ZIP file, or a code, that swells': { files: [put('swells.zip', zipOf(numbered(300, '.yaml', four)))], text: swollen(), says: /larger than 64 MB|more than any list/ },
    'a ZIP file of too many files': { files: [put('many.zip', zipOf(numbered(2001, '.yaml', 'muster: list/1\n')))], says: /more than 2000 files/ },
    'too many bytes in files': { files: Array.from({ length: 17 }, (_, i) => put(`many/${i}.yaml`, four)), text: four + four, says: /larger than/ },
    'too many files': { files: Array.from({ length: 2001 }, (_, i) => put(`many/${i}-.txt`, 'x')), says: /more than 2000 files|larger than 64 MB/ },
  };
}

// intake sends hostile inputs by every door, each after the others.
export async function intake(home) {
  const me = await home.profile(), { page } = me;
  await openFiles(me, ['../../examples/third-company.yaml']);
  await me.says('1990 of');
  const list = page.url(), inputs = hostileInputs(home);
  for (const [door, send] of Object.entries(doorsOf(home, me))) {
    for (const [what, input] of Object.entries(inputs)) {
      const asks = door === 'another site' || door === 'the share target', text = door === 'what is pasted';
      if (input.unasked && !asks || text && !input.text || door === 'a copy of everything' && !input.files[0].endsWith('.zip')) continue;
      const were = await kept(home, page), refused = !home.site && door === 'another site';
      const said = await send(input);
      if (!refused) home.reads(`${what} by ${door} is answered with a sentence`, said, input.says);
      if (asks) home.holds('and not kept unasked', await newNames(home, page, were) === '');
      if (await me.button('Keep it').count()) await me.press('Keep it');
      const keeps = refused ? [] : (text ? input.keepsText : input.keeps) || [];
      home.holds(keeps.length ? `and kept as ${keeps.join(', ')}` : 'and not kept', await newNames(home, page, were) === keeps.join(), await newNames(home, page, were));
      if (keeps.length && !text) {
        if (door === 'the terminal') execFileSync(process.env.MUSTER, ['import', '--undo'], { cwd: process.env.SERVED });
        else await me.press('Take back what came');
        home.holds('and taken back whole', await newNames(home, page, were) === '', await newNames(home, page, were));
      }
      await page.goto(list);
      await me.settled();
      const status = await me.status();
      home.holds('and Third Company keeps its 1990 points', status.startsWith('1990 of'), status);
    }
  }
  await openFiles(me, inputs['a ZIP file, or a code, with names of its own'].files);
  await me.judge('keep it');
  await me.press('Keep it');
  await me.judge('kept');
  await me.press('Take back what came');
  await page.context().close();
}

// openFiles opens files by the form.
async function openFiles(me, files) {
  await me.go('/open');
  await me.page.getByLabel('File').setInputFiles(files);
  await me.press('Open');
}

// doorsOf are the ways into a home for files and texts. Each returns the page's answer.
function doorsOf(home, me) {
  const { page } = me;
  const answer = async () => {
    const asked = page.getByRole('heading', { level: 1, name: /^(Keep it\?|Nothing is new)$/ });
    await page.locator('#problem:not(:empty)').or(asked).or(page.getByRole('heading', { level: 1, name: 'rm x' })).first().waitFor();
    await me.settled();
    return page.locator('main').innerText();
  };
  // submits has a form of the page that is shown send files, without a click.
  const submits = async (action, files) => {
    await page.evaluate((action) => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action, enctype: 'multipart/form-data', id: 'sent' });
      form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'file', multiple: true }));
      document.body.append(form);
    }, action);
    await page.locator('#sent input').setInputFiles(files);
    await Promise.all([page.waitForNavigation(), page.evaluate(() => HTMLFormElement.prototype.submit.call(document.getElementById('sent')))]);
  };
  const elsewhere = async (action, files) => {
    const hostile = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Another origin</h1>'));
    await new Promise((done) => hostile.listen(0, '127.0.0.1', done));
    await page.goto(`http://localhost:${hostile.address().port}/`);
    await submits(home.base + action, files);
    hostile.close();
  };
  const doors = {
    'the form': async ({ files }) => { await openFiles(me, files); return answer(); },
    'what is dropped': async ({ files }) => {
      await me.go('/');
      const session = await page.context().newCDPSession(page);
      for (const type of ['dragEnter', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data: { items: [], files, dragOperationsMask: 1 } });
      return answer();
    },
    'what is pasted': async ({ text }) => {
      await me.go('/open');
      await page.getByLabel('Text that Army Forge shares').fill(text);
      await me.press('Open the text');
      return answer();
    },
    'a copy of everything': async ({ files }) => {
      await me.go('/');
      await page.getByLabel('A file that “Save everything” made').setInputFiles(files);
      await me.press('Bring back');
      return answer();
    },
  };
  if (home.site) return { ...doors,
    'the share target': async ({ files }) => {
      await me.go('/');
      await page.evaluate(() => navigator.serviceWorker.ready);
      await submits('./shared', files);
      return answer();
    },
    'another site': async ({ files }) => { await elsewhere('shared', files); return answer(); } };
  return { ...doors,
    'another site': async ({ files }) => { for (const path of ['open', 'everything', 'shared']) await elsewhere(path, files); return ''; },
    'the terminal': ({ files }) => {
      const { stdout, stderr } = spawnSync(process.env.MUSTER, ['import', ...files], { cwd: process.env.SERVED, encoding: 'utf8' });
      return stdout + stderr;
    } };
}

// kept are the names of all that a home keeps, hidden files too, but muster's own folders
// and the lists that are made by chance meanwhile.
async function kept(home, page) {
  const names = home.site ? await page.evaluate(async () => {
    const waits = await Promise.all((await caches.keys()).filter((name) => name.endsWith('shared')).map(async (name) => (await (await caches.open(name)).keys()).map((one) => one.url)));
    const asked = indexedDB.open('muster ' + new URL('.', location).pathname);
    await new Promise((done) => { asked.onsuccess = done; });
    const all = asked.result.transaction('files').objectStore('files').getAllKeys();
    await new Promise((done) => { all.onsuccess = done; });
    asked.result.close();
    return all.result.concat(...waits);
  }) : [process.env.SERVED, join(process.env.XDG_DATA_HOME, 'muster')].flatMap((folder) => readdirSync(folder, { recursive: true }));
  return names.filter((name) => !/^(books\/)?\.(trash|arrivals)\b|chance/.test(name));
}

// newNames are the names that a home keeps besides those that were there.
async function newNames(home, page, were) { return (await kept(home, page)).filter((name) => !were.includes(name)).sort().join(); }
