// A shelf: what is ticked goes into one file, and another person opens it.
import { join } from 'node:path';

export async function shelves(home, me) {
  const { page } = me;
  await me.go('/open');
  await page.getByLabel('File').setInputFiles({ name: 'cup.yaml', mimeType: 'application/yaml', buffer: Buffer.from('muster: event/1\nname: Browser Cup\npoints: 1000\n') });
  await me.press('Open');
  await me.go('/books');
  await me.press(me.link('Share my books'));
  await me.judge('share my books');
  await page.getByLabel('Whose are they?').fill('Browser Club');
  await page.getByLabel('Browser Cup').check();
  const [file] = await Promise.all([page.waitForEvent('download'), me.button('Make the file').click()]), at = join(home.folder, 'shelf.zip');
  await file.saveAs(at);
  const friend = await home.profile();
  await friend.go('/open');
  await friend.page.getByLabel('File').setInputFiles(at);
  await friend.press('Open');
  const text = await friend.page.locator('main').innerText(), asks = home.site ? /Keep it/ : /Here already/; // where all have one home
  home.reads('a shelf says whose it is before anything is kept', text, 'The shelf of Browser Club.', asks);
  await friend.page.close();
}
