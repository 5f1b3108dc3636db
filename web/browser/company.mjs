// twoThousand is a list of 2,000 points, from a book that is there: a hero in a pair, a unit
// in a transport, six upgrades, and whatever else there is room for. It is what a player
// taps on a phone; the status is returned.
export async function twoThousand(thumb) {
  const { page, visit } = thumb;
  await thumb.tap('New list');
  thumb.taps += 2; // the field, and the army among those that are there
  await page.getByLabel('Army').selectOption({ label: 'Brine Choir' });
  await thumb.tap('2000');
  const offers = await page.locator('#book [data-offer]').evaluateAll((all) => all.map((row) => ({
    id: row.dataset.offer, points: +row.querySelector('.fig').innerText, hero: /\bHero\b/.test(row.innerText), carries: /Transport\(/.test(row.innerText),
    size: +row.querySelector('.size').innerText, tough: /\bT\d/.test(row.innerText),
  })));
  const least = (all) => all.sort((a, b) => a.points - b.points)[0];
  const squads = offers.filter((o) => o.size > 4 && !o.tough && !o.hero);
  const squad = squads.filter((o) => o.points <= 300).sort((a, b) => b.points - a.points)[0], rider = least(squads.filter((o) => o !== squad));
  const hero = least(offers.filter((o) => o.hero)), transport = least(offers.filter((o) => o.carries));
  const taken = {};
  const add = (o) => { taken[o.id] = (taken[o.id] || 0) + 1; return thumb.tap(page.locator(`#add-${o.id}`)); };
  const part = (name) => thumb.tap(page.locator('.tabs').getByRole('link', { name }));
  const link = (how) => thumb.tap(page.getByRole('group', { name: how }).getByRole('button').first());
  const left = async () => { const [points, limit] = (await visit.status()).match(/\d+/g); return limit - points; };
  await add(squad); // the newest unit is the one that is shown
  await add(squad);
  await thumb.tap(page.locator('#to-unit'));
  await link('Combined with');
  await part('Add');
  await add(hero);
  await thumb.tap(page.locator('#to-unit'));
  await link('Joins');
  await part('Add');
  await add(transport);
  await add(rider);
  await thumb.tap(page.locator('#to-unit'));
  await link('Rides in');
  let upgrades = 0;
  const upgrade = async (most) => { // of the unit that is shown, the first of each section
    for (const section of await page.locator('#unit fieldset.section').all()) {
      const control = section.locator('[data-option] :is(button, input):enabled:not([aria-checked=true], [aria-pressed=true])').first();
      if (!most-- || upgrades === 6 || !await control.count()) return;
      await thumb.tap(control);
      upgrades++;
    }
  };
  await upgrade(3);
  for (let i = 0; upgrades < 6 && i < 5; i++) { // then those of other units
    await part('List');
    await thumb.tap(page.locator('#list .units > li > .unit-row a[data-part]').nth(i));
    await upgrade(3);
  }
  await part('Add');
  for (let i = 0; i < 12; i++) {
    const room = await left(), of = (o) => o.points <= room && o.points <= 700 && (taken[o.id] || 0) < 2 && !o.hero;
    const next = offers.filter(of).sort((a, b) => b.points - a.points)[0];
    if (!next) break;
    await add(next);
  }
  await part('List');
  const cards = await page.locator('#list .units > [data-unit]').evaluateAll((all) => all.map((card) => card.innerText));
  const pair = await page.locator('#list [data-unit] [data-unit] a.name').count() > 1, ride = cards.some((text) => /with passengers/.test(text));
  const status = await visit.status();
  if (!pair || !ride || upgrades < 6 || await left() > 100) throw new Error(`${status}; pair with hero ${pair}, transport ${ride}, ${upgrades} upgrades\n${cards.join('\n')}`);
  return status;
}
