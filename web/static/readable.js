// Shows the copy in a list's code while the program starts, in the format of package share,
// with its checksum.
import { element, say } from './messages.js';

const withCopy = 7; // the first byte of codes with a copy

function checksum(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum;
}

// inflate unpacks bytes after the dictionary, put before them as a stored block. It returns
// nothing if the result is larger than any list.
async function inflate(bytes) {
  const dictionary = new Uint8Array(await (await fetch('dictionary.txt')).arrayBuffer()), n = dictionary.length;
  const head = new Uint8Array([0, n & 255, n >> 8, ~n & 255, (~n >> 8) & 255]);
  const reader = new Blob([head, dictionary, bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const all = new Uint8Array(n + Number(document.documentElement.dataset.most));
  let end = 0;
  for (let part; !(part = await reader.read()).done; end += part.value.length) {
    if (end + part.value.length > all.length) return reader.cancel();
    all.set(part.value, end);
  }
  return new TextDecoder().decode(all.subarray(n, end));
}

export async function showReadable(code) {
  const letters = code.replace(/^muster1\./, '').replace(/-/g, '+').replace(/_/g, '/');
  const packed = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0)), body = packed.subarray(0, -4);
  if (body[0] !== withCopy || checksum(body) !== new DataView(packed.buffer, body.length).getInt32(0)) return;
  const text = await inflate(body.subarray(1));
  if (text === undefined) return say('The code holds more than any list; ask for the list’s file.');
  const { copy } = JSON.parse(text), starting = document.getElementById('starting');
  if (copy && starting) starting.after(sheetOf(copy)); // else the program was faster
}

function sheetOf(copy) {
  const sheet = document.createElement('section'), books = (copy.books || []).map((book) => `${book.name} ${book.version}`).join(', ');
  sheet.id = 'copy';
  sheet.append(
    element('h2', copy.name || 'A list'),
    element('p', `${copy.points}${copy.limit ? ' of ' + copy.limit : ''} points, ${copy.legal ? 'legal' : 'not legal'}${books && ', made with ' + books}`),
    ...copy.units.slice(0, 2000).flatMap(linesOf));
  return sheet;
}

function linesOf(unit) {
  const figures = [['models', unit.models], ['Quality', unit.quality], ['Defense', unit.defense], ['Resolve', unit.resolve], ['Tough', unit.tough]];
  const profile = (w) => [w.range && w.range + '″', w.attacks && 'A' + w.attacks, ...w.rules || []].filter(Boolean).join(', ');
  return [
    element('h3', `${unit.name} · ${unit.points} points`),
    element('p', figures.filter(([, figure]) => figure).map(([label, figure]) => `${label} ${figure}`).concat(unit.rules || []).join(' · ')),
    element('p', (unit.weapons || []).map((w) => `${w.count}× ${w.name} (${profile(w)})`).join(', ')),
  ];
}
