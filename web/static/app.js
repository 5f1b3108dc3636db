// Turns clicks on links and forms into requests and morphs the page into the
// answer. Where a handler answers over the network everything works without it;
// as a site of its own, the handler runs in a worker that this script asks.
(() => {
  'use strict';
  const site = document.documentElement.dataset.home === 'site';
  const base = location.origin + location.pathname;
  let busy = Promise.resolve();

  // --- The worker, where there is one ---
  let worker, number = 0;
  const waiting = new Map();
  if (site) {
    worker = new Worker('worker.js');
    worker.onmessage = ({ data }) => {
      if (data.progress) return say(data.progress);
      const done = waiting.get(data.id);
      waiting.delete(data.id);
      if (done) done(data);
    };
    worker.onerror = (event) => say('muster could not start: ' + (event.message || 'this browser cannot run it'));
  }
  const say = (text) => { const at = document.getElementById('starting'); if (at) at.textContent = text; };

  // ask sends a request to the handler and returns {url, type, name, body}.
  async function ask(method, path, body) {
    if (!site) {
      const answer = await fetch(path, { method, body, headers: { Accept: 'text/html' } });
      return { url: answer.url.slice(location.origin.length), type: answer.headers.get('Content-Type') || '',
        name: nameOf(answer.headers.get('Content-Disposition')), body: await answer.arrayBuffer() };
    }
    let type = '', bytes = null;
    if (body) {
      const packed = new Request('x', { method: 'POST', body });
      type = packed.headers.get('Content-Type');
      bytes = new Uint8Array(await packed.arrayBuffer());
    }
    const id = ++number;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    worker.postMessage({ id, method, path, type, bytes, base });
    const got = await answer;
    return { url: got.path, type: got.headers['Content-Type'] || '', name: nameOf(got.headers['Content-Disposition']), body: got.body };
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
  function show(answer, push) {
    if (!answer.type.startsWith('text/html')) return save(answer);
    const page = new DOMParser().parseFromString(new TextDecoder().decode(answer.body), 'text/html');
    document.title = page.title;
    Idiomorph.morph(document.body, page.body, { ignoreActiveValue: false, morphStyle: 'innerHTML' });
    document.body.className = page.body.className;
    const target = address(answer.url);
    if (push && target !== location.href) history.pushState(null, '', target);
    else history.replaceState(null, '', target);
    if (push) {
      const at = document.querySelector('[autofocus]') || (document.activeElement === document.body && document.querySelector('h1'));
      if (at) { at.tabIndex = at.tabIndex < 0 ? -1 : at.tabIndex; at.focus({ preventScroll: true }); }
    }
    frames();
  }
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
  // frames fills frames whose pages only the worker has.
  function frames() {
    if (!site) return;
    for (const frame of document.querySelectorAll('iframe[data-path]')) {
      if (frame.dataset.shown === frame.dataset.path) continue;
      frame.dataset.shown = frame.dataset.path;
      ask('GET', frame.dataset.path).then((got) => { frame.src = URL.createObjectURL(new Blob([got.body], { type: got.type })); });
    }
  }

  // go asks and shows, one request after the other, so that no answer is overtaken.
  function go(method, path, body, push) {
    document.body.setAttribute('aria-busy', 'true');
    busy = busy.then(() => ask(method, path, body)).then((answer) => show(answer, push)).catch((problem) => {
      const alert = document.getElementById('problem');
      if (alert) alert.textContent = 'That did not work: ' + problem.message;
    }).finally(() => document.body.removeAttribute('aria-busy'));
    return busy;
  }

  // --- What a person does ---
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href]');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || link.target) return;
    const path = pathFor(link, 'href');
    if (!path || (!site && link.hasAttribute('download'))) return;
    event.preventDefault();
    go('GET', path, null, !link.hasAttribute('data-keep'));
  });
  document.addEventListener('submit', (event) => {
    const form = event.target, by = event.submitter;
    const elsewhere = by && by.hasAttribute('formaction');
    const path = elsewhere ? pathFor(by, 'formaction') : pathFor(form, 'action');
    if (!path || form.target) return;
    event.preventDefault();
    if (elsewhere && by.formMethod === 'get') return go('GET', path, null, true);
    const data = new FormData(form, by);
    if (form.method === 'get') {
      const asked = new URLSearchParams(data).toString();
      return go('GET', asked ? path + '?' + asked : path, null, !form.hasAttribute('data-auto'));
    }
    const files = form.enctype === 'multipart/form-data';
    go('POST', path, files ? data : new URLSearchParams(data), form.hasAttribute('data-push'));
  });
  document.addEventListener('change', (event) => {
    const form = event.target.form;
    if (form && form.hasAttribute('data-auto')) form.requestSubmit();
  });
  window.addEventListener('popstate', () => go('GET', pathOf(new URL(location)), null, false));

  // A file that is dropped anywhere is opened.
  document.addEventListener('dragover', (event) => { if (event.dataTransfer.types.includes('Files')) event.preventDefault(); });
  document.addEventListener('drop', (event) => {
    const file = event.dataTransfer.files[0];
    if (!file) return;
    event.preventDefault();
    const data = new FormData();
    data.append('file', file);
    go('POST', '/open', data, true);
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
    const form = document.getElementById('move');
    form.elements.unit.value = dragged.dataset.unit;
    form.elements.before.value = onto.dataset.unit;
    dragged = null;
    form.requestSubmit();
  });

  // --- Beginning: a shared list in the fragment, else the page of the address ---
  const shared = /^#list=([\w.-]+)$/.exec(location.hash);
  if (shared) {
    history.replaceState(null, '', location.pathname + location.search);
    go('POST', '/open', new URLSearchParams({ text: shared[1] }), true);
  } else if (site) go('GET', pathOf(new URL(location)), null, false);
  window.addEventListener('hashchange', () => {
    const later = /^#list=([\w.-]+)$/.exec(location.hash);
    if (later) { history.replaceState(null, '', location.pathname + location.search); go('POST', '/open', new URLSearchParams({ text: later[1] }), true); }
  });
  if (site && 'serviceWorker' in navigator) navigator.serviceWorker.register('sw.js');
})();
