// Measures in a real Chromium how long a site takes to say what a list can still take,
// and how long after a cancel its worker has stopped.
//
//   node fillspeed.mjs http://127.0.0.1:PORT/ LIST [BOOK] [damage|spend] [cancels]
//
// Times are in milliseconds. The first answer is by a program that the browser has just
// compiled; cancels come at even steps through the work.
import { chromium } from 'playwright-core';

const [base, list, book = '', best = 'damage', cancels = '10'] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await (await browser.newContext()).newPage();
const settled = () => page.waitForFunction(() => !document.body.hasAttribute('aria-busy') && document.querySelector('h1'), null, { timeout: 120000 });
const go = (path) => page.goto(base + '?' + path).then(settled);

// What page and worker say to each other is noted, with the time.
await page.addInitScript(() => {
  window.said = [];
  window.Worker = class extends Worker {
    constructor(...how) {
      super(...how);
      this.addEventListener('message', ({ data }) => said.push({ at: performance.now(), answered: data.id }));
    }
    postMessage(what, ...more) {
      said.push({ at: performance.now(), left: what.left });
      super.postMessage(what, ...more);
    }
  };
});
for (const file of [book, list].filter(Boolean)) {
  await go('/open');
  await page.getByLabel('File').setInputFiles(file);
  await page.getByRole('button', { name: 'Open', exact: true }).first().click();
  await settled();
}
const fill = decodeURIComponent(new URL(page.url()).search).match(/\/lists\/[^/?#]*/)[0] + '/fill';

// ask begins the work, and cancels it after so long, if it is to; it returns how long the
// work took, or from the cancel to the worker's answer; null if it was done before.
async function ask(cancelAfter, once) {
  await go(fill);
  await page.getByLabel('Best is').selectOption(best);
  if (once) await page.getByLabel('no unit more than once').check(); // what was asked last is known
  await page.evaluate((after) => {
    window.began = performance.now();
    document.querySelector('form[data-progress]').requestSubmit();
    if (after) setTimeout(() => document.querySelector('[data-cancel]').click(), after);
  }, cancelAfter);
  if (cancelAfter) await page.waitForTimeout(cancelAfter + 1500);
  await settled();
  return page.evaluate((cancelled) => {
    if (!cancelled) return performance.now() - began;
    const left = said.findLast((s) => s.left);
    const answered = left && said.findLast((s) => s.answered === left.left);
    return answered && answered.at > left.at ? answered.at - left.at : null;
  }, cancelAfter > 0);
}
const took = await ask(0);
console.log(`${best}: ${took.toFixed(0)} ms`);
const stopped = [];
for (let i = 0; i < +cancels; i++) stopped.push(await ask(20 + took * i / cancels, i % 2 === 0));
console.log(`after a cancel the work has stopped in ${stopped.map((ms) => ms === null ? 'done before' : ms.toFixed(0)).join(', ')} ms`);
await browser.close();
