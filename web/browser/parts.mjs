// Holds pages that were changed part by part against the same pages, loaded whole.

// shown writes down what a page holds, whatever is open or has the focus. What a form comes
// back to is set as it is sent.
const shown = () => {
  const left = ['open', 'data-as', 'tabindex', 'style', 'autofocus'];
  const write = (node, depth) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.trim() ? '  '.repeat(depth) + node.data.trim() + '\n' : '';
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches('#change, noscript, [name=back], [name=etag]')) return '';
    const attributes = [...node.attributes].filter(({ name }) => !left.includes(name)).map(({ name, value }) => `${name}=${value}`).sort();
    return `${'  '.repeat(depth)}${node.nodeName} ${attributes.join(' ')}\n${[...node.childNodes].map((child) => write(child, depth + 1)).join('')}`;
  };
  return write(document.querySelector('main'), 0) + write(document.querySelector('.bar'), 0);
};

// parts changes a list in every way that changes parts, and loads it anew after each. A
// site has the same parts, but no steps back after it is loaded anew.
export async function parts(home) {
  if (home.site) return;
  const me = await home.profile(), { page } = me;
  await me.go('/');
  await me.press('Try Third Company');
  const same = async (name) => {
    await me.followed();
    const was = await page.evaluate(shown);
    await page.reload();
    await me.followed();
    const lines = was.split('\n'), whole = (await page.evaluate(shown)).split('\n');
    const at = lines.findIndex((line, i) => line !== whole[i]);
    home.holds(`${name}: the page is as it is when it is loaded whole`, at < 0 && lines.length === whole.length, `${lines.slice(at - 4, at + 3).join('\n')}\n| instead of\n${whole.slice(at - 4, at + 3).join('\n')}`);
  };
  const press = (id) => me.press(page.locator(`[id="${id}"]`));
  await me.look('squad-1');
  await me.followed();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable');
  const laidOut = async () => (await browser.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount').value;
  const before = await laidOut();
  await press('less-heavy-rifle');
  await me.followed();
  const layouts = await laidOut() - before;
  home.holds('a click has the page laid out once for the new points, and once for what follows', layouts > 0 && layouts <= 2, `${layouts} times`);
  await press('undo');
  await press('half-squad-2');
  await press('more-arc-rifle');
  await same('an option that is counted');
  await press('more-surgeon');
  await same('an option that is swapped');
  await press('undo');
  await same('a step back');
  await me.look('warlord');
  await same('another unit');
  await press('more-demolition-bag');
  await press('less-half-plate');
  await same('two options one after the other');
  await page.locator('#list-target').selectOption('tank');
  await me.settled();
  await same('another target');
  await me.look('speaker');
  await press('link-joins-guns');
  await same('a hero who joins');
  await press('link-joins-breachers');
  await same('a hero who goes to another unit');
  await me.press(page.locator('.own button[value^="remove"]'));
  await same('a unit that is gone');
  await press('undo');
  await same('the same, back');
  await me.press(page.getByRole('button', { name: /^Add / }).first());
  await same('a unit that is added');
  await page.context().close();
}
