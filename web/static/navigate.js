// Asks for pages and shows them, one request after the other, so that no answer is overtaken.
import { addressOf, currentPath, pathIn, site } from './home.js';
import { showError, showProblem } from './messages.js';
import { morph } from './morph.js';
import { restoreScroll, scrollAfter, scrollPositions, shownPart } from './places.js';
import { keepPressed, measurePressed, released, removeLid } from './press.js';
import { forgetPages, saveFile, storePage } from './storage.js';
import { ask, isPage, pageOf, refusal, tooLarge } from './transport.js';

let queue = Promise.resolve(); // ends with the last request
let changes = 0; // that were answered
let fetching = new AbortController(); // the page that is on its way
let laterTimer, storeTimer, slowTimer;
const afterShow = [];
let taps = null; // the module of a shared table, which a site has not

// useTaps has the taps of a shared table numbered, and kept while there is no network.
export const useTaps = (table) => { taps = table; };

// onShow has a function called after each page that was shown, with how many changes were answered.
export const onShow = (then) => afterShow.push(then);

// show changes the page into an answer's. A push makes an entry of the browser's history;
// back is the scroll positions of an entry that one came back to.
function show(answer, { push = false, back } = {}) {
  if (!isPage(answer)) return saveFile(answer);
  const page = pageOf(answer), before = shownPart(), positions = scrollPositions();
  if (storeTimer && push) storeNow();
  document.title = page.title;
  measurePressed(currentPath().split('?')[0] !== answer.url.split('?')[0]);
  morph(page.body);
  keepPressed(!push);
  setAddress(addressOf(answer.url), positions, push);
  if (push) focusStart();
  if (back) restoreScroll(back);
  else scrollAfter(before, positions, push);
  for (const then of afterShow) then(changes);
  fetchFollowing();
  if (site) {
    clearTimeout(storeTimer);
    storeTimer = setTimeout(storeNow, 500);
  }
}

function setAddress(address, positions, push) {
  if (new URL(address, location).href === location.href) return;
  if (!push || history.state?.dialog) return history.replaceState(null, '', address); // a dialog's entry is the next page's
  history.replaceState(positions, '');
  history.pushState(null, '', address);
}

// focusStart puts the focus where a new page begins, unless it is somewhere already.
function focusStart() {
  const at = document.querySelector('[autofocus]') || (document.activeElement === document.body && document.querySelector('h1'));
  if (!at) return;
  at.tabIndex = at.tabIndex < 0 ? -1 : at.tabIndex;
  at.focus({ preventScroll: true });
}

// fetchFollowing asks for figures that take longer to work out.
export function fetchFollowing() {
  const more = document.querySelector('a[data-more]');
  if (!more) return;
  const path = pathIn(more, 'href');
  laterTimer = setTimeout(() => go('GET', path), 50);
}

function storeNow() {
  clearTimeout(storeTimer);
  storeTimer = 0;
  removeLid();
  storePage();
}

// listenToHistory restores pages when one goes back, and stores the last when one leaves.
export function listenToHistory() {
  history.scrollRestoration = 'manual';
  if (site) addEventListener('pagehide', () => { if (storeTimer) storeNow(); });
}

// setBusy marks that an answer is on its way; it is seen when it takes long, so that a quick one is
// drawn once.
function setBusy(busy) {
  const { classList } = document.documentElement;
  clearTimeout(slowTimer);
  if (busy) {
    document.body.setAttribute('aria-busy', 'true');
    slowTimer = setTimeout(() => classList.add('slow'), 250);
  } else {
    document.body.removeAttribute('aria-busy');
    if (classList.length) classList.remove('slow');
  }
}

// go asks for a page, or sends a form, and shows the answer. A page that is left for another
// before it came is not waited for. The options are body, and show's push and back.
export function go(method, path, { body = null, push = false, back } = {}) {
  const large = tooLarge(body);
  if (large) return Promise.resolve(showProblem(large));
  const tap = taps?.number(method, path, body);
  if (path.endsWith('/delete') && method === 'POST' && site) forgetPages();
  clearTimeout(laterTimer);
  fetching.abort();
  const here = fetching = new AbortController(), signal = method === 'GET' ? here.signal : undefined;
  setBusy(true);
  const seen = changes;
  queue = queue.then(() => {
    signal?.throwIfAborted();
    if (tap && taps.mustWait(path, body)) return null;
    if (changes > seen) sendNewestETag(body);
    const asked = ask(method, path, { body, signal });
    return tap ? taps.orWait(asked, path, body) : asked;
  }).then((answer) => answer && receive(answer, method, { push, back, tap }))
    .catch((error) => { if (!signal?.aborted) showError(error); })
    .finally(() => { if (fetching === here) setBusy(false); });
  return queue;
}

// goTo asks for a page, and scrolls to the part that its address names.
export function goTo(path, push, query) {
  const [page, part] = path.split('#');
  return go('GET', query ? `${page}?${query}` : page, { push }).then(() => part && document.getElementById(part)?.scrollIntoView());
}

// cancelFetch returns a function that leaves the page on its way.
export function cancelFetch() {
  const here = fetching;
  return () => here.abort();
}

// sendNewestETag sends the ETag of the list as shown now, after the page's own changes.
function sendNewestETag(body) {
  const etag = document.querySelector('[name=etag]');
  if (etag && body instanceof URLSearchParams && body.has('etag')) body.set('etag', etag.value);
}

async function receive(answer, method, how) {
  await released;
  if (answer.status < 400) {
    if (method === 'POST') changes++;
    return show(answer, how);
  }
  if (method === 'GET' && isPage(answer)) return show(answer, { push: how.push });
  // A refusal leaves the page as it is; where the list is another by now, that is shown.
  if (answer.status === 409 || how.tap && answer.status === 404) show(await ask('GET', currentPath()));
  showProblem(...refusal(answer));
}
