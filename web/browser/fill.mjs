// What a list can still take, and what its player owns, in a browser.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const list = 'muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: To fill\npoints: 1500\nunits: []\n';

// filling asks what a list can still take, with what is owned and without.
export async function filling(home, me) {
  const { page } = me;
  const open = async (name, text) => {
    writeFileSync(join(home.folder, name), text);
    await me.go('/open');
    await page.getByLabel('File').setInputFiles(join(home.folder, name));
    await me.press('Open');
  };
  const answers = () => page.getByRole('heading', { level: 2, name: /^Answer/ }).count();
  await open('to-fill.yaml', list);
  await me.go('/lists/to-fill/fill');
  await cancelled(home, me);
  await me.press('Find the best');
  home.holds('a list can be filled in five ways that are proven best', await answers() === 5 && (await page.getByText('nothing better exists').count()) === 5);
  const take = await me.button('Take it').evaluate((e) => [e.className, e.compareDocumentPosition(e.closest('section').querySelector('table')) & Node.DOCUMENT_POSITION_FOLLOWING]);
  home.holds('the best way is taken by a button above what it adds, and values are explained', take[0] === 'main' && take[1] > 0 && await page.getByText(/^Value: the points/).count() === 1, take.join());
  await me.judge('answers');
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await me.press('Find the best');
  const first = await page.getByRole('heading', { name: 'Answer 1, the best' }).boundingBox();
  home.holds('on a phone the answers are in sight once they are there', first.y > 0 && first.y < 400, first.y);
  await page.setViewportSize(size);
  await me.press('Take it');
  await me.says('1500 points, legal');
  await me.press('Undo');
  home.holds('an answer is one tap to take and one to undo', await page.locator('#list [data-unit]').count() === 0);

  await me.go('/lists/to-fill/collection');
  await page.getByLabel('Line Squad', { exact: true }).check();
  await page.getByLabel('How many of Line Squad', { exact: true }).fill('2');
  await page.getByLabel('Captain', { exact: true }).check();
  await me.judge('what is owned');
  await me.press('Keep');
  await page.getByLabel('From').selectOption('collection-steel-wardens');
  await page.getByLabel('Best is').selectOption('spend');
  await me.press('Find the best');
  const taken = await page.locator('section.card').first().innerText();
  home.reads('a list has what is ticked', taken, 'Line Squad');
  home.holds('and nothing else', !/Militia|Far-Sights|APC/i.test(taken));
  await me.go('/lists/to-fill/collection?own=collection-steel-wardens');
  const kept = String(await me.downloaded(me.link('Save it')));
  home.reads('a collection is a file to save', kept, /^muster: collection\/1/, 'line-squad: 2');
  writeFileSync(join(home.folder, 'owned.yaml'), kept.replace('line-squad: 2', 'line-squad: 3'));
  await page.getByLabel('A collection that was saved').setInputFiles(join(home.folder, 'owned.yaml'));
  await me.press('Bring back');
  await me.go('/lists/to-fill/collection?own=collection-steel-wardens');
  home.holds('and to bring back', await page.getByLabel('How many of Line Squad', { exact: true }).inputValue() === '3');
}

// cancelled leaves the work once it has begun, unless it is done by then.
async function cancelled(home, me) {
  const { page } = me;
  const [shown, took] = await page.evaluate(() => new Promise((done) => {
    const form = document.querySelector('form[data-progress]'), box = form.querySelector('.working');
    form.requestSubmit();
    const shown = !box.hidden;
    setTimeout(() => {
      const began = performance.now();
      box.querySelector('[data-cancel]').click();
      const look = () => document.body.hasAttribute('aria-busy') ? setTimeout(look, 5) : done([shown, performance.now() - began]);
      look();
    }, 60);
  }));
  await me.settled();
  home.holds('the work shows how far it is, and is left when that is asked for', shown && await page.locator('.working').isHidden(), `left after ${Math.round(took)} ms`);
  await me.go('/lists/to-fill/fill');
}
