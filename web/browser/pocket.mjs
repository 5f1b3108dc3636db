// A phone in the hand: its Back, the bar at the foot, and lines that come and go.
import { boxes, open, phone } from './views.mjs';

export async function pocket(home) {
  const me = await home.profile(phone), { page } = me;
  const list = await open(me, 'third-company', 'Third Company');
  await backCloses(home, me, list);
  await barStays(home, me, list);
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
  await dialog.waitFor({ state: 'detached' });
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

// barStays ends a game: the question stands over the foot, and the foot where it was.
async function barStays(home, me, list) {
  const { page } = me, foot = async () => (await boxes(page, '.base'))[0].bottom;
  await me.go(list + '/play?view=theirs');
  await me.press('End game');
  home.holds('the foot of a game stays where it is when its end is asked for', await foot() === 740 && await page.evaluate(() => document.documentElement.scrollHeight) <= 741, await foot());
}
