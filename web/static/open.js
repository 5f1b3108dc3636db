// Opens things from the address or the system: a shared list in the fragment, files opened with
// the site, and things shared by other programs.
import { base, site, storagePrefix } from './home.js';
import { showError } from './messages.js';
import { go } from './navigate.js';
import { showReadable } from './readable.js';

function openFiles(files, fields = {}) {
  const data = new FormData();
  for (const name in fields) data.append(name, fields[name]);
  for (const file of files) data.append('file', file);
  return go('POST', '/open', { body: data, push: true });
}

// openShared opens the things set aside by the service worker; over tells that there were too
// many.
async function openShared(over, from) {
  const cache = await caches.open(storagePrefix + 'shared'), requests = await cache.keys();
  const files = await Promise.all(requests.map(async (one) => new File([await (await cache.match(one)).blob()], decodeURIComponent(one.url.split('/').pop()))));
  await Promise.all(requests.map((one) => cache.delete(one)));
  if (files.length || over) await openFiles(files, { door: 'shared', from, over });
}

export function listenToLaunches() {
  if (!site || !window.launchQueue) return;
  launchQueue.setConsumer(async ({ files }) => { if (files && files.length) openFiles(await Promise.all(files.map((file) => file.getFile()))); });
}

// openFragment opens the list in the address's fragment. It returns null if there is none.
export function openFragment() {
  const shared = site && /^#shared=(over)?,([^,]*)$/.exec(location.hash);
  if (shared) {
    history.replaceState(null, '', base);
    return go('GET', '/').then(() => openShared(shared[1] || '', decodeURIComponent(shared[2]))).catch(showError);
  }
  const [fragment, code] = /^#list=([\w.-]+)$/.exec(location.hash) || [];
  if (!code) return null;
  if (site) showReadable(code).catch(() => {}); // the program says what is wrong with a code
  const look = () => go('POST', '/look', { body: new URLSearchParams({ text: code }) });
  if (!site) return look();
  // One tries again on the page below if the list cannot be read.
  return go('GET', '/open').then(() => history.replaceState(null, '', fragment)).then(look);
}
