// chance makes lists in the page that it runs in, by pressing what it finds there,
// and returns what the page says of each: its file, its status and its findings.
// It presses the same in every run.
export async function chance({ count, site, armies }) {
  let seed = 20261122;
  const random = (n) => { // mulberry32
    let t = seed += 0x6d2b79f5;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const settled = () => new Promise((done) => { const look = () => document.body.hasAttribute('aria-busy') ? setTimeout(look) : done(); look(); });
  const press = (element) => { element.click(); return settled(); };
  const named = (selector, name) => all(selector).find((e) => (e.getAttribute('aria-label') || e.textContent).trim() === name);

  // What a site saves as a file is caught here.
  let saved;
  if (site) {
    const url = URL.createObjectURL;
    URL.createObjectURL = (blob) => { saved = blob; return url.call(URL, blob); };
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function () { if (!this.download || !this.href.startsWith('blob:')) click.call(this); };
  }
  const made = [];
  for (let n = 0; n < count; n++) {
    await press(named('main button', 'New list'));
    const army = all('[name=book] option').find((o) => o.textContent.startsWith(armies[n % armies.length]));
    document.querySelector('[name=book]').value = army.value;
    document.querySelector('[name=name]').value = 'Chance';
    document.querySelector('[name=points]').value = 250 * (1 + random(8));
    await press(named('main button', 'Begin'));
    for (let i = 3 + random(8); i > 0; i--) {
      const ways = [['#book button[value^="add "]'], ['#unit .stepper button, #unit .pick'], ['#unit form[data-auto] select', '#unit .links .chip'], ['#unit .own button[value^="whole "]', '#book button[value^="add "]']];
      const found = [0, 0, 0, 1, 1, 2, 3].map((w) => all(ways[w].join())).filter((w) => w.length);
      const way = found[random(found.length)];
      const what = way[random(way.length)];
      if (what.tagName !== 'SELECT') { await press(what); continue; }
      what.value = what.options[random(what.options.length)].value;
      what.dispatchEvent(new Event('change', { bubbles: true }));
      await settled();
    }
    await press(all('header nav a')[0]); // the list without a unit: what was found
    const say = { status: document.querySelector('[role=status]').firstChild.data, findings: all('#unit .findings .says').map((p) => p.textContent) };
    await press(document.getElementById('share'));
    const file = named('main a', 'muster file');
    if (site) await press(file);
    made.push({ ...say, yaml: await (site ? saved.text() : (await fetch(file.href)).text()) });
    await press(named('main a, header nav a', 'Build'));
    await press(document.getElementById('to-settings'));
    await press(document.getElementById('delete-list'));
  }
  return made;
}
