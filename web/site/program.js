// Fetches the program of a site once, for the worker that runs it and the service
// worker that keeps the site: both load this script.
'use strict';
// Another site of the same origin has caches of its own; another version of the program too.
const OURS = `muster ${new URL('.', location).pathname} `, PROGRAM = 'muster.wasm', KEPT = OURS + 'program DIGEST';
const ENDINGS = [/*ENDINGS*/], BYTES = +'UNPACKED'; // ways that it is packed, the smallest first; its size
const CLUB = 'SHELF'; // whether the site has a club

// program hands use the program as a response, again from another file where one is not it. It keeps
// the unpacked program in the cache, under an address of its own, so that the browser keeps its
// compiled code too. A second caller waits for the first.
function program(use) {
  const get = async () => {
    const cache = self.caches && await caches.open(KEPT).catch(() => null), kept = cache && await cache.match(PROGRAM);
    if (kept) return use(kept);
    let problem;
    for (const ending of ENDINGS) {
      try {
        const response = new Response(await fetchProgram(ending), { headers: { 'Content-Type': 'application/wasm' } });
        const keeping = cache && cache.put(PROGRAM, response.clone());
        if (keeping) keeping.catch(() => {}); // the caller is told, where use has read it all
        await use(response);
        return keeping;
      } catch (why) { problem = why; }
    }
    throw problem;
  };
  return navigator.locks ? navigator.locks.request(KEPT, get) : get();
}
// fetchProgram returns the program as a stream, unpacked while it comes, whatever the host says of
// its files: one may send a packed file as the browser unpacks it, or not at all.
async function fetchProgram(ending) {
  const answer = await fetch(`${PROGRAM}.${ending}?DIGEST`);
  if (!answer.ok) throw new Error('the program is not there (' + answer.status + ')');
  const reader = answer.body.getReader(), { value: first = [] } = await reader.read();
  let fetched = first.length, said = 0, length = 0;
  const stream = new ReadableStream({
    start: (out) => out.enqueue(first),
    async pull(out) {
      const { done, value } = await reader.read();
      if (done) return out.close();
      out.enqueue(value);
      fetched += value.length;
      if (fetched - said < 1e5) return;
      said = fetched;
      self.postMessage?.({ progress: `Fetching the program… ${(fetched / 1e6).toFixed(1)} MB` });
    },
    cancel: (why) => reader.cancel(why),
  });
  const unpacked = first[0] === 0 ? stream : stream.pipeThrough(await unpacker[ending]()); // a program begins with 0
  return unpacked.pipeThrough(new TransformStream({
    transform(part, out) { length += part.length; out.enqueue(part); },
    flush() { if (length !== BYTES) throw new Error('the program did not come whole'); },
  }));
}
const unpacker = {
  gz: () => new DecompressionStream('gzip'),
  async br() {
    try { return new DecompressionStream('brotli'); } catch { /* which few browsers have */ }
    importScripts('brotli.js');
    const { body } = await fetch('brotli.bin'), code = await new Response(body.pipeThrough(unpacker.gz())).arrayBuffer();
    unbrotli.initSync({ module: code });
    const decoder = new unbrotli.BrotliDecStream(), moreOutput = 3;
    return new TransformStream({
      transform(packed, out) {
        for (let result; !result || result.code === moreOutput; packed = packed.subarray(result.input_offset)) {
          result = decoder.dec(packed, 1 << 18);
          out.enqueue(result.buf);
        }
      },
    });
  },
};
