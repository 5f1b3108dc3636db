// Where a person is on a page after going on and back, and how a list comes in that the
// system opens with the program.

// places goes from far down a list to other pages and back, on a computer and on a phone,
// whose parts of a page are shown one at a time.
export async function places(home) {
  for (const [name, viewport] of [['a computer', { width: 1366, height: 900 }], ['a phone', { width: 390, height: 844 }]]) {
    const me = await home.profile({ viewport }), { page } = me;
    const panes = viewport.width > 1000; // each with a scrollbar of its own
    const units = Array.from({ length: 60 }, (_, i) => `  - {id: u${i}, unit: militia}\n`).join('');
    await me.go('/open');
    await page.getByLabel('File').setInputFiles({ name: 'long.yaml', mimeType: 'application/yaml', buffer: Buffer.from(`muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Long\nforce-org: false\nunits:\n${units}`) });
    await me.press('Open');
    await me.heading('Long');
    // scrolls is how far a pane is scrolled, or the page that shows it alone.
    const scrolls = (pane) => page.evaluate((pane) => Math.round(pane ? document.querySelector(pane).scrollTop : scrollY), panes && pane);
    const goBack = async () => {
      await page.goBack();
      await page.locator('.panes').waitFor();
      await me.settled();
    };
    const unit = page.locator('#list a[data-part=u55]');
    await unit.scrollIntoViewIfNeeded();
    const left = await scrolls('#list');
    await me.press(unit);
    home.holds(`${name}: a unit chosen far down a list opens at its top`, await scrolls('#unit') === 0, `${await scrolls('#unit')}`);
    await page.evaluate((panes) => { if (panes) document.querySelector('#unit').scrollTop = 80; else scrollTo(0, 80); }, panes);
    const read = await scrolls('#unit');
    await page.locator('a[href$="/odds"]').first().evaluate((link) => link.click()); // from where one is: a person on a phone would scroll up to it
    await me.settled();
    await page.locator('svg.chart, main table').first().waitFor();
    await goBack();
    const back = [await scrolls('#list'), await scrolls('#unit')];
    home.holds(`${name}: back from its odds all is where it was left`, left > 1000 && Math.abs(back[1] - read) <= 2 && (!panes || Math.abs(back[0] - left) <= 2), `the list at ${back[0]} of ${left}, the unit at ${back[1]} of ${read}`);
    await goBack();
    home.holds(`${name}: and so is the list`, Math.abs(await scrolls('#list') - left) <= 2, `${await scrolls('#list')} of ${left}`);
    for (const what of ['Share', 'Play']) {
      await me.press(what);
      await page.locator('.panes').waitFor({ state: 'detached' });
      home.holds(`${name}: ${what} opens at its top`, await page.evaluate(() => scrollY) === 0);
      await goBack();
    }
    await page.context().close();
  }
}

// launched has the system open a list with a site that is installed: its browser hands over
// a file.
export async function launched(home) {
  if (!home.site) return; // a server's pages are not installed
  const me = await home.profile(), { page } = me;
  await page.addInitScript(() => {
    const file = new File(['muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Launched\nunits: [{id: a, unit: militia}]\n'], 'launched.yaml');
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer: (take) => setTimeout(take, 0, { files: [{ kind: 'file', name: file.name, getFile: async () => file }] }) } });
  });
  await me.go('/');
  await me.heading('Launched');
  await me.says('125 points');
  home.holds('a list that the system opens with the program is opened', true);
  await page.context().close();
}
