// Keeps the program's own files, so that a site works without a network after
// the first visit. A person's lists are never in it.
'use strict';
importScripts('program.js');
const CACHE = OURS + 'VERSION';
const FILES = [/*FILES*/];
async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((name) => new Request(name, { cache: 'no-cache' })));
  await program((response) => response.body.pipeTo(new WritableStream())); // which a page's worker has fetched, on a first visit
  await self.skipWaiting();
}
self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(caches.keys()
  .then((names) => Promise.all(names.filter((name) => name.startsWith(OURS) && ![CACHE, KEPT, SHARED].includes(name)).map((name) => caches.delete(name))))
  .then(() => self.clients.claim())));
// Things shared by other programs wait in a cache of their own for the page: only the newest,
// and no more than may come in at once.
const SHARED = OURS + 'shared', MOST_FILES = 2000, MOST_BYTES = 64 << 20;
// senderOf returns the sending site of a request, '' for a program of this computer or a site
// that hides its name.
function senderOf(request) {
  const from = request.referrer.startsWith('http') ? new URL(request.referrer).origin : '';
  if (from && from !== location.origin) return from;
  return ['cross-site', 'same-site'].includes(request.headers.get('Sec-Fetch-Site')) ? 'another site' : '';
}
async function share(request) {
  const from = senderOf(request), form = await request.formData().catch(() => new FormData());
  await caches.delete(SHARED);
  const text = ['text', 'url'].map((key) => form.get(key)).find((one) => one && typeof one === 'string');
  const files = form.getAll('file').filter((one) => typeof one !== 'string').concat(text ? [new File([text], 'shared.txt')] : []);
  const over = files.length > MOST_FILES || files.reduce((sum, file) => sum + file.size, 0) > MOST_BYTES;
  const cache = await caches.open(SHARED);
  if (!over) await Promise.all(files.map((file, i) => cache.put(`shared/${i}/${encodeURIComponent(file.name)}`, new Response(file))));
  return Response.redirect(`./#shared=${over ? 'over' : ''},${encodeURIComponent(from)}`, 303);
}
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === 'POST' && url.href === new URL('shared', registration.scope).href) return event.respondWith(share(event.request));
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  const page = event.request.mode === 'navigate', asked = page ? url.href.replace(/index\.html(?=[?#]|$)/, '') : event.request;
  event.respondWith(caches.open(url.href === new URL(PROGRAM, registration.scope).href ? KEPT : CACHE).then((cache) => cache.match(asked, { ignoreSearch: page }))
    .then((kept) => kept || fetch(event.request)));
});
