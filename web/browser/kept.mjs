// Tries each thing that the card "Keep them safe" can say of how long a browser keeps lists.

// kept stands in for other browsers: it overrides their answers about storage, one state after
// the other, on a page whose program runs.
export async function kept(home) {
  if (!home.site) return;
  const me = await home.profile(), { page } = me;
  await me.go('/');
  await page.evaluate(() => {
    const media = window.matchMedia.bind(window);
    window.persistAsked = 0;
    window.pretend = ({ storage = true, persisted = false, persists = false, directory = true, vendor = '', standalone = false, displayed = false }) => {
      const fake = {
        persist: async () => { window.persistAsked++; return persists; },
        persisted: async () => persisted,
        getDirectory: async () => { if (!directory) throw new DOMException('not here', 'SecurityError'); return {}; },
      };
      const own = { storage: storage ? fake : undefined, vendor, standalone };
      for (const key in own) Object.defineProperty(navigator, key, { value: own[key], configurable: true });
      window.matchMedia = (query) => query.includes('standalone') ? { matches: displayed } : media(query);
    };
  });
  const shown = () => page.locator('[data-kept]:visible').allInnerTexts().then((all) => all.map((text) => text.trim()));
  const button = 'Keep my lists safe';
  const state = async (name, browser, said, ...more) => {
    await page.evaluate((browser) => window.pretend(browser), browser);
    await me.press(me.link('muster'));
    await says(name, said, ...more);
  };
  const says = async (name, said, ...more) => {
    const holds = async () => { const all = await shown(); return all.length === 1 + more.length && all[0].includes(said) && more.every((text, i) => all[i + 1] === text); };
    for (let i = 0; i < 50 && !await holds(); i++) await page.waitForTimeout(100);
    home.holds(`${name}: “${said}”${more.length ? ' and a button' : ''}`, await holds(), (await shown()).join(' | '));
  };
  await state('storage that is promised', { persisted: true }, 'promised to keep them');
  await state('a Safari tab', { vendor: 'Apple Computer, Inc.' }, 'After seven days without a visit');
  await state('Safari, on the Home Screen', { vendor: 'Apple Computer, Inc.', standalone: true }, 'kept with the app');
  await state('an app of Chromium', { vendor: 'Google Inc.', displayed: true }, 'kept with the app');
  await state('an app whose storage is promised', { displayed: true, persisted: true }, 'promised to keep them');
  await state('a private window', { directory: false }, 'gone when it closes');
  await state('a private window of Safari', { directory: false, vendor: 'Apple Computer, Inc.' }, 'gone when it closes');
  await state('no storage to ask', { storage: false }, 'makes no promise');
  await state('storage that is not promised', {}, 'when it runs out of room', button);
  await me.press('Try Third Company');
  await me.press(page.getByRole('button', { name: /^Add / }).first());
  home.holds('neither an example nor a change asks the browser to keep anything', await page.evaluate(() => window.persistAsked) === 0);
  await state('the same, later', { persists: true }, 'when it runs out of room', button);
  await page.evaluate(() => window.pretend({ persisted: true, persists: true })); // as it is once it was granted
  await me.press(button);
  await says('the button, where the browser agrees', 'promised to keep them');
  await state('the same, later again', {}, 'when it runs out of room', button);
  await me.press(button);
  await says('the button, where it does not', 'did not promise');
  await state('it is not asked for twice in a visit', {}, 'did not promise');
  home.holds('the button alone asks, once each time it is pressed', await page.evaluate(() => window.persistAsked) === 2);
  await page.context().close();
}
