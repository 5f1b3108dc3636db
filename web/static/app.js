// Turns clicks on links and forms into requests and morphs the page into the
// answer. Where a handler answers over the network everything works without it;
// as a site of its own, the handler runs in a worker that this script asks.
(() => {
  'use strict';
  const site = document.documentElement.dataset.deployment === 'site';
  const base = location.origin + location.pathname;
  // A server refuses to be framed by a header, which a host of a site may not send.
  if (site && window.top !== window) return document.getElementById('main').replaceChildren('muster is a page of its own, not a part of another.');
  if ('old' in document.documentElement.dataset) return; // old.js said which browsers will do
  let busy = Promise.resolve();

  // --- The worker, where there is one ---
  let worker, number = 0, dead = '', pressed = '';
  const waiting = new Map(), drawn = new Map(); // of pages that need no program, on a first visit
  if (site) {
    // A later visit has the program unpacked, from the service worker.
    const kept = navigator.serviceWorker && navigator.serviceWorker.controller;
    for (const page of document.querySelectorAll('template[data-path]')) {
      if (!kept) drawn.set(page.dataset.path, new TextEncoder().encode('<title>muster</title>' + page.innerHTML));
      page.remove();
    }
    worker = new Worker('worker.js', { name: kept ? 'kept' : '' });
    worker.onmessage = ({ data }) => {
      if (data.failed) return fail(data.failed);
      if (data.progress) return say(data.progress + pressed);
      if (data.runs) return drawn.clear(), document.getElementById('starting')?.remove();
      if (data.left) return offer(data.left);
      arrived(data);
    };
    worker.onerror = (event) => fail('muster could not start: ' + (event.message || 'this browser cannot run it'));
  }
  let resting;
  function arrived(data) {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (asked) asked.resolve(data);
    clearTimeout(resting);
    if (data.held > mostHeld) resting = setTimeout(renew, restBefore);
  }
  // send asks a worker, which answers in its own time.
  const send = (to, asked, signal) => new Promise((resolve, reject) => {
    const id = ++number;
    waiting.set(id, { resolve, reject });
    if (signal) signal.onabort = () => { to.postMessage({ left: id }); reject(signal.reason); };
    to.postMessage({ id, base, offers: '', ...asked });
  });
  // renew starts the program anew in another worker, since the memory of one never
  // shrinks. What can be undone goes with it. The old worker stays if that fails or
  // if anything is asked meanwhile.
  const mostHeld = 64 << 20, restBefore = 30000; // bytes, milliseconds
  async function renew() {
    if (waiting.size) return; // its answer begins another rest
    const left = await send(worker, { method: 'GET', path: '/api/undo', type: '' }), before = number;
    if (left.status !== 200) return;
    const next = new Worker('worker.js', { name: 'kept' });
    let id;
    try {
      const taken = await new Promise((resolve, reject) => {
        next.onerror = reject;
        next.onmessage = ({ data }) => {
          if (data.failed) return reject(new Error(data.failed));
          if ('id' in data) return arrived(data);
          if (!data.runs) return;
          id = number + 1;
          send(next, { method: 'POST', path: '/api/undo', type: 'application/json', bytes: left.body }).then(resolve, reject);
        };
      });
      if (taken.status !== 204 || number !== before + 1 || waiting.size) throw new Error('something was asked meanwhile');
    } catch {
      waiting.delete(id);
      return next.terminate();
    }
    next.onmessage = worker.onmessage;
    next.onerror = worker.onerror;
    worker.terminate();
    worker = next;
  }
  const say = (text, at = document.getElementById('starting')) => { if (at) at.textContent = text; };
  const tell = (...what) => { const at = document.getElementById('problem'); at.replaceChildren(...what); at.scrollIntoView({ block: 'nearest' }); };
  // fail says why nothing will work; a page that was kept has only a place for problems.
  function fail(text) {
    if (dead) return; // of what was said first
    dead = text;
    for (const asked of waiting.values()) asked.reject(new Error(text));
    say(text);
    offer(text);
    document.body.removeAttribute('aria-busy');
  }
  // offer says what is wrong with what this browser keeps, and offers all of it as files to save.
  const offered = document.createElement('section');
  async function offer(text) {
    offered.setAttribute('role', 'alert');
    offered.replaceChildren(Object.assign(document.createElement('p'), { textContent: text }));
    showOffer();
    const kept = await everything().catch(() => []);
    const links = kept.map(([name, text]) => {
      const link = document.createElement('a'), item = document.createElement('li');
      link.href = URL.createObjectURL(new Blob([text instanceof Uint8Array || typeof text === 'string' ? text : JSON.stringify(text)]));
      link.textContent = link.download = String(name);
      item.append(link);
      return item;
    });
    if (!links.length) return;
    const list = document.createElement('ul');
    list.append(...links);
    offered.append(Object.assign(document.createElement('p'), { textContent: 'This browser keeps these files; save those that you need.' }), list);
  }
  const showOffer = () => { if (offered.firstChild) document.getElementById('problem').after(offered); };
  // everything is what the browser's database holds, name by name, read without the program.
  const everything = () => new Promise((resolve, reject) => {
    const asked = indexedDB.open('muster ' + new URL('.', location).pathname), kept = [];
    asked.onupgradeneeded = () => asked.transaction.abort(); // there is none yet
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      const cursor = asked.result.transaction('files').objectStore('files').openCursor();
      cursor.onerror = () => reject(cursor.error);
      cursor.onsuccess = () => {
        if (!cursor.result) return asked.result.close(), resolve(kept);
        kept.push([cursor.result.key, cursor.result.value]);
        cursor.result.continue();
      };
    };
  });

  // ask sends a request to the handler and returns {status, url, type, name, body}. What can be
  // added is not sent again while it is as it was. The signal tells that nobody waits any more.
  async function ask(method, path, body, signal) {
    const book = document.getElementById('book');
    const offers = book && book.firstElementChild ? book.dataset.as : '';
    if (!site) {
      const answer = await fetch(path, { method, body, signal, headers: { 'X-Muster-Offers': offers } });
      const head = (name) => answer.headers.get(name) || '';
      return { status: answer.status, url: head('Content-Location') || answer.url.slice(location.origin.length), type: head('Content-Type'),
        name: nameOf(head('Content-Disposition')), body: await answer.arrayBuffer() };
    }
    let type = '', bytes = null;
    if (body) {
      const packed = new Request('x', { method: 'POST', body });
      type = packed.headers.get('Content-Type');
      bytes = new Uint8Array(await packed.arrayBuffer());
    }
    if (dead) throw new Error(dead);
    if (method === 'GET' && drawn.has(path)) return { status: 200, url: path, type: 'text/html', name: '', body: drawn.get(path) };
    if (number) pressed = ' What you pressed is done then.';
    const got = await send(worker, { method, path, type, bytes, offers }, signal), head = (name) => got.headers[name] || '';
    return { status: got.status, url: head('Content-Location') || got.path, type: head('Content-Type'), name: nameOf(head('Content-Disposition')), body: got.body };
  }
  const nameOf = (disposition) => (/filename="([^"]*)"/.exec(disposition || '') || [])[1] || '';

  // --- Addresses: a site keeps the handler's path behind a question mark ---
  const address = (path) => site ? base + (path === '/' ? '' : '?' + path) : path;
  const pathOf = (url) => site ? (url.search.length > 1 ? url.search.slice(1) : '/') : url.pathname + url.search;
  // pathFor is the handler's path that a link or form means, or '' if it means another place.
  function pathFor(element, target) {
    const raw = element.getAttribute(target) || '';
    if (raw.startsWith('/') && !raw.startsWith('//')) return raw;
    if (raw.startsWith('?')) return pathOf(new URL(location)).split('?')[0] + raw;
    return '';
  }

  // --- Showing an answer ---
  let later = 0, keeping = 0, offline = '';
  const same = (was, now) => now.dataset && 'later' in now.dataset // a figure that follows
    || was.dataset && was.dataset.as && was.dataset.as === now.dataset.as && !now.firstElementChild
    || (was.nodeName === 'LI' || was.nodeName === 'ARTICLE' || was.nodeName === 'FIELDSET') && was.isEqualNode(now) && !was.querySelector('input, select, textarea');
  function morph(body) { // its children: a body would stand within the body
    Idiomorph.morph(document.body, [...body.childNodes], { ignoreActiveValue: false, morphStyle: 'innerHTML', callbacks: { beforeNodeMorphed: (was, now) => !same(was, now),
      beforeAttributeUpdated: (name, node) => !(name === 'open' && node.nodeName === 'DETAILS') // what a person opened stays open
        && !(name === 'value' && node === document.activeElement && node.form && node.form.hasAttribute('data-live')) } }); // as does what is being typed
  }

  // --- Where one is on a page: what is chosen is seen from its top, what was left as it was left ---
  history.scrollRestoration = 'manual';
  const panes = () => [...document.querySelectorAll('.panes > section')];
  const places = () => ({ y: scrollY, panes: panes().map((pane) => pane.scrollTop) });
  const where = () => ({ path: document.querySelector('form#do')?.getAttribute('action') || '', pane: document.querySelector('.panes')?.dataset.pane, of: document.getElementById('unit')?.dataset.of });
  let left = {}; // how far the parts of a page were scrolled where one is shown at a time
  function arrive(was, at, push, back) {
    const now = where();
    if (back) {
      scrollTo(0, back.y);
      return panes().forEach((pane, i) => { pane.scrollTop = back.panes[i] || 0; });
    }
    const same = now.path && now.path === was.path, another = now.of !== was.of;
    if (same && another) document.getElementById('unit').scrollTop = 0;
    if (!same) left = {};
    if (same && now.pane !== was.pane) {
      left[was.pane] = at.y;
      scrollTo(0, now.pane === 'unit' && another ? 0 : left[now.pane] || 0);
    } else if (push && !same) scrollTo(0, 0);
  }

  // --- What was pressed stays under the finger ---
  // held is the control that was pressed last: how it is found again, and where it stands.
  let held = null, lid = null;
  const finder = (e) => e.id ? '#' + CSS.escape(e.id)
    : (e.closest('main [id]') ? finder(e.closest('main [id]')) + ' ' : '') + e.localName + ['name', 'value', 'href'].filter((name) => e.hasAttribute(name)).map((name) => `[${name}="${CSS.escape(e.getAttribute(name))}"]`).join('');
  function press(event) {
    const at = event.target.closest && event.target.closest('button, a[href], summary, select, input, textarea');
    held = at && at.closest('main') && !at.closest('.bar') ? { at, find: 'main ' + finder(at) } : null;
  }
  document.addEventListener('click', press, true);
  document.addEventListener('change', press, true);
  // released is over when no button of a mouse and no finger is down: a page that changed between
  // press and release would have the click land on what both places share, where it does nothing.
  let released = Promise.resolve(), release = () => {};
  document.addEventListener('pointerdown', () => {
    release();
    released = new Promise((resolve) => { release = resolve; setTimeout(resolve, 1500); });
  }, true);
  document.addEventListener('click', () => release(), true);
  for (const kind of ['pointerup', 'pointercancel']) document.addEventListener(kind, () => setTimeout(release, 50), true);
  function hold() {
    const at = held && (held.at.isConnected ? held.at : document.querySelector(held.find));
    if (!at || !at.getClientRects().length) return (held = null);
    held = { ...held, at, box: at.getBoundingClientRect(), focus: document.activeElement === at };
  }
  // keepPlace scrolls what was pressed to where it stood. What is gone leaves a lid on its place,
  // so that a second tap there presses nothing else; what is disabled gives the focus to its neighbour.
  function keepPlace(changed) {
    if (lid && changed) document.body.append(lid);
    for (const pane of panes()) pane.style.paddingTop = pane.style.paddingBottom = ''; // that were pushed
    if (!held) return;
    const at = document.querySelector(held.find);
    if (!at || !at.getClientRects().length) {
      if (changed && held.at.localName === 'button') cover(held);
      return (held = null);
    }
    let by = at.getBoundingClientRect().top - held.box.top;
    const moves = (e) => e === document.scrollingElement || /auto|scroll/.test(getComputedStyle(e).overflowY);
    for (let e = at.parentElement; e && Math.abs(by) >= 1; e = e.parentElement) {
      if (!moves(e)) continue;
      const room = e.scrollHeight - e.clientHeight - e.scrollTop, pane = at.closest('.panes > section, main');
      const more = (side, n) => { pane.style[side] = parseFloat(getComputedStyle(pane)[side]) + n + 'px'; };
      if (by > room) more('paddingBottom', by - room);
      if (-by > e.scrollTop) more('paddingTop', -by - e.scrollTop);
      e.scrollTop += by;
      by = at.getBoundingClientRect().top - held.box.top;
    }
    held.at = at;
    const next = held.focus && at.disabled && at.closest('[data-option], li, .row');
    if (next) next.querySelector('button:not(:disabled)')?.focus({ preventScroll: true });
  }
  function cover({ at, box }) {
    const over = (event) => Math.abs(event.clientX - box.x - box.width / 2) <= box.width / 2 && Math.abs(event.clientY - box.y - box.height / 2) <= box.height / 2;
    if (lid) lid.remove();
    const mine = lid = at.cloneNode(true);
    for (const name of ['id', 'name', 'value']) mine.removeAttribute(name);
    Object.assign(mine.style, { position: 'fixed', opacity: 0, zIndex: 9, margin: 0, left: box.x + 'px', top: box.y + 'px', width: box.width + 'px', height: box.height + 'px' });
    mine.disabled = true;
    mine.setAttribute('aria-hidden', 'true');
    document.body.append(mine);
    const off = new AbortController(), lift = () => { off.abort(); mine.remove(); if (lid === mine) lid = null; };
    document.addEventListener('pointermove', (event) => over(event) || lift(), off);
    for (const kind of ['keydown', 'wheel', 'touchmove']) document.addEventListener(kind, lift, { capture: true, signal: off.signal });
    setTimeout(lift, 1500);
  }

  const isPage = (answer) => answer.type.startsWith('text/html') && !answer.name; // which files to save have
  const textOf = (answer) => new TextDecoder().decode(answer.body);
  const pageOf = (answer) => new DOMParser().parseFromString(textOf(answer), 'text/html');
  // said is what an answer says that is no success: text, and links of what to do.
  const said = (answer) => isPage(answer) ? pageOf(answer).querySelector('#why').childNodes : [textOf(answer).trim()];
  function show(answer, push, back) {
    if (!isPage(answer)) return save(answer);
    const page = pageOf(answer), was = where(), at = places();
    if (keeping && push) keep(); // what is left
    document.title = page.title;
    hold();
    if (pathOf(new URL(location)).split('?')[0] !== answer.url.split('?')[0]) held = null; // on another page nothing stays in place
    morph(page.body);
    document.querySelectorAll('.of-row[open]').forEach(fillMenu);
    keepPlace(!push);
    const target = address(answer.url);
    const moved = new URL(target, location).href !== location.href;
    if (moved && push) history.replaceState(at, ''), history.pushState(null, '', target);
    else if (moved) history.replaceState(null, '', target);
    if (push) {
      const at = document.querySelector('[autofocus]') || (document.activeElement === document.body && document.querySelector('h1'));
      if (at) { at.tabIndex = at.tabIndex < 0 ? -1 : at.tabIndex; at.focus({ preventScroll: true }); }
    }
    arrive(was, at, push, back);
    showOffer();
    offerShare();
    withScript();
    sayKept().catch(() => {});
    say(offline, document.getElementById('offline'));
    comeLater();
    if (site) { clearTimeout(keeping); keeping = setTimeout(keep, 500); }
  }
  // comeLater asks for what takes longer to work out, which comes by itself.
  function comeLater() {
    const more = document.querySelector('a[data-more]');
    if (more) later = setTimeout(go, 50, 'GET', pathFor(more, 'href'), null, false);
  }
  // keep keeps the page as text, to show it at once on a later visit while the program starts.
  const ours = `muster ${new URL('.', location).pathname} `; // of this site, among others of its origin
  const keptAs = () => ours + pathOf(new URL(location));
  // stored does something with the browser's storage; one that is full or denied keeps no pages.
  const stored = (what) => { try { return what(localStorage); } catch { return null; } };
  const forget = () => stored((all) => Object.keys(all).filter((key) => key.startsWith(ours)).forEach((key) => all.removeItem(key)));
  // Where things were pushed to stays behind, for a page's policy takes no style from a text.
  function keep() {
    clearTimeout(keeping);
    keeping = 0;
    lid?.remove();
    stored((all) => { all.setItem(keptAs(), document.body.innerHTML.replace(/ style="[^"<>]*"/g, '')); return true; }) || forget();
  }
  if (site) addEventListener('pagehide', () => { if (keeping) keep(); });
  // save hands a file to the person.
  function save(answer) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([answer.body], { type: answer.type }));
    link.download = answer.name || 'muster';
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }
  // pop shows a page over this one.
  async function pop(path) {
    const answer = await ask('GET', path, null);
    if (answer.status >= 400) return tell(...said(answer));
    const page = pageOf(answer);
    const box = document.createElement('dialog'), close = document.createElement('button');
    const title = document.createElement('h2');
    title.textContent = page.querySelector('h1').textContent;
    Object.assign(title, { tabIndex: -1, autofocus: true }); // and not the button at the end, which a long text would be scrolled to
    box.setAttribute('aria-label', title.textContent);
    box.append(title, ...page.querySelectorAll('.narrow > section'), close);
    for (const link of box.querySelectorAll('a')) link.addEventListener('click', () => box.close()); // the next one opens over the page
    close.textContent = 'Close';
    close.addEventListener('click', () => box.close());
    box.addEventListener('close', () => box.remove());
    document.body.append(box);
    box.showModal();
  }

  let answered = 0; // changes
  let shown = new AbortController(); // the page that is fetched
  const wrong = (problem) => tell('That did not work: ' + problem.message);
  // go asks and shows, one request after the other, so that no answer is overtaken. A page that
  // is left for another before it came is not waited for.
  function go(method, path, body, push, back) {
    const { most, mostOfAll } = document.documentElement.dataset; // of a file, and of a copy of everything
    const values = body ? [...body.values()] : [], size = (value) => value.size ?? value.length;
    if (values.some((value) => size(value) > (/\.zip$/i.test(value.name) ? mostOfAll : most))) return Promise.resolve(tell('The file is larger than any list or book.'));
    if (values.reduce((sum, value) => sum + size(value), 0) > mostOfAll) return Promise.resolve(tell(`Together these files are larger than ${mostOfAll >> 20} MB; send fewer at once.`));
    clearTimeout(later);
    shown.abort();
    const here = new AbortController(), signal = method === 'GET' ? here.signal : undefined;
    shown = here;
    document.body.setAttribute('aria-busy', 'true');
    const seen = answered;
    busy = busy.then(() => {
      if (signal) signal.throwIfAborted();
      // What this page itself changed since the form was sent, it has seen.
      const etag = answered > seen && document.querySelector('[name=etag]');
      if (etag && body instanceof URLSearchParams && body.has('etag')) body.set('etag', etag.value);
      return ask(method, path, body, signal);
    }).then(async (answer) => {
      await released;
      if (answer.status < 400) {
        if (method === 'POST') answered++;
        return show(answer, push, back);
      }
      if (method === 'GET' && isPage(answer)) return show(answer, push);
      // What is refused leaves the page as it is; where the list is another by now, it is shown.
      if (answer.status === 409) show(await ask('GET', pathOf(new URL(location)), null), false);
      tell(...said(answer));
    }).catch((problem) => {
      if (!signal || !signal.aborted) wrong(problem);
    }).finally(() => { if (shown === here) document.body.removeAttribute('aria-busy'); });
    return busy;
  }

  // --- What a person does ---
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href]');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || link.target) return;
    const path = pathFor(link, 'href');
    if (!path || (!site && link.hasAttribute('download'))) return;
    event.preventDefault();
    if (link.hasAttribute('data-pop')) return pop(path).catch(wrong);
    const [page, part] = path.split('#');
    go('GET', page, null, !link.hasAttribute('data-keep')).then(() => { if (part) document.getElementById(part)?.scrollIntoView(); });
  });
  document.addEventListener('submit', (event) => {
    const form = event.target, by = event.submitter;
    const elsewhere = by && by.hasAttribute('formaction');
    const path = elsewhere ? pathFor(by, 'formaction') : pathFor(form, 'action');
    if (!path || form.hasAttribute('target')) return;
    event.preventDefault();
    if (elsewhere) return go('GET', path, null, true);
    if (path.endsWith('/delete') && site) forget();
    const data = new FormData(form);
    if (by && by.name) data.append(by.name, by.value);
    if (form.method === 'get') {
      const asked = new URLSearchParams(data).toString();
      const going = go('GET', asked ? path + '?' + asked : path, null, !form.hasAttribute('data-auto'));
      if (form.dataset.progress) follow(form, going, shown);
      return going;
    }
    const files = form.enctype === 'multipart/form-data';
    go('POST', path, files ? data : new URLSearchParams(data), form.hasAttribute('data-push'));
  });
  // follow shows how far long work is, until it is done or cancelled.
  function follow(form, going, work) {
    const box = form.querySelector('.working'), bar = box.querySelector('progress');
    bar.value = 0;
    box.hidden = false;
    let look; // one question at a time: a worker that works would hear of the cancel after all of them
    const ahead = () => { look = setTimeout(() => ask('GET', form.dataset.progress).then((answer) => { bar.value = Math.max(bar.value, textOf(answer)); }).catch(() => {}).finally(() => look && ahead()), 150); };
    const end = () => { look = clearTimeout(look); box.hidden = true; };
    ahead();
    box.querySelector('[data-cancel]').onclick = () => { work.abort(); end(); };
    going.finally(end);
  }
  document.addEventListener('change', (event) => {
    const form = event.target.form;
    if (form && form.hasAttribute('data-auto')) form.requestSubmit();
  });
  window.addEventListener('popstate', (event) => begin() || go('GET', pathOf(new URL(location)), null, false, event.state));
  let typed;
  document.addEventListener('input', (event) => {
    const form = event.target.form;
    clearTimeout(typed);
    if (form && form.hasAttribute('data-live')) typed = setTimeout(() => form.requestSubmit(), 150);
  });

  // The screen stays on at the table, where the browser lets it.
  let awake = null;
  async function stayAwake() {
    const wanted = document.querySelector('[data-awake]') && document.visibilityState === 'visible';
    if (!wanted || awake && !awake.released) return !wanted && awake && awake.release();
    awake = await navigator.wakeLock.request('screen');
  }
  const wake = () => { if (navigator.wakeLock) stayAwake().catch(() => {}); }; // with a low battery it may not
  document.addEventListener('visibilitychange', wake);
  document.addEventListener('click', (event) => { wake(); if (event.target.closest('[data-print]')) print(); });

  // A link is copied, or handed to the share sheet of a phone.
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-copy], [data-share]');
    if (!button) return;
    const link = document.getElementById(button.dataset.copy || 'link');
    try {
      if ('share' in button.dataset) return await navigator.share({ title: document.title, url: link.value });
      await navigator.clipboard.writeText(link.value);
      say('Copied.', document.getElementById('copied'));
    } catch (problem) {
      if (problem.name === 'AbortError') return; // the person thought better of it
      link.select();
      say('The browser did not copy it; it is selected, copy it from there.', document.getElementById('copied'));
    }
  });
  // The form of a new list: usual sizes are one tap, armies are narrowed to a game and a name.
  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-fill]');
    if (button) document.getElementById(button.dataset.fill).value = button.value;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target.id === 'seek') event.preventDefault(); // which begins no list
  });
  function narrow(form) {
    const game = form.elements.game.value, name = form.querySelector('#seek').value.toLowerCase(), armies = form.elements.book;
    for (const group of armies.querySelectorAll('optgroup')) {
      for (const army of group.children) army.hidden = army.disabled = game && group.label !== game || !army.text.toLowerCase().includes(name);
      group.hidden = [...group.children].every((army) => army.hidden);
    }
    if (armies.selectedOptions[0]?.hidden ?? true) armies.value = [...armies.options].find((army) => !army.hidden)?.value ?? '';
  }
  for (const kind of ['input', 'change']) document.addEventListener(kind, (event) => { if (event.target.matches('#begin [name=game], #seek')) narrow(event.target.form); });
  const withScript = () => { for (const part of document.querySelectorAll("#begin > [hidden]")) part.hidden = false; };

  // Where this browser keeps lists, and for how long, the start page says; the button asks for a
  // promise, once a visit. Where the person has no say in it no browser is asked.
  let refused = false;
  async function howKept() {
    if (!navigator.storage?.persist) return 'unknown';
    if (await navigator.storage.getDirectory?.().then(() => false, () => true)) return 'private';
    if (await navigator.storage.persisted()) return 'granted';
    if (navigator.standalone || matchMedia('(display-mode: standalone)').matches) return 'installed';
    if (/^Apple/.test(navigator.vendor)) return 'safari';
    return refused ? 'refused' : 'asked';
  }
  async function sayKept() {
    if (!site || !document.querySelector('[data-kept]')) return;
    const how = await howKept();
    for (const one of document.querySelectorAll('[data-kept]')) one.hidden = !one.dataset.kept.split(' ').includes(how);
  }
  document.addEventListener('click', async (event) => {
    if (!event.target.closest('#keep')) return;
    refused = !await navigator.storage.persist().catch(() => false);
    sayKept();
  });
  const offerShare = () => { for (const button of document.querySelectorAll('[data-share]')) button.hidden = !navigator.share; };
  wake();

  // A file that is dropped anywhere is opened.
  document.addEventListener('dragover', (event) => { if (event.dataTransfer.types.includes('Files')) event.preventDefault(); });
  document.addEventListener('drop', (event) => {
    const files = [...event.dataTransfer.files], cup = document.getElementById('cup');
    if (!files.length) return;
    event.preventDefault();
    const data = cup ? new FormData(cup) : new FormData();
    if (cup) { data.delete('lists'); for (const file of files) data.append('lists', file); }
    else for (const file of files) data.append('file', file);
    go('POST', cup ? '/event' : '/open', data, !cup);
  });

  // A menu closes when something in it is pressed, or beside it.
  const closeMenus = (but) => { for (const menu of document.querySelectorAll('details.menu[open]')) if (menu !== but) menu.open = false; };
  document.addEventListener('click', (event) => { const menu = event.target.closest('details.menu'); closeMenus(menu && !event.target.closest('details.menu > :not(summary)') ? menu : null); });
  document.addEventListener('toggle', ({ target }) => {
    if (!target.matches('details.menu[open]')) return;
    fillMenu(target);
    target.lastElementChild.scrollIntoView({ block: 'nearest' });
  }, true);
  // fillMenu fills the menu of a row with the one that all rows share, for the row's unit.
  function fillMenu(menu) {
    if (!menu.matches('.of-row') || menu.children.length > 1) return;
    const row = menu.closest('[data-unit]'), shared = document.getElementById('shared-menu').cloneNode(true), name = menu.firstElementChild.getAttribute('aria-label').slice('More for '.length);
    const here = row.closest('[data-platoon]')?.dataset.platoon;
    const ids = { ID: row.dataset.unit, ABOVE: row.previousElementSibling?.dataset.unit, BELOW: row.nextElementSibling?.dataset.unit };
    for (const button of shared.querySelectorAll('button')) {
      const words = button.value.split(' ').map((word) => word in ids ? ids[word] : word);
      const idle = words[0] === 'station' && (words[2] ? words[2] === here : !here);
      if (words.includes(undefined) || idle) button.remove();
      button.value = words.join(' ');
      const label = button.getAttribute('aria-label');
      if (label) button.setAttribute('aria-label', label.replace('NAME', () => name));
    }
    const box = document.createElement('div');
    box.append(...shared.childNodes);
    menu.append(box);
  }
  document.addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' && event.target.closest('details.menu[open]');
    if (menu) { menu.open = false; menu.firstElementChild.focus(); }
  });

  // Units are moved by dragging one on to another.
  let dragged = null;
  document.addEventListener('dragstart', (event) => {
    dragged = event.target.closest && event.target.closest('[data-unit]');
    if (dragged) event.dataTransfer.setData('text/plain', dragged.dataset.unit);
  });
  document.addEventListener('dragover', (event) => { if (dragged && event.target.closest('[data-unit]')) event.preventDefault(); });
  document.addEventListener('drop', (event) => {
    const onto = dragged && event.target.closest('[data-unit]');
    if (!onto || onto === dragged) return (dragged = null);
    event.preventDefault();
    const form = document.getElementById('do'), data = new FormData(form);
    data.append('verb', form.dataset.drop);
    data.append('id', dragged.dataset.unit);
    data.append('unit', onto.dataset.unit);
    dragged = null;
    go('POST', pathFor(form, 'action'), new URLSearchParams(data), false);
  });

  // readCopy shows the copy in a code while the program starts: what package share writes,
  // with the checksum behind and the dictionary before it as a block that is stored.
  async function readCopy(code) {
    const letters = code.replace(/^muster1\./, '').replace(/-/g, '+').replace(/_/g, '/');
    const packed = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0)), body = packed.subarray(0, -4);
    let sum = ~0;
    for (const byte of body) { sum ^= byte; for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0); }
    if (body[0] !== 7 || ~sum !== new DataView(packed.buffer, body.length).getInt32(0)) return; // 7 is of codes with a copy
    const known = new Uint8Array(await (await fetch('dictionary.txt')).arrayBuffer()), n = known.length;
    const stored = new Uint8Array([0, n & 255, n >> 8, ~n & 255, (~n >> 8) & 255]);
    const text = new Blob([stored, known, body.subarray(1)]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const all = new Uint8Array(n + Number(document.documentElement.dataset.most)); // no list is larger, whatever is packed
    let end = 0;
    for (let part; !(part = await text.read()).done; end += part.value.length) {
      if (end + part.value.length > all.length) return text.cancel(), say('The code holds more than any list; ask for the list’s file.');
      all.set(part.value, end);
    }
    const { copy } = JSON.parse(new TextDecoder().decode(all.subarray(n, end)));
    const starting = document.getElementById('starting');
    if (!copy || !starting) return; // the program was faster
    const add = (to, kind, text) => to.appendChild(Object.assign(document.createElement(kind), { textContent: text }));
    const sheet = document.createElement('section');
    sheet.id = 'copy';
    add(sheet, 'h2', copy.name || 'A list');
    const books = (copy.books || []).map((book) => `${book.name} ${book.version}`).join(', ');
    add(sheet, 'p', `${copy.points}${copy.limit ? ' of ' + copy.limit : ''} points, ${copy.legal ? 'legal' : 'not legal'}${books && ', made with ' + books}`);
    for (const unit of copy.units.slice(0, 2000)) {
      add(sheet, 'h3', `${unit.name} · ${unit.points} points`);
      const figures = [['models', unit.models], ['Quality', unit.quality], ['Defense', unit.defense], ['Resolve', unit.resolve], ['Tough', unit.tough]];
      add(sheet, 'p', figures.filter(([, figure]) => figure).map(([label, figure]) => `${label} ${figure}`).concat(unit.rules || []).join(' · '));
      add(sheet, 'p', (unit.weapons || []).map((w) => `${w.count}× ${w.name} (${[w.range && w.range + '″', w.attacks && 'A' + w.attacks, ...w.rules || []].filter(Boolean).join(', ')})`).join(', '));
    }
    starting.after(sheet);
  }

  // --- Beginning: a shared list in the fragment, else the page of the address ---
  // Files that the system opens with the program, and what other programs share with it, are opened.
  function bring(files, how = {}) {
    const data = new FormData();
    for (const key in how) data.append(key, how[key]);
    for (const file of files) data.append('file', file);
    return go('POST', '/open', data, true);
  }
  async function takeShared(over, from) {
    const cache = await caches.open(ours + 'shared'), asked = await cache.keys();
    const files = await Promise.all(asked.map(async (one) => new File([await (await cache.match(one)).blob()], decodeURIComponent(one.url.split('/').pop()))));
    await Promise.all(asked.map((one) => cache.delete(one)));
    if (files.length || over) await bring(files, { door: 'shared', from, over });
  }
  if (site && window.launchQueue) launchQueue.setConsumer(async ({ files }) => { if (files && files.length) bring(await Promise.all(files.map((file) => file.getFile()))); });
  function begin() {
    const sent = site && /^#shared=(over)?,([^,]*)$/.exec(location.hash);
    if (sent) {
      history.replaceState(null, '', base);
      return go('GET', '/', null, false).then(() => takeShared(sent[1] || '', decodeURIComponent(sent[2]))).catch(wrong);
    }
    const shared = /^#list=([\w.-]+)$/.exec(location.hash);
    if (!shared) return null;
    if (site) readCopy(shared[1]).catch(() => {}); // which the program says, once it runs
    const look = () => go('POST', '/look', new URLSearchParams({ text: shared[1] }), false);
    const kept = location.hash;
    return site ? go('GET', '/open', null, false).then(() => history.replaceState(null, '', kept)).then(look) : look(); // there one tries again if the list cannot be read
  }
  offerShare();
  withScript();
  const first = begin();
  if (!site && !first) comeLater();
  if (site) {
    const kept = !first && stored((all) => all.getItem(keptAs()));
    if (!kept && (first || pathOf(new URL(location)) !== '/')) { // another page than the one that is drawn
      const starting = document.getElementById('starting');
      starting.parentNode.prepend(Object.assign(document.createElement('h1'), { textContent: 'muster' }));
      document.getElementById('main').replaceChildren(document.getElementById('problem'), starting.parentNode);
    }
    if (kept) morph(new DOMParser().parseFromString(kept, 'text/html').body);
    (first || go('GET', pathOf(new URL(location)), null, false)).then(stay);
  }
  // stay has the service worker keep the program, and says so when it has.
  async function stay() {
    try {
      await navigator.serviceWorker.register('sw.js');
      await navigator.serviceWorker.ready;
      offline = 'All of this works without a network now.';
    } catch { // or there is none: private windows, addresses without https
      offline = 'This browser does not keep the program: without a network it will not start.';
    }
    say(offline, document.getElementById('offline'));
  }
})();
