// Walks a person's way in WebKit, as WebKitWebDriver drives it, through the W3C's
// WebDriver: `node webkit.mjs serve=ADDRESS site=ADDRESS`, with a display (xvfb-run).
import { execSync, spawn } from 'node:child_process';

const port = 4000 + process.pid % 20000, browser = execSync('ls /usr/lib/*/webkit*/MiniBrowser | tail -n 1', { encoding: 'utf8' }).trim();
const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore' });
process.on('exit', () => driver.kill());
const pause = (time) => new Promise((done) => setTimeout(done, time));
async function call(method, path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${value.message || value.error}`);
  return value;
}

// walk builds a list by mouse, opens a row's menu, and reloads: what was built is there.
async function walk(name, base) {
  const { sessionId } = await call('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } } } });
  const at = `/session/${sessionId}`, run = (script, ...args) => call('POST', `${at}/execute/sync`, { script, args });
  const holds = (what, ok, more) => { if (!ok) throw new Error(`${what}: ${more}`); console.log(`ok ${name}, WebKit: ${what}`); };
  async function until(what, script, ...args) {
    for (const began = Date.now(); Date.now() - began < 90000; await pause(200)) if (await run(script, ...args)) return;
    throw new Error(`${what} never came: ${await run('return document.body.innerText.slice(0, 400)')}`);
  }
  const settled = () => until('the page', 'return document.querySelector("h1") && !document.body.hasAttribute("aria-busy") && !document.getElementById("starting")');
  async function press(css) {
    await until(css, 'return document.querySelector(arguments[0])', css);
    const [element] = Object.values(await call('POST', `${at}/element`, { using: 'css selector', value: css }));
    await call('POST', `${at}/element/${element}/click`, {});
    await settled();
  }
  try {
    await call('POST', `${at}/window/rect`, { width: 1366, height: 900 });
    await call('POST', `${at}/url`, { url: base });
    await settled();
    holds('the start page has its colours', !/rgba\(.*, 0\)/.test(await run('return getComputedStyle(document.body).backgroundColor')), 'the body is see-through');
    await press('form[action="/new"] button');
    await run(`const form = document.getElementById('begin'), book = form.elements.book;
      book.value = [...book.options].find((o) => /Steel Wardens/.test(o.text)).value;
      form.elements.name.value = 'Kit'; form.elements.points.value = '2000'; form.requestSubmit();`);
    for (let i = 0; i < 10; i++) await press('#add-line-squad');
    await until('ten units', 'return document.querySelectorAll("#list [data-unit]").length === 10');
    holds('ten units are added by mouse', true);
    await press('#list li:last-child a.name');
    const shell = await run('return [scrollY, Math.round(document.querySelector("header.top").getBoundingClientRect().top)].join()');
    holds('a unit far down a list does not shift the shell', shell === '0,0', shell);
    const points = await run('return document.querySelector("[role=status]").innerText');
    await call('POST', `${at}/refresh`, {});
    await until('the list, loaded again', 'return document.querySelectorAll("#list [data-unit]").length === 10');
    holds('what was built is there after a reload', points === await run('return document.querySelector("[role=status]").innerText'), points);
    await press('header.top nav a[href$="/odds"]');
    await until('odds', 'return document.querySelector("svg.chart, main table")');
    holds('odds are drawn', true);
  } finally {
    await call('DELETE', at).catch(() => {});
  }
}

await pause(1500); // until the driver listens
for (const home of process.argv.slice(2)) await walk(...home.split(/=(.*)/, 2)).catch((problem) => { console.error(`not ok ${home}, WebKit: ${problem.message}`); process.exitCode = 1; });
process.exit();
