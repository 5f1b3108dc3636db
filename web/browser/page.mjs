// What the checks do with pages: open them, press what is on them, judge them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// Milliseconds that a page may take to come, on a computer with other work.
const patience = +(process.env.PATIENCE || 60000);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// A Home is a running builder, `serve` or `site`, with a count of the checks that held.
export class Home {
  constructor(browser, name, base) { Object.assign(this, { browser, name, base, site: name === 'site', once: !!process.env.ONCE && (name === 'site' || browser.browserType().name() === 'firefox'), held: 0, open: [] }); }

  holds(what, ok, more = '') {
    if (!ok) throw new Error(`${what}${more && ': ' + more}`);
    this.held++;
    console.log(`ok ${this.name}: ${what}`);
  }

  // reads holds if a text has all words, strings or patterns. A failure names the first that is
  // missing, and the line of the text that is most like it, not the whole text.
  reads(what, text, ...words) {
    const missing = words.find((word) => !(word.test ? word.test(text) : text.includes(word)));
    if (missing === undefined) return this.holds(what, true);
    const parts = new Set(String(missing.source ?? missing).toLowerCase().match(/[\p{L}\d]+/gu));
    const likeness = (line) => [...new Set(line.toLowerCase().match(/[\p{L}\d]+/gu))].filter((part) => parts.has(part)).length;
    const lines = text.split('\n').sort((a, b) => likeness(b) - likeness(a));
    return this.holds(what, false, `no ${missing}; the nearest line of ${lines.length} is “${lines[0].slice(0, 200)}”`);
  }

  // address is that of one of the handler's pages.
  address(path) { return this.base + (this.site ? (path === '/' ? '' : '?' + path) : path.slice(1)); }

  // profile opens a window of a new person. Violations of a page's policy, and errors of
  // its scripts, fail the checks.
  async profile(options) {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.on('weberror', (e) => this.wrong(`${e.error().message} ${e.error().stack} at ${e.page()?.url()}`));
    context.on('console', (m) => m.type() === 'error' && /Content Security Policy/.test(m.text()) && !/frame-ancestors/.test(m.text()) && this.wrong(m.text()));
    context.setDefaultTimeout(patience); // other checks run beside these
    this.open.push(context);
    return new Visit(this, await context.newPage());
  }

  wrong(what) {
    console.error(`not ok ${this.name}: the page says: ${what}`);
    process.exitCode = 1;
  }
}

// A Visit is a page that a person looks at.
export class Visit {
  constructor(home, page) { Object.assign(this, { home, page }); }

  // settled waits until the page has its answer.
  settled(timeout = patience) { return this.page.waitForFunction(() => !document.body.hasAttribute('aria-busy') && document.querySelector('h1'), null, { timeout }); }
  // followed waits until the figures that follow an answer are there too: they take room.
  async followed() {
    await this.settled();
    await this.page.waitForFunction(() => !document.querySelector('a[data-more]') && !document.body.hasAttribute('aria-busy'));
  }
  async go(path, timeout = patience) {
    await this.page.goto(this.home.address(path), { timeout });
    await this.settled(timeout);
  }
  async press(what) {
    await (typeof what === 'string' ? this.button(what) : what).click();
    await this.settled();
  }
  button(name) { return this.page.getByRole('button', { name, exact: true }).first(); }
  link(name) { return this.page.getByRole('link', { name, exact: true }).first(); }
  heading(name) { return this.page.getByRole('heading', { level: 1, name, exact: true }).waitFor({ timeout: patience / 3 }); }
  // opened waits for the page of a list, which a browser may only be on its way to, and returns its path.
  async opened(name) {
    await this.heading(name);
    const { pathname, search } = new URL(this.page.url());
    return this.home.site ? search.slice(1).split('?')[0] : pathname;
  }
  status() { return this.page.getByRole('status').innerText(); }
  async says(text) {
    await this.page.waitForFunction((t) => document.querySelector('[role=status]')?.innerText.includes(t), text, { timeout: patience / 3 })
      .catch(async () => { throw new Error(`the status reads "${await this.status()}", should have "${text}"`); });
  }
  // look shows a unit of the list.
  async look(id) {
    await this.press(this.page.locator(`#list a[data-part="${id}"]`).first());
    await this.page.locator(`#list .on a[data-part="${id}"][aria-current]`).first().waitFor();
  }
  // choose picks a value of a field, and waits for the answer.
  async choose(label, value) {
    await this.page.getByLabel(label).first().selectOption(value);
    await this.settled();
  }
  alert() { return this.page.locator('#problem'); }
  rows() { return this.page.locator('#list .units > [data-unit]').evaluateAll((all) => all.map((e) => e.dataset.unit)); }

  // downloaded returns the file behind a link.
  async downloaded(link) {
    const [download] = await Promise.all([this.page.waitForEvent('download'), link.click()]);
    return readFileSync(await download.path());
  }

  // sharedLink is a link with the shown list, that leads to this home.
  async sharedLink() { return this.home.address('/open') + '#list=' + await this.page.getByRole('textbox', { name: 'Code' }).inputValue(); }

  // judge checks a page with axe-core, on a computer and on a phone, light and dark, and
  // for the marks of every page.
  async judge(name) {
    const { home, page } = this, size = page.viewportSize();
    if (!await page.evaluate(() => 'axe' in window)) { // in a way that the page's own policy has no say in
      if (page.context().browser().browserType().name() === 'chromium') await (await page.context().newCDPSession(page)).send('Runtime.evaluate', { expression: axe });
      else await page.evaluate(axe + '; 0');
    }
    const found = [];
    for (const [width, colorScheme, only] of [[1280, 'light'], [1280, 'dark', 'colours'], [360, 'dark'], [360, 'light', 'colours']].slice(home.once ? 2 : 0, home.once ? 3 : 4)) {
      await page.setViewportSize({ width, height: width < 400 ? 740 : 900 });
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => {
        for (const pane of document.querySelectorAll('.panes > section')) pane.scrollTop = 0; // where its head lies over nothing
        scrollTo(0, document.body.scrollHeight); // nor does the bar
      });
      if (width < 400) await page.setViewportSize({ width, height: Math.max(740, await page.evaluate(() => document.body.scrollHeight)) }); // nor the head
      found.push(...await page.evaluate(async ([at, only]) => {
        const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
        const run = only ? { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } : { type: 'tag', values: tags };
        return (await axe.run(document, { runOnly: run, resultTypes: ['violations'] })).violations.map((v) => `${v.id}, ${at}, at ${v.nodes.map((n) => n.target.join(' ')).slice(0, 3).join(', ')}`);
      }, [`${width} ${colorScheme}`, only]));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 0) found.push(`at ${width} pixels it is ${wide} too wide`);
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${home.name}-${name.replaceAll(' ', '-')}-${width}-${colorScheme}.png` });
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(size);
    home.holds(`${name}: axe-core finds nothing, light and dark, and nothing scrolls sideways at 360 pixels`, found.length === 0, found.join('; '));
    const parts = await page.evaluate(() => ['body', 'h1', 'main', 'nav'].map((part) => document.querySelectorAll(part).length).join());
    if (parts !== '1,1,1,1') throw new Error(`${name}: of body, h1, main and nav there are ${parts}`);
  }
}
