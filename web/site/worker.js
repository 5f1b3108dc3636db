// Runs the program of a site: the handler, compiled to WebAssembly, with the person's files in
// this browser's database. A request is done when its writes are in the database.
'use strict';
importScripts('wasm_exec.js', 'program.js');

const open = new Promise((resolve, reject) => {
  const asked = indexedDB.open('muster ' + new URL('.', location).pathname, 2);
  asked.onupgradeneeded = (event) => {
    if (event.oldVersion < 1) asked.result.createObjectStore('files');
    asked.result.createObjectStore('times'); // when each was written
  };
  asked.onsuccess = () => {
    asked.result.onversionchange = () => asked.result.close(); // for the program of another tab, which is newer
    resolve(asked.result);
  };
  asked.onerror = () => reject(asked.error);
});
open.catch(() => {}); // who asks for it is told
const settled = (tx) => new Promise((resolve, reject) => {
  tx.oncomplete = () => resolve();
  tx.onerror = tx.onabort = () => reject(tx.error || new Error('the browser did not keep the file'));
});

// musterStore is the program's access to the database. put writes a file only if it still holds
// the text that the writer read, so that two tabs never overwrite each other, and reports
// whether it did.
self.musterStore = {
  async all() {
    const tx = (await open).transaction(['files', 'times']), files = tx.objectStore('files'), times = tx.objectStore('times');
    const get = (asked) => new Promise((resolve, reject) => { asked.onsuccess = () => resolve(asked.result); asked.onerror = () => reject(asked.error); });
    const [names, texts, dated, dates] = await Promise.all([get(files.getAllKeys()), get(files.getAll()), get(times.getAllKeys()), get(times.getAll())]);
    const written = new Map(dated.map((name, i) => [name, dates[i]]));
    return names.map((name, i) => ({ name, text: texts[i], time: written.get(name) }));
  },
  async put(name, was, now) {
    const tx = (await open).transaction(['files', 'times'], 'readwrite', { durability: 'strict' });
    const store = tx.objectStore('files'), times = tx.objectStore('times');
    let wrote = false;
    const asked = store.get(name);
    asked.onsuccess = () => {
      const there = asked.result;
      if (was === undefined || (was === null ? there === undefined : there instanceof Uint8Array && same(there, was))) {
        if (now === null) { store.delete(name); times.delete(name); } else { store.put(now, name); times.put(Date.now(), name); }
        wrote = true;
      }
    };
    await settled(tx);
    return wrote;
  },
};
const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

// musterClub returns a file of the site's club.
self.musterClub = CLUB === true && (async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.status);
  return new Uint8Array(await answer.arrayBuffer());
});

// musterRest is over when all messages that came before it have been heard.
const rests = new MessageChannel(), resting = [];
rests.port1.onmessage = () => resting.shift()();
self.musterRest = () => new Promise((resolve) => { resting.push(resolve); rests.port2.postMessage(0); });

const go = new Go();
let memory; // of the program: it only grows
const ready = new Promise((resolve) => { self.musterReady = resolve; }); // with what answers a request
ready.then(() => postMessage({ runs: true }));
// compile returns the program; the response of a service worker may carry compiled code.
async function compile(response) {
  const { instance } = await WebAssembly.instantiateStreaming(response, go.importObject);
  memory = instance.exports.mem;
  performance.mark('compiled');
  postMessage({ progress: 'Reading your lists…' });
  return instance;
}
async function begin() {
  const kept = self.name && await fetch(PROGRAM).catch(() => null);
  if (kept && kept.ok) return go.run(await compile(kept));
  let running;
  await program(async (response) => { running = go.run(await compile(response)); })
    .catch((problem) => { if (!running) throw problem; }); // one that runs need not be kept
  return running;
}
begin().then(ended, (problem) => postMessage({ failed: 'muster could not start: ' + problem.message }));
function ended() { postMessage({ failed: 'muster has ended, which it should not do. Load the page again; what you did last may not be kept.' }); }

self.onmessage = async ({ data }) => {
  const handle = await ready;
  if (data.left) return self.musterLeft(data.left);
  performance.mark('asked');
  try {
    const answer = await handle(data.id, data.method, data.path, data.type, data.bytes || new Uint8Array(), data.base, data.parts);
    postMessage({ id: data.id, held: memory.buffer.byteLength, ...answer }, [answer.body.buffer]);
  } catch { ended(); }
};
