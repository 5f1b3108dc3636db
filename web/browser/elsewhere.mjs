// What pages of other origins, other names and other folders can reach: nothing.
import { createServer, request } from 'node:http';

// elsewhere has pages of two other origins try to read and change a list, and a
// name that is bound anew to this computer.
export async function elsewhere(home, me, name, list, points) {
  const { base } = home;
  const address = home.address('/' + list);
  const lists = async () => {
    await me.go('/');
    return me.page.locator('main li', { hasText: name }).first().innerText(); // others come and go meanwhile
  };
  const before = await lists();
  const hostile = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Another origin</h1>')).listen(0, '127.0.0.1');
  const tab = await me.page.context().newPage(); // of the same person, with all that is kept of them
  for (const host of ['127.0.0.1', 'localhost']) {
    await tab.goto(`http://${host}:${hostile.address().port}/`);
    const read = await tab.evaluate(async ([base, address]) => {
      const read = [], pause = (time) => new Promise((done) => setTimeout(done, time));
      const form = new URLSearchParams({ verb: 'remove captain', back: '/' });
      for (const to of [base, base + 'api/lists', address, base + 'lists/browser-army']) {
        await fetch(to, { credentials: 'include' }).then((a) => a.text()).then((t) => read.push(t), () => {});
        await fetch(to, { mode: 'no-cors' }).then((a) => a.text()).then((t) => t && read.push(t), () => {});
      }
      for (const path of ['lists/browser-army/do', 'lists/browser-army/delete']) await fetch(base + path, { method: 'POST', mode: 'no-cors', body: form }).catch(() => {});
      const frame = document.createElement('iframe');
      frame.name = 'theirs';
      frame.src = address;
      document.body.append(frame);
      await Promise.race([new Promise((done) => { frame.onload = done; }), pause(2000)]);
      await pause(700); // a program in it would have started
      try { read.push(frame.contentDocument.body.innerText); } catch { /* as it should be */ }
      const own = await indexedDB.databases();
      return read.concat(own.map((d) => d.name));
    }, [base, address]);
    home.holds(`a page of another origin, ${host}, reads nothing`, read.filter(Boolean).length === 0, read.join('; ').slice(0, 300));
    const shown = await Promise.all(tab.frames().slice(1).map((f) => f.locator('body').innerText().catch(() => '')));
    home.holds(`and no list is shown in a frame of ${host}`, tab.frames().length === 2 && !shown.join().includes(name), shown.join().slice(0, 300));
    for (const target of ['theirs', 'new', '_self']) {
      await tab.evaluate(([action, target]) => {
        const send = Object.assign(document.createElement('form'), { method: 'post', action, target });
        document.body.append(send);
        send.submit();
      }, [base + 'lists/browser-army/delete', target]);
      await tab.waitForTimeout(300);
    }
  }
  await tab.goto(base.replace('127.0.0.1', 'rebound.example')).catch(() => {});
  await tab.waitForFunction(() => !document.body.hasAttribute('aria-busy'));
  home.holds('a name that is bound anew to this computer shows no list', !(await tab.locator('body').innerText()).includes(name));
  for (const p of me.page.context().pages()) if (p !== me.page) await p.close();
  hostile.close();
  const after = await lists();
  await me.go('/' + list);
  await me.says(points);
  home.holds('all of which changes nothing', before === after && before.includes(name), after);
}

// outside asks for files outside the home's folder, which has a link to one and a list of the
// same name.
export async function outside(home, me) {
  const ask = (path) => new Promise((done, failed) => { // as it stands, which a browser would tidy
    const at = new URL(home.base);
    request({ host: at.hostname, port: at.port, path }, async (answer) => done((await answer.toArray()).join(''))).on('error', failed).end();
  });
  const ways = ['../secret', '..%2Fsecret', '%2e%2e/secret', '..%5Csecret', 'linked', 'folder%2Fsecret', 'folder/secret', '%2Fetc%2Fpasswd', '.hidden'];
  for (const way of ways) {
    for (const path of ['/lists/' + way, '/lists/' + way + '/file/yaml', '/api/lists/' + way + '/check', '/static/' + way, '/static/' + way + '.yaml']) {
      if (/Secret|root:/.test(await ask(path))) throw new Error(`${path} shows what lies outside`);
    }
    await me.go('/lists/' + way);
    const said = await me.page.locator('body').innerText();
    if (/Secret/.test(said)) throw new Error(`/lists/${way} shows what lies outside`);
    home.reads(`/lists/${way} shows no list`, said, /nothing here|My lists|no list/);
  }
  await me.go('/open');
  await me.page.getByLabel('Text that Army Forge shares').fill('muster: list/1\nsystem: gf-3\nbook: ../secret.yaml\nname: Prying\nunits: []\n');
  await me.press('Open the text');
  const said = await me.page.locator('body').innerText();
  await me.go('/');
  home.holds('`../`, links out of the folder and books elsewhere are refused', !/Secret|root:/.test(said + await me.page.locator('body').innerText()));
}
