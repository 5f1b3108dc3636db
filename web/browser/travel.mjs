// Follows lists that travel: a link to a person without the army book, one that swells, an
// address where a file should be, the lists of a cup.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';

const book = `muster: book/1
id: glass-choir
system: gf-3
name: Glass Choir
version: "1.4"
units:
  - {id: shards, name: Shards, size: 5, quality: 4, defense: 4, cost: 100, weapons: [{name: Splinter, count: 5, range: 18, attacks: 1}]}
`;
const list = `muster: list/1
system: gf-3
book: glass-choir@1.4
name: Broken Chord
points: 1000
units:
  - {id: first, unit: shards}
  - {id: second, unit: shards}
`;

// travels follows them in a home, as somebody who was never there.
export async function travels(home) {
  const { MUSTER: muster } = process.env;
  const at = join(home.folder, 'travel');
  mkdirSync(join(at, 'books'), { recursive: true });
  const file = (name, text) => { writeFileSync(join(at, name), text); return join(at, name); };
  const [ours, path] = [file('books/glass-choir.yaml', book), file('chord.yaml', list)];
  const run = (...args) => execFileSync(muster, [...args, '--books', join(at, 'books')], { encoding: 'utf8' });
  const code = run('share', path).trim();
  const me = await home.profile(), { page } = me;
  const open = (code) => page.goto(home.base + (home.site ? '' : 'open') + '#list=' + code);
  const text = () => page.locator('main').innerText();

  await page.addInitScript(() => new MutationObserver(() => {
    if (!window.copyAt && document.getElementById('copy')) window.copyAt = performance.now();
  }).observe(document, { childList: true, subtree: true }));
  await open(code);
  await me.heading('Broken Chord');
  await me.settled();
  if (home.site) {
    const shown = await page.evaluate(() => window.copyAt);
    home.holds(`while a site starts the copy in a link is there already, after ${Math.round(shown)} ms`, shown > 0);
  }
  const said = await text();
  home.reads('a link opens where the army book is not, as a page to read', said, 'made with Glass Choir 1.4', '200 of 1000 points, legal', 'Shards #2');
  await page.getByText('To check and change it').click();
  home.holds('which says how to get the book', await page.getByRole('link', { name: 'Get the army book from Army Forge' }).isVisible());
  await me.judge('copy');
  const sheet = await me.downloaded(page.getByRole('button', { name: 'PDF to print' }));
  home.holds('and prints', sheet.subarray(0, 5).toString() === '%PDF-');
  const stays = page.url().endsWith('#list=' + code);
  await me.go('/');
  home.holds('opening keeps nothing, and the list stays in the address', stays && !(await text()).includes('Broken Chord'));

  await open(swollen());
  await page.getByText('The code holds more than any list').or(page.getByText('the code holds more than any list')).first().waitFor({ timeout: 60000 });
  home.holds('a code that swells to 300 MB is refused in a sentence', true);

  await me.go('/open');
  await page.getByLabel('Text that Army Forge shares').fill('https://army-forge.onepagerules.com/share?id=Xy-3_z&name=Hedge');
  await me.press('Open the text');
  const to = await me.alert().getByRole('link', { name: /api\/tts/ }).getAttribute('href');
  home.holds('an address of Army Forge is answered with a link to its data', to === 'https://army-forge.onepagerules.com/api/tts?id=Xy-3_z', to);

  await page.getByLabel('File', { exact: true }).setInputFiles(ours);
  await me.press('Open');
  await page.getByText('Glass Choir 1.4 is among your army books now').waitFor();
  await me.go('/event');
  await page.getByLabel('Event (event/1)').setInputFiles(file('cup.yaml', 'muster: event/1\nname: Chord Cup\npoints: 1000\nleast: 150\n'));
  await page.getByLabel('Lists', { exact: true }).setInputFiles([
    path, file('code.txt', code), file('broken.txt', code.slice(0, 200)),
    file('small.yaml', list.replace(/ {2}- .*second.*\n/, '')), file('forge.json', run('export', path, '-o', '-', '--format', 'armyforge')),
  ]);
  await me.press('Check them');
  const rows = await page.locator('tbody tr').allInnerTexts();
  const verdicts = rows.filter((row) => /^\S+\t/.test(row)).map((row) => row.split('\t')[0]).join();
  home.holds('the lists of a cup are judged, a line each', verdicts === '?,ILLEGAL,legal,legal,legal', rows.join(' | '));
  await me.judge('cup');
  await me.press(page.getByRole('button', { name: 'Look' }).nth(1));
  await me.heading('Broken Chord');
  home.holds('and one of them looked at', (await me.status()).startsWith('200 of 1000 points'));

  await open(code);
  await me.says('200 of 1000 points');
  await me.press('Keep it');
  await me.heading('Broken Chord');
  await me.go('/');
  home.reads('with the book here a link is a list, which is kept on wish', await text(), 'Broken Chord');

  await open(code);
  await page.getByText('Play against it').click();
  await me.press('Broken Chord');
  home.holds('a list of mine plays against it at a tap', await page.locator('[data-unit]').filter({ hasText: 'Shards' }).count() === 4);
}

// swollen is a code of a list of 300 MB.
export function swollen() {
  const dictionary = readFileSync('../../share/dictionary.txt'); // what codes are compressed behind
  const packed = Buffer.concat([Buffer.from([7]), deflateRawSync(Buffer.alloc(300 << 20, 'a'), { dictionary })]);
  let sum = ~0;
  for (const byte of packed) { sum ^= byte; for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0); }
  const end = Buffer.alloc(4);
  end.writeInt32BE(~sum);
  return 'muster1.' + Buffer.concat([packed, end]).toString('base64url');
}
