// A phone in the hand: its Back, the bar at the foot, and lines that come and go.
import { boxes, open, phone } from './views.mjs';

export async function pocket(home) {
  const me = await home.profile(phone), { page } = me;
  const list = await open(me, 'third-company', 'Third Company');
  await backCloses(home, me, list);
  await saidForAWhile(home, me, list);
  await barStays(home, me, list);
  await wayBack(home, me, list);
  await newInSight(home, me);
  await page.context().close();
}

// backCloses opens the text of a rule, and closes it in each way.
async function backCloses(home, me, list) {
  const { page } = me, dialog = page.getByRole('dialog'), rule = page.locator('#stats a[data-pop]').first();
  const at = async () => page.evaluate(() => [document.querySelectorAll('dialog').length, document.getElementById('unit')?.dataset.of, history.length].join());
  await me.go(list);
  await me.press(page.locator('#list a[data-part=warlord]').first());
  await me.followed();
  await rule.click();
  await dialog.waitFor();
  await page.goBack();
  await page.waitForFunction(() => !document.querySelector('dialog'));
  const closed = await at();
  home.holds('Back closes the text of a rule, and the unit stays', closed.startsWith('0,warlord'), closed);
  for (let i = 0; i < 2; i++) {
    await rule.click();
    await me.press(dialog.getByRole('button', { name: 'Close' }));
    await page.waitForFunction(() => !history.state?.dialog);
  }
  home.holds('texts that were closed leave nothing to go back through', await at() === closed, await at());
  await page.goBack();
  await page.waitForFunction(() => !document.getElementById('unit').dataset.of);
}

// saidForAWhile adds a unit, and looks how long the line stands that says so.
async function saidForAWhile(home, me, list) {
  const { page } = me, line = page.locator('#change');
  await me.go(list + '?pane=book');
  await me.press(page.locator('#book .unit-row button').first());
  const gap = await line.evaluate((e) => {
    const text = document.createRange(), button = e.querySelector('button').firstChild, left = (node, side) => (text.selectNodeContents(node), text.getBoundingClientRect()[side]);
    return left(button, 'left') - left(e.firstChild, 'right');
  });
  home.holds('Undo stands apart from what was done', await line.isVisible() && gap >= 8, gap);
  await me.press(page.locator('.tabs').getByRole('link', { name: 'List' }));
  home.holds('what was done is said on each part of the list', await line.isVisible());
  await page.getByLabel('More of this list').click();
  await me.press(page.locator('.of-list').getByRole('link', { name: 'Odds' }));
  await me.heading('Odds');
  await me.press(me.link('Third Company'));
  home.holds('and not after another page', await line.isHidden());
  await me.press('Undo');
  home.holds('Undo is in the head all the while', await line.isVisible());
  await line.waitFor({ state: 'hidden', timeout: 12000 });
  home.holds('a line of what was done goes after a while', true);
}

// barStays ends a game: the question stands over the foot, and the foot where it was.
async function barStays(home, me, list) {
  const { page } = me, foot = async () => (await boxes(page, '.base'))[0].bottom;
  await me.go(list + '/play?view=theirs');
  await me.press('End game');
  home.holds('the foot of a game stays where it is when its end is asked for', await foot() === 740 && await page.evaluate(() => document.documentElement.scrollHeight) <= 741, await foot());
}

// wayBack goes to pages of a list and of its game, and back by the head.
async function wayBack(home, me, list) {
  const { page } = me, heads = [];
  for (const path of ['/match-up', '/share', '/fill', '/beside', '/print']) {
    await me.go(list + path);
    await page.locator('.up span').first().evaluate((e) => { e.textContent = 'Robot Legions 1000'; });
    heads.push((await boxes(page, '.top'))[0].bottom);
    await me.go(list + path);
    await me.press(page.locator('header').getByRole('link', { name: 'Third Company', exact: true }));
    await page.locator('#list').waitFor();
  }
  for (const path of ['/play/odds?unit=squad-1', '/play/summary']) {
    await me.go(list + path);
    await me.press(page.locator('header').getByRole('link', { name: 'The game', exact: true }));
    await page.locator('.play .sides').waitFor();
  }
  home.holds('pages of a list lead back to it by its name, those of a game to the game', true);
  home.holds('and their head is one line', Math.max(...heads) < 60, heads.join());
}

// newInSight looks at the form of a new list, also after a book has come.
async function newInSight(home, me) {
  const { page } = me, begin = async () => (await me.button('Begin').boundingBox()).y + 44;
  await me.go('/new');
  const before = await begin();
  await page.getByLabel('Files of books and lists').setInputFiles('../../armyforge/testdata/moss-legion.json');
  await page.locator('section.came').waitFor();
  await me.settled();
  home.holds('new: Begin is in sight, also below a book that came', before < 740 && await begin() < 740, `${before} ${await begin()}`);
}
