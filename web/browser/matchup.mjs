// The page of a match-up has the terminal's figures, and stays under a finger.
import { execFileSync } from 'node:child_process';

const muster = process.env.MUSTER;

// terminal returns the rows of the terminal's two tables, by their cells.
function terminal(list, foe) {
  const text = execFileSync(muster, ['preview', list, ...(foe ? ['--against', foe] : []), '--match-up'], { encoding: 'utf8' });
  const rows = text.split('\n').map((line) => line.split(/ {2,}/)), from = rows.findIndex((r) => r[0] === 'YOUR UNIT');
  return [rows.slice(1, from < 0 ? undefined : from).filter((r) => r.length === 6), from < 0 ? [] : rows.slice(from + 1).filter((r) => r.length === 5)];
}

export async function matchUps(home) {
  const me = await home.profile(), { page } = me, file = (name) => `../../examples/${name}.yaml`;
  let enemy; // its id, since a folder may hold another list of its name
  for (const name of ['spring-tide', 'third-company']) {
    await me.go('/open');
    await page.getByLabel('File').setInputFiles(file(name));
    await me.press('Open');
    await me.heading(name === 'spring-tide' ? 'Spring Tide' : 'Third Company');
    enemy ??= decodeURIComponent(page.url().match(/lists\/([^/?#]+)/)[1]);
  }
  await me.press(me.link('Odds'));
  await me.heading('Odds');
  await me.press(me.link('Match-up'));
  await me.heading('Match-up');
  for (const foe of [undefined, 'spring-tide']) {
    if (foe) {
      const times = [];
      for (let i = 0; i < 3; i++) {
        await me.choose('Against', { label: 'typical targets' });
        await page.waitForFunction(() => !document.querySelector('[aria-label="What threatens yours"]'));
        const began = Date.now();
        await me.choose('Against', { value: enemy });
        await page.locator('[aria-label="What threatens yours"]').waitFor();
        times.push(Date.now() - began);
      }
      console.log(`   ${home.name}: a match-up of 2,000 points comes in ${Math.min(...times)} ms`);
    }
    const [theirs, mine] = terminal(file('third-company'), foe && file(foe));
    const shown = (side) => page.locator(`[id^="${side}-"]`).evaluateAll((all) => all.map((e) => [e.querySelector('strong').textContent.replace(/^\d+ · /, ''), e.querySelector('.line').textContent, [...e.querySelectorAll('td')].map((td) => td.textContent)]));
    const differ = [];
    for (const [side, rows] of [['theirs', theirs], ['mine', mine]]) {
      const there = await shown(side);
      if (there.length !== rows.length) differ.push(`${side}: ${there.length} of ${rows.length}`);
      rows.forEach((cells, i) => {
        const [name, best, , per100] = cells, destroys = cells.at(-1), [title, line, figures] = there[i] || ['', '', []];
        const lasts = destroys === '-' ? 'it takes more than 20 activations' : `destroys after ${destroys} activations`;
        if (title !== name || !line.startsWith(best) || !line.includes(lasts) || !figures.includes(per100) || side === 'theirs' && destroys !== '-' && !line.includes(`breaks after ${cells[4]},`)) differ.push(`${cells} is ${title}: ${line}`);
      });
    }
    home.holds(`a match-up against ${foe || 'typical targets'} has the terminal's figures`, theirs.length > 0 && (mine.length > 0) === !!foe && differ.length === 0, differ.join('; '));
    await me.judge(`match-up ${foe || 'of targets'}`);
  }
  await page.locator('#mine-breachers summary').click();
  home.holds('figures stand behind a tap', await page.getByRole('region', { name: 'Figures of Breachers + Oathspeaker' }).isVisible());
  await page.locator('a[href="#by-theirs-needles"]').first().click();
  await page.waitForFunction(() => document.querySelector('#theirs-needles').open, null, { timeout: 10000 });
  home.holds('a cell of the matrix opens its figures', await page.locator('#theirs-needles table').isVisible());
  const phone = await home.profile({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await phone.go('/open');
  await phone.page.getByLabel('File').setInputFiles(file('third-company'));
  await phone.press('Open');
  await phone.page.getByLabel('More of this list').click();
  await phone.press(phone.link('Match-up'));
  await phone.heading('Match-up');
  const small = (p) => p.evaluate(() => [...document.querySelectorAll('main :is(summary, a, button, select, label.tick)')].filter((e) => e.checkVisibility()).map((e) => [e.getBoundingClientRect(), e]).filter(([r]) => r.width < 44 || r.height < 43.5).map(([r, e]) => `${e.textContent} ${r.width}×${r.height}`));
  const less = await small(phone.page);
  home.holds('on a phone a match-up is under the list’s menu, and each of its targets has 44 pixels', less.length === 0, less.join('; '));
  await page.context().close();
  await phone.page.context().close();
}
