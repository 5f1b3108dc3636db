// Sends requests to the handler: over the network, or to the program of a site.
import { site } from './home.js';
import { askProgram } from './runtime.js';

// ask returns the answer {status, url, type, name, body} to a request. Parts of the
// page that stay as they are shown are not sent again. The signal says that nobody waits any longer.
export async function ask(method, path, { body = null, signal } = {}) {
  const all = [...document.querySelectorAll('[data-as]')].map((part) => part.dataset.as);
  if (document.getElementById('unit')?.offsetWidth === 0) all.push('-unit'); // a phone shows another pane
  const parts = all.join(' ');
  const { status, url, head, content } = site ? await overMessages(method, path, body, parts, signal) : await overNetwork(method, path, body, parts, signal);
  return { status, url: head('Content-Location') || url, type: head('Content-Type'), name: fileName(head('Content-Disposition')), body: content };
}

async function overNetwork(method, path, body, parts, signal) {
  const answer = await fetch(path, { method, body, signal, headers: { 'X-Muster-Parts': parts } });
  const head = (name) => answer.headers.get(name) || '';
  return { status: answer.status, url: answer.url.slice(location.origin.length), head, content: await answer.arrayBuffer() };
}

async function overMessages(method, path, body, parts, signal) {
  let type = '', bytes = null;
  if (body) {
    const packed = new Request('x', { method: 'POST', body });
    type = packed.headers.get('Content-Type');
    bytes = new Uint8Array(await packed.arrayBuffer());
  }
  const answer = await askProgram({ method, path, type, bytes, parts }, signal);
  return { status: answer.status, url: answer.path, head: (name) => answer.headers[name] || '', content: answer.body };
}

const fileName = (disposition) => (/filename="([^"]*)"/.exec(disposition) || [])[1] || '';

// isPage reports whether an answer is to be shown, not saved.
export const isPage = (answer) => answer.type.startsWith('text/html') && !answer.name;
export const textOf = (answer) => new TextDecoder().decode(answer.body);
export const pageOf = (answer) => new DOMParser().parseFromString(textOf(answer), 'text/html');

// refusal returns the content of a failed answer: a text, and links to ways out.
export const refusal = (answer) => isPage(answer) ? (pageOf(answer).querySelector('#why') ?? pageOf(answer).body).childNodes : [textOf(answer).trim()];

// tooLarge returns a sentence if a form's files are larger than any that are taken.
export function tooLarge(body) {
  const { most, mostOfAll } = document.documentElement.dataset; // of a file, and of a copy of everything
  const values = body ? [...body.values()] : [], size = (value) => value.size ?? value.length;
  if (values.some((value) => size(value) > (/\.zip$/i.test(value.name) ? mostOfAll : most))) return 'The file is larger than any list or book.';
  if (values.reduce((sum, value) => sum + size(value), 0) <= mostOfAll) return '';
  return `Together these files are larger than ${mostOfAll >> 20} MB; send fewer at once.`;
}
