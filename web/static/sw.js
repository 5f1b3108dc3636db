// Keeps the program's own files, so that a site works without a network after
// the first visit. A person's lists are never in it.
'use strict';
// Another site of the same origin has caches of its own.
const OURS = `muster ${new URL(registration.scope).pathname} `, CACHE = OURS + 'VERSION', PROGRAM = 'muster.wasm';
const FILES = [/*FILES*/];
// The program is kept unpacked, with an address of its own: so the browser keeps
// what it compiled of it.
async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((name) => new Request(name, { cache: 'reload' })));
  const packed = await fetch(PROGRAM + '.gz', { cache: 'reload' });
  if (!packed.ok) throw new Error('the program is not there');
  const bytes = packed.body.pipeThrough(new DecompressionStream('gzip'));
  await cache.put(PROGRAM, new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } }));
  await self.skipWaiting();
}
self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(caches.keys()
  .then((names) => Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE && name !== SHARED).map((name) => caches.delete(name))))
  .then(() => self.clients.claim())));
// What other programs share with the site waits in a cache of its own for the page that takes it.
const SHARED = OURS + 'shared';
async function share(request) {
  const cache = await caches.open(SHARED), form = await request.formData();
  const text = ['text', 'url'].map((key) => form.get(key)).find(Boolean);
  const files = form.getAll('file').concat(text ? [new File([text], 'shared.txt')] : []);
  await Promise.all(files.map((file, i) => cache.put(`shared/${i}/${encodeURIComponent(file.name)}`, new Response(file))));
  return Response.redirect('./#shared', 303);
}
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === 'POST' && url.href === new URL('shared', registration.scope).href) return event.respondWith(share(event.request));
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: event.request.mode === 'navigate' }))
    .then((kept) => kept || fetch(event.request)));
});
