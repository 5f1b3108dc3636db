// Keys on a list's page. A letter alone is one only while nobody types, and for those who want it:
// dictation types letters too.
import { element } from './messages.js';
import { showDialog } from './dialog.js';

const off = 'muster no keys', part = (name) => document.querySelector(`.tabs a[href*="pane=${name}"]`);
const units = () => [...document.querySelectorAll('#list a[data-part]')];

// step moves the focus to the next unit, or the one before.
function step(by) {
  const all = units(), at = all.indexOf(document.activeElement);
  all[at < 0 ? 0 : Math.max(0, Math.min(all.length - 1, at + by))]?.focus();
}

function add() {
  const first = () => document.querySelector('#book .unit-row button')?.focus();
  if (part('book')?.checkVisibility()) part('book').click();
  else first();
}

const keys = {
  '/': ['find', () => document.querySelector('[type=search]')?.focus()],
  a: ['add a unit', add],
  ArrowDown: ['the next unit', () => step(1)],
  ArrowUp: ['the unit before', () => step(-1)],
  e: ['edit the unit that has the focus', () => (units().includes(document.activeElement) ? document.activeElement : units()[0])?.click()],
  u: ['undo', () => document.getElementById('undo')?.click()],
  '?': ['show these keys', show],
};

function show() {
  const list = document.createElement('dl'), turn = element('button', 'Turn the keys off, but for ?');
  for (const [key, [what]] of Object.entries(keys)) list.append(element('dt', key.replace('Arrow', 'Arrow ')), element('dd', what));
  if (localStorage.getItem(off)) turn.textContent = 'Turn the keys on';
  turn.addEventListener('click', () => {
    if (localStorage.getItem(off)) localStorage.removeItem(off);
    else localStorage.setItem(off, 'yes');
    turn.closest('dialog').close();
  });
  showDialog('Keys', [list, turn]);
}

export function listenToKeys() {
  document.addEventListener('keydown', (event) => {
    const key = keys[event.key], typed = event.target.closest('input, select, textarea, dialog, [contenteditable]');
    if (!key || typed || event.ctrlKey || event.metaKey || event.altKey || !document.querySelector('.panes')) return;
    if (event.key !== '?' && localStorage.getItem(off)) return;
    event.preventDefault();
    key[1]();
  });
}
