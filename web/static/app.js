// Turns clicks on links and forms into requests, and the page into the answer. Where a
// handler answers over the network everything works without a script; as a site of its
// own, the handler runs in a worker. Each module imports only those that it needs, and
// none does anything before this one calls it.
import { listenToScreen } from './awake.js';
import { listenToCopies, showShare } from './copy.js';
import { closedByBack } from './dialog.js';
import { listenToDrags } from './drag.js';
import { listenToForms } from './forms.js';
import { currentPath, site } from './home.js';
import { listenToKeep, showKept } from './kept.js';
import { listenToMenus } from './menus.js';
import { element, showChange } from './messages.js';
import { morph } from './morph.js';
import { fetchFollowing, go, listenToHistory, onShow, useTaps } from './navigate.js';
import { listenToNewList, showScripted } from './newlist.js';
import { keepProgram, showOffline } from './offline.js';
import { listenToLaunches, openFragment } from './open.js';
import { listenToPresses } from './press.js';
import { showOffer } from './rescue.js';
import { startProgram } from './runtime.js';
import { storedPage } from './storage.js';

function start() {
  if (site) startProgram();
  for (const then of [showOffer, showChange, showShare, showScripted, showOffline, () => showKept().catch(() => {})]) onShow(then);
  for (const listen of [listenToPresses, listenToHistory, listenToForms, listenToMenus, listenToDrags, listenToCopies,
    listenToNewList, listenToKeep, listenToScreen, listenToLaunches]) listen();
  addEventListener('popstate', (event) => closedByBack() || openFragment() || go('GET', currentPath(), { back: event.state }));
  matchMedia('(min-width: 60rem)').addEventListener('change', (event) => event.matches && document.getElementById('unit') && go('GET', currentPath())); // a pane that was hidden may be behind
  showChange(0);
  showShare();
  showScripted();
  if (!site) {
    import('./table.js').then((table) => {
      useTaps(table);
      onShow(table.followTable);
      table.listenToTable(() => go('GET', currentPath()));
      table.followTable();
    });
  }
  const opened = openFragment();
  if (site) startSite(opened);
  else {
    listenLater();
    if (!opened) fetchFollowing();
  }
}

// listenLater adds what a first visit can do without until its page is there.
const listenLater = () => import('./keys.js').then((keys) => keys.listenToKeys());

// startSite shows a page while the program starts: the stored one, the start page, or a note
// that the program is on its way.
function startSite(opened) {
  const stored = !opened && storedPage();
  if (stored) morph(new DOMParser().parseFromString(stored, 'text/html').body);
  else if (opened || currentPath() !== '/') showStarting();
  const shown = opened || go('GET', currentPath());
  shown.then(keepProgram);
  shown.then(listenLater);
}

function showStarting() {
  const box = document.getElementById('starting').parentNode;
  box.prepend(element('h1', 'muster'));
  document.getElementById('main').replaceChildren(document.getElementById('problem'), box);
}

// A server forbids framing by a header; the host of a site may not send one.
if (site && window.top !== window) document.getElementById('main').replaceChildren('muster is a page of its own, not a part of another.');
else if (!('old' in document.documentElement.dataset)) start(); // else old.js said which browsers will do
