// Sends requests to the handler: over the network, or to the program of a site.
import { site } from './home.js';
import { askProgram } from './runtime.js';

// ask returns the answer {status, url, type, name, body} to a request. Parts of the
// page that stay as they are shown are not sent again. The signal says that nobody waits any longer.
export async function ask(method, path, { body = null, signal } = {}) {
  const parts = [...document.querySelectorAll('[data-as]')].map((part) => part.dataset.as).join(' ');
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
