// Keeps the program's own files, so that a site works without a network after
// the first visit. A person's lists are never in it.
'use strict';
const CACHE = 'muster-VERSION';
const FILES = [/*FILES*/];
self.addEventListener('install', (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(caches.keys()
  .then((names) => Promise.all(names.filter((name) => name.startsWith('muster-') && name !== CACHE).map((name) => caches.delete(name))))
  .then(() => self.clients.claim())));
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  event.respondWith(caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: event.request.mode === 'navigate' }))
    .then((kept) => kept || fetch(event.request)));
});
