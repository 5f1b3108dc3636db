// Fetches the program of a site once, for the worker that runs it and the service
// worker that keeps the site: both load this script.
'use strict';
// Another site of the same origin has caches of its own; another version of the program too.
const OURS = `muster ${new URL('.', location).pathname} `, PROGRAM = 'muster.wasm', KEPT = OURS + 'program DIGEST';
const ENDINGS = [/*ENDINGS*/], BYTES = +'UNPACKED'; // ways that it is packed, the smallest first; its size

// program hands use the program as a response. It keeps the unpacked program in the cache,
// under an address of its own, so that the browser keeps its compiled code too. A second caller
// waits for the first.
function program(use) {
  const get = async () => {
    const cache = self.caches && await caches.open(KEPT).catch(() => null), kept = cache && await cache.match(PROGRAM);
    const response = kept || new Response(await fetchProgram(), { headers: { 'Content-Type': 'application/wasm' } });
    use(cache && !kept ? response.clone() : response);
    if (cache && !kept) await cache.put(PROGRAM, response);
  };
  return navigator.locks ? navigator.locks.request(KEPT, get) : get();
}
// fetchProgram returns the program's bytes, whatever the host says of its files: one
// may send a packed file as the browser unpacks it, or not at all.
async function fetchProgram() {
  let problem;
  for (const ending of ENDINGS) {
    try {
      const packed = await bytesOf(`${PROGRAM}.${ending}?DIGEST`);
      const bytes = isProgram(packed) ? packed : await unpack[ending](packed);
      if (isProgram(bytes) && bytes.length === BYTES) return bytes;
      problem = new Error('the program did not come whole');
    } catch (why) { problem = why; }
  }
  throw problem;
}
const isProgram = (bytes) => [0, 0x61, 0x73, 0x6d].every((byte, i) => bytes[i] === byte);
async function bytesOf(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error('the program is not there (' + answer.status + ')');
  const parts = [];
  let length = 0, said = 0;
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length - said < 1e5) continue;
    said = length;
    self.postMessage?.({ progress: `Fetching the program… ${(length / 1e6).toFixed(1)} MB` });
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
const through = async (stream, bytes) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
const unpack = {
  gz: (bytes) => through(new DecompressionStream('gzip'), bytes),
  br(bytes) {
    let own;
    try { own = new DecompressionStream('brotli'); } catch { // which few browsers have
      importScripts('brotli.js');
      return unbrotli.decompress(bytes, BYTES);
    }
    return through(own, bytes);
  },
};
