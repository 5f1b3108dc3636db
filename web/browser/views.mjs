// The measures of each view, on an example and, where BOOK names a file of one, on an army of that book.
import { readFileSync } from 'node:fs';

export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

// boxes returns where shown elements stand, from the top of the window.
export const boxes = (page, selector) => page.evaluate((selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility()).map((e) => {
  const { top, bottom, left, width, height } = e.getBoundingClientRect();
  return { top, bottom, left, width, height };
}), selector);

// cutNames returns the names that are not shown whole.
const cutNames = (page) => page.evaluate(() => [...document.querySelectorAll('.name, .play h3, h1')].filter((e) => e.checkVisibility() && !e.closest('.hidden')
  && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline').map((e) => e.textContent));

async function opened(me, file) {
  await me.go('/open');
  await me.page.getByLabel('File').setInputFiles(file);
  await me.press('Open');
  await me.followed();
}

// cutTargets returns the targets whose names their menus cut.
const cutTargets = (page) => page.evaluate(() => [...document.querySelectorAll('.target [name=target]')].filter((e) => e.checkVisibility()).filter((e) => {
  const free = e.cloneNode(false), style = getComputedStyle(e); // one that is as wide as the chosen name
  free.append(e.selectedOptions[0].cloneNode(true));
  Object.assign(free.style, { position: 'fixed', maxWidth: 'none', width: 'max-content', fontSize: style.fontSize, padding: style.padding });
  document.body.append(free);
  const cut = free.offsetWidth > e.offsetWidth + 1;
  free.remove();
  return cut;
}).map((e) => `${e.id}: ${e.selectedOptions[0].text}`));

// open opens an example, and returns its path.
export async function open(me, name, heading) {
  await opened(me, `../../examples/${name}.yaml`);
  return me.opened(heading);
}

// look goes to a part of a list, and waits for its figures.
async function look(me, path) {
  await me.go(path);
  await me.followed();
  return (await boxes(me.page, '.foot'))[0]?.top ?? 740;
}

async function first(home) {
  const me = await home.profile(phone), { page } = me;
  await me.go('/');
  if (home.site) { // where nobody was before
    const shown = await boxes(page, 'main button, main .button');
    home.holds('a first visit has New, Open and an example in sight', shown.filter((b) => b.bottom <= 740).length >= 3 && (await page.getByRole('button', { name: /^Try / }).first().boundingBox()).y < 700);
  }
  return me;
}

// addsAndShows adds the first unit, and looks at it: on the phone by the line that says so, and beside
// its list once the window is wide.
async function addsAndShows(home, me) {
  const { page } = me;
  await page.locator('#book .unit-row button').first().tap();
  await me.settled();
  const added = (await page.locator('#change').innerText()).split(' added')[0];
  await me.press(page.locator('#to-unit'));
  home.reads('add: the line leads to the unit', await page.locator('#unit h2').innerText(), added);
  await page.goBack();
  await me.settled();
  await page.setViewportSize({ width: 1280, height: 740 });
  await page.locator('#unit h2', { hasText: added }).waitFor();
  await page.setViewportSize(phone.viewport);
}

export async function views(home) {
  const me = await first(home), { page } = me;
  const list = await open(me, 'third-company', 'Third Company');
  if (home.once) { // all is drawn alike, but what is not shown is told to the program in another way
    await look(me, list + '?pane=book');
    await addsAndShows(home, me);
    await page.context().close();
    return;
  }
  const whole = (all, foot) => all.filter((b) => b.top >= 0 && b.bottom <= foot + 1).length;

  let foot = await look(me, list);
  const rows = await boxes(page, '#list .unit-row'), head = Math.max(...(await boxes(page, '.of-list > *')).map((b) => b.bottom));
  home.holds('list: eleven rows of 44 to 60 pixels stand whole, under a head and over a foot of 112 together', whole(rows, foot) >= 11 && rows.every((b) => b.height >= 44 && b.height <= 60) && head + 740 - foot <= 112, `${whole(rows, foot)} ${head} ${foot} ${rows.map((b) => b.height)}`);
  home.holds('list: no name is cut, nor that of the target', (await cutNames(page)).length === 0 && (await cutTargets(page)).length === 0, (await cutNames(page)).join() + await cutTargets(page));
  await page.evaluate(() => scrollTo(0, 300));
  home.holds('list: a name such as a new list has stands whole in the head', await page.locator('.of-list h1').evaluate((e) => { e.textContent = 'Robot Legions 1000'; return e.scrollHeight <= e.clientHeight + 1; }));
  home.holds('list: its menu stays in the head', (await boxes(page, '.of-list > details'))[0].top === 0);

  foot = await look(me, list + '?pane=book');
  const offers = await boxes(page, '#book .unit-row');
  home.holds('add: eight units stand whole', whole(offers, foot) >= 8, `${whole(offers, foot)} from ${offers[0].top}`);
  await addsAndShows(home, me);
  const said = await page.locator('#change').innerText(), tall = (all) => all.map((b) => b.height).join();
  home.holds('add: no row grows as its unit is added', tall(await boxes(page, '#book .unit-row')) === tall(offers));
  home.holds('add: one line says what was done and what is left, with Undo', /added, \+\d+ · \d+ (over|left)/.test(said) && await page.locator('#change button').innerText() === 'Undo' && (await boxes(page, '#change'))[0].height < 80, said);
  await me.press(page.locator('#change button'));
  home.holds('add: what was undone is said, with Redo', /^Undone: .* added/.test(await page.locator('#change').innerText()) && await page.locator('#change button').innerText() === 'Redo', await page.locator('#change').innerText());

  for (const unit of ['squad-1', 'warlord', 'tank']) {
    foot = await look(me, `${list}?pane=unit&unit=${unit}`);
    const options = await boxes(page, '#unit [data-option]');
    home.holds(`unit ${unit}: its first option stands above 300 pixels, and four whole; fourteen within 1,250`, options[0].top < 300 && whole(options, foot) >= 4 && !(options[13]?.bottom > 1250), `${options[0].top} ${whole(options, foot)} ${options[13]?.bottom}`);
    const told = await page.locator('#unit .on[data-option] :is([aria-pressed=true], b)').count();
    home.holds(`unit ${unit}: the name of the target is whole`, (await cutTargets(page)).length === 0, (await cutTargets(page)).join());
    home.holds(`unit ${unit}: what is chosen is told by more than colour`, told >= await page.locator('#unit .on[data-option]').count());
  }
  await look(me, `${list}?pane=unit&unit=warlord`);
  const at = page.locator('#unit .on[data-option] .pick').first(), id = await at.getAttribute('id');
  await me.press(at);
  home.holds('unit: a choice is tapped off again', await page.locator(`[id="${id}"]`).getAttribute('aria-pressed') === 'false');
  await me.press('Undo');

  await look(me, list + '/share');
  const copy = await page.getByRole('button', { name: 'Copy as text' }).boundingBox(), picture = (await boxes(page, 'svg.qr'))[0];
  home.holds('share: Copy as text comes first, and the picture is wide enough to read', copy.y < 120 && picture.width >= 280 && picture.top < 480, `${copy.y} ${picture.width} ${picture.top}`);
  await look(me, list + '/print');
  const save = (await boxes(page, 'main .main'))[0], forms = await boxes(page, '.paperform'), paper = (await boxes(page, 'svg.page'))[0];
  home.holds('paper: Save comes first, four forms and paper within one screen', save.top < 120 && forms.length === 4 && forms[3].bottom < 740 && paper.top < 740, `${save.top} ${forms.length} ${paper.top}`);

  await look(me, list + '/odds');
  const name = await page.evaluate(() => {
    const box = document.querySelector('.scroll');
    box.scrollLeft = 9999;
    return [box.scrollLeft, box.querySelector('tbody td').getBoundingClientRect().left - box.getBoundingClientRect().left];
  });
  home.holds('odds: names stay in sight where the figures scroll', name[0] > 0 && name[1] >= 0, name.join());

  await look(me, list + '/play');
  home.holds('play: no name is cut', (await cutNames(page)).length === 0, (await cutNames(page)).join());
  const small = (await boxes(page, '[data-side=mine] > .line > button')).filter((b) => b.width < 44 || b.height < 44);
  home.holds('play: rings and wounds have 44 pixels', small.length === 0, JSON.stringify(small));
  await page.locator('#questions > summary').tap();
  await page.locator('#questions button').first().tap();
  await me.settled();
  home.holds('play: an answer to a question scrolls nothing', await page.evaluate(() => scrollY) === 0 && (await boxes(page, '.base'))[0].bottom >= 739);
  await figures(home, me);
  await page.context().close();
  await wide(home);
  if (process.env.BOOK) await ofBook(home, process.env.BOOK);
}

// figures is a unit of Fast and Dirty.
async function figures(home, me) {
  const list = await open(me, 'fad-outpost', 'Outpost Seven');
  await look(me, `${list}?pane=unit&unit=rifles`);
  const form = await me.page.evaluate(() => [...document.querySelectorAll('#unit :is(input, select, button, summary)')].filter((e) => e.checkVisibility()).length);
  const steps = await me.page.locator('#costs table').first().evaluate((table) => [...table.rows].map((row) => row.cells[1].textContent));
  const [does] = await boxes(me.page, '#unit #measure');
  home.holds('figures: what the unit does and how long it lasts stand whole in one line', does.left + does.width <= 360, JSON.stringify(does));
  home.holds('figures: at most 60 controls are shown at once, and the price has its steps', form <= 60 && steps.length > 3, `${form} ${steps}`);
}

// wide is a computer: the third pane always says something, and pages use the width.
async function wide(home) {
  const me = await home.profile({ viewport: { width: 1366, height: 768 } }), { page } = me;
  const list = await open(me, 'third-company', 'Third Company');
  const foot = (await look(me, list), (await boxes(page, '.bar'))[0].top), rows = (await boxes(page, '#list .unit-row')).filter((b) => b.bottom <= foot), facts = await page.locator('#made dt').count();
  const panes = await boxes(page, '.panes > section');
  home.holds('computer: eleven rows and what the list is made of stand in one view, over all of its width', rows.length >= 11 && facts >= 4 && panes.reduce((sum, b) => sum + b.width, 0) > 0.8 * 1366, `${rows.length} ${facts}`);
  home.holds('computer: the name of the target is whole', (await cutTargets(page)).length === 0, (await cutTargets(page)).join());
  await page.setViewportSize({ width: 980, height: 768 });
  home.holds('computer: on a small one too the panes are no wider than its window', (await boxes(page, '.panes > section')).every((b) => b.left + b.width <= 980));
  await page.setViewportSize({ width: 1366, height: 768 });
  await look(me, list + '/print');
  const papers = await boxes(page, 'svg.page');
  home.holds('computer: two pages of paper stand whole beside the forms', papers.length >= 2 && papers.slice(0, 2).every((b) => b.bottom <= 768 && b.left > 300), JSON.stringify(papers));
  await me.go(list + '/play');
  await page.locator('#questions > summary').click();
  await page.getByRole('button', { name: 'Roll D3+2' }).click();
  await page.locator('#happened', { hasText: 'objectives on the table' }).waitFor();
  home.holds('computer: an answer to a question of a game scrolls nothing', await page.evaluate(() => scrollY === 0 && document.documentElement.scrollHeight > innerHeight));
  await page.context().close();
}

// ofBook fills a list of a book that is at hand, and looks at it.
async function ofBook(home, file) {
  const me = await home.profile(phone), { page } = me, name = JSON.parse(readFileSync(file)).name;
  await opened(me, file);
  await me.go('/new');
  await page.getByLabel('Army').first().selectOption({ label: name });
  await page.getByLabel('Agreed points').fill('2000');
  await me.press('Begin');
  const list = await me.opened(name + ' 2000');
  await me.go(list + '?pane=book');
  for (let i = 0; i < 9; i++) await me.press(page.locator('#book .unit-row button').nth(i));
  let foot = await look(me, list);
  const rows = await boxes(page, '#list .unit-row');
  home.holds(`${name}: no name is cut, and rows have one or two lines`, (await cutNames(page)).length === 0 && rows.every((b) => b.height <= 78), (await cutNames(page)).join());
  foot = await look(me, list + '?pane=book');
  home.holds(`${name}: seven units to add stand whole`, (await boxes(page, '#book .unit-row')).filter((b) => b.bottom <= foot).length >= 7);
  for (const unit of await me.rows()) {
    foot = await look(me, `${list}?pane=unit&unit=${unit}`);
    const options = await boxes(page, '#unit [data-option]');
    if (options.length) home.holds(`${name}, ${unit}: its first option stands above 300 pixels, fourteen within 1,250`, options[0].top < 300 && !(options[13]?.bottom > 1250), `${options[0].top} ${options[13]?.bottom}`);
  }
  await look(me, list + '/play');
  home.holds(`${name}: at the table no name is cut`, (await cutNames(page)).length === 0, (await cutNames(page)).join());
  await page.context().close();
}
