// A phone's processor and network for a browser on this computer: what its pages and their
// workers run has a fourth of a processor, what they fetch comes at 1.6 Mbit/s.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';

const share = 4, bytes = 1.6e6 / 8;

// slowNetwork returns an address that leads to another one, slowly.
export function slowNetwork(to) {
  const { host } = new URL(to);
  let free = 0; // when the line has sent all that was asked for
  const relay = createServer((asked, answer) => {
    const on = request(new URL(asked.url, to), { method: asked.method, headers: { ...asked.headers, host } }, async (from) => {
      answer.writeHead(from.statusCode, from.headers);
      for await (const data of from) {
        free = Math.max(free, performance.now()) + data.length / bytes * 1000;
        await new Promise((resolve) => setTimeout(resolve, free - performance.now()));
        answer.write(data);
      }
      answer.end();
    });
    on.on('error', () => answer.destroy());
    asked.pipe(on);
  });
  return new Promise((resolve) => relay.listen(0, '127.0.0.1', () => {
    relay.unref();
    resolve(`http://127.0.0.1:${relay.address().port}/`);
  }));
}

// slowProcessor stops the processes that draw a profile's pages three quarters of the time. Chromium
// itself can slow down a page, but none of its workers.
export function slowProcessor(profile) {
  let ids = [], looked = 0, running = true;
  const look = () => readdirSync('/proc').filter((id) => {
    try {
      const line = readFileSync(`/proc/${id}/cmdline`, 'utf8');
      return line.includes('--type=renderer') && line.includes(profile);
    } catch { return false; }
  });
  const all = (signal) => { for (const id of ids) try { process.kill(+id, signal); } catch { /* it ended */ } };
  const timer = setInterval(() => {
    if (looked++ % 100 === 0) ids = look();
    const run = looked % share === 0;
    if (run !== running) all(run ? 'SIGCONT' : 'SIGSTOP');
    running = run;
  }, 2);
  return () => { clearInterval(timer); all('SIGCONT'); };
}
