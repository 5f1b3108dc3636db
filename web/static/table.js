// A game that two phones share: each sees what the other taps, and taps that find no network wait
// here until it is back.
import { say } from './messages.js';

const key = 'muster taps', retryAfter = 1000; // milliseconds
let stream, timer, sending = false;

const table = () => document.querySelector('.play[data-stream]');
const kept = () => { try { return JSON.parse(localStorage.getItem(key)) || []; } catch { return []; } };
let waiting = kept(); // [{path, body}], the first tapped first
const where = (path) => path.split('?')[0];
const ofGame = (path) => waiting.filter((one) => where(one.path) === where(path));

function hold(taps) {
  waiting = taps;
  try { localStorage.setItem(key, JSON.stringify(waiting)); } catch { /* they wait in this page alone */ }
  showUnsent();
}

export function showUnsent() {
  const n = waiting.length;
  say(n ? `${n} ${n > 1 ? 'taps wait' : 'tap waits'} for the network.` : '', document.getElementById('unsent'));
}

// number gives a tap at a shared table a number of its own, by which the game knows it if it comes
// twice. It reports whether the form is such a tap.
export function number(method, path, body) {
  if (!table() || method !== 'POST' || !where(path).endsWith('/play') || !(body instanceof URLSearchParams)) return false;
  body.set('tap', [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join('-'));
  return true;
}

// mustWait reports whether earlier taps wait, so that a tap waits behind them. An undo takes back
// the last of them.
export function mustWait(path, body) {
  if (!ofGame(path).length) return false;
  if (body.get('e') === 'undo' && !sending) hold(waiting.filter((one) => one !== ofGame(path).at(-1)));
  else wait(path, body);
  return true;
}

// orWait keeps a tap that found no network; there is no answer then.
export const orWait = (asked, path, body) => asked.catch((error) => {
  if (!(error instanceof TypeError)) throw error;
  wait(path, body);
});

function wait(path, body) {
  hold([...waiting, { path, body: body.toString() }]);
  clearTimeout(timer);
  timer = setTimeout(send, retryAfter);
}

// send sends the taps that wait, one after the other.
async function send() {
  clearTimeout(timer);
  if (sending || !waiting.length) return;
  sending = true;
  let lost = '';
  try {
    while (waiting.length) {
      const [{ path, body }] = waiting, answer = await fetch(path, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' });
      if (answer.status >= 500) throw new Error('the game is not there');
      if (answer.status === 401) return; // until this phone has the link of the game again
      if (answer.status === 404) lost = 'That game is no more, so what was tapped in it is left out.';
      else if (answer.status >= 400) lost = 'One of the taps came too late and was left out.';
      hold(waiting.slice(1));
    }
    await refresh();
    if (lost) say(lost, document.getElementById('problem'));
  } catch { timer = setTimeout(send, retryAfter); } finally { sending = false; }
}

let refresh = () => {};

// listenToTable keeps a stream of the shown game, and has the page shown anew by update when the
// game is another than the one shown.
export function listenToTable(update) {
  refresh = update;
  addEventListener('online', send);
  if (waiting.length) send();
}

// followTable opens the stream of the shown game, or closes it.
export function followTable() {
  const address = table()?.dataset.stream;
  showUnsent();
  if (stream && stream.url === new URL(address || '', location).href && stream.readyState !== EventSource.CLOSED) return;
  stream?.close();
  stream = address ? new EventSource(address) : null;
  if (stream) stream.onmessage = ({ data }) => { send(); if (table() && table().dataset.game !== data) refresh(); };
}
