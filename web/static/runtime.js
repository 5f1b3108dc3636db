// The program of a site: the handler, in a worker that answers requests by messages.
import { base } from './home.js';
import { say } from './messages.js';
import { offerFiles } from './rescue.js';

// A worker's memory never shrinks: one with more is replaced after a rest.
const maxMemory = 64 << 20, restBefore = 30000; // bytes, milliseconds

let worker, requests = 0, fatal = '', renewing = false, restTimer;
let note = ''; // after what is said of the program's start, once something was pressed
const waiting = new Map(); // requests without an answer, by their numbers
const drawn = new Map(); // pages of a first visit that need no program, by their paths

export function startProgram() {
  // A later visit has the program unpacked, from the service worker.
  const later = navigator.serviceWorker && navigator.serviceWorker.controller;
  for (const page of document.querySelectorAll('template[data-path]')) {
    if (!later) drawn.set(page.dataset.path, new TextEncoder().encode('<title>muster</title>' + page.innerHTML));
    page.remove();
  }
  use(new Worker('worker.js', { name: later ? 'kept' : '' }));
}

function use(started) {
  worker = started;
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = (event) => failProgram('muster could not start: ' + (event.message || 'this browser cannot run it'));
}

function receive(data) {
  if (data.failed) return failProgram(data.failed);
  if (data.progress) return say(data.progress + note);
  if (data.left) return offerFiles(data.left);
  if (!data.runs) return receiveAnswer(data);
  drawn.clear();
  document.getElementById('starting')?.remove();
}

function receiveAnswer(data) {
  const request = waiting.get(data.id);
  waiting.delete(data.id);
  request?.resolve(data);
  if (request?.ofRenewal) return;
  clearTimeout(restTimer);
  if (data.held > maxMemory) rest();
}

// failProgram says why nothing will work any longer. Only the first reason is said.
function failProgram(text) {
  if (fatal) return;
  fatal = text;
  for (const request of waiting.values()) request.reject(new Error(text));
  say(text);
  offerFiles(text); // since a stored page has no place for how the program starts
  document.body.removeAttribute('aria-busy');
}

// send returns a worker's answer to a request. The signal says that nobody waits for it.
function send(to, request, { signal, ofRenewal = false } = {}) {
  return new Promise((resolve, reject) => {
    const id = ++requests;
    waiting.set(id, { resolve, reject, ofRenewal });
    if (signal) signal.onabort = () => { to.postMessage({ left: id }); reject(signal.reason); };
    to.postMessage({ id, base, parts: '', ...request });
  });
}

// askProgram returns the program's answer {status, path, headers, body} to a request, or a
// page that is drawn already.
export async function askProgram(request, signal) {
  if (fatal) throw new Error(fatal);
  const { method, path } = request;
  if (method === 'GET' && drawn.has(path)) return { status: 200, path, headers: { 'Content-Type': 'text/html' }, body: drawn.get(path) };
  if (requests) note = ' What you pressed is done then.';
  return send(worker, request, { signal });
}

function rest() {
  clearTimeout(restTimer);
  restTimer = setTimeout(renew, restBefore);
}

// renew starts the program anew in another worker, with the undo histories. The old worker
// stays if that fails or if anything is asked meanwhile.
async function renew() {
  if (renewing) return rest();
  if (waiting.size) return; // its answer begins another rest
  renewing = true;
  const next = await successor().catch(() => null);
  renewing = false;
  if (!next) return;
  clearTimeout(restTimer);
  worker.terminate();
  use(next);
}

// successor returns a worker that runs the program with this one's undo history, or
// nothing where the program may not be replaced.
async function successor() {
  const history = await send(worker, { method: 'GET', path: '/api/undo', type: '' }, { ofRenewal: true }), before = requests;
  if (history.status !== 200) return null;
  const next = new Worker('worker.js', { name: 'kept' });
  try {
    const taken = await new Promise((resolve, reject) => {
      next.onerror = (event) => { event.preventDefault(); reject(event); }; // the old worker goes on
      next.onmessage = ({ data }) => {
        if (data.failed) reject(new Error(data.failed));
        else if ('id' in data) receiveAnswer(data);
        else if (data.runs) send(next, { method: 'POST', path: '/api/undo', type: 'application/json', bytes: history.body }, { ofRenewal: true }).then(resolve, reject);
      };
    });
    if (taken.status === 204 && requests === before + 1 && !waiting.size) return next;
  } catch { /* the old worker goes on */ }
  for (const [id, request] of waiting) if (request.ofRenewal) waiting.delete(id);
  next.terminate();
  return null;
}
