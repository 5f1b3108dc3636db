// Menus: they close when something in them is pressed, or beside them. The menus of a list's
// rows are filled when they open, with the one that all rows share.
function closeMenus(except) {
  for (const menu of document.querySelectorAll('details.menu[open]')) if (menu !== except) menu.open = false;
}

// fillMenu copies the shared menu into a row's, and puts the ids of the row's unit, and of its
// neighbours, in the places that the buttons' verbs name.
function fillMenu(menu) {
  if (!menu.matches('.of-row') || menu.children.length > 1) return;
  const row = menu.closest('[data-unit]'), platoon = menu.closest('[data-platoon]')?.dataset.platoon ?? '';
  const name = menu.firstElementChild.getAttribute('aria-label').slice('More for '.length);
  const ids = { ID: row.dataset.unit, ABOVE: row.previousElementSibling?.dataset.unit, BELOW: row.nextElementSibling?.dataset.unit };
  const shared = document.getElementById('shared-menu').cloneNode(true);
  for (const button of shared.querySelectorAll('button')) {
    const words = button.value.split(' ').map((word) => word in ids ? ids[word] : word);
    if (words.includes(undefined) || button.dataset.idleIn === platoon) button.remove();
    button.value = words.join(' ');
    const label = button.getAttribute('aria-label');
    if (label) button.setAttribute('aria-label', label.replace('NAME', () => name));
  }
  const box = document.createElement('div');
  box.append(...shared.childNodes);
  menu.append(box);
}

export const fillOpenMenus = () => document.querySelectorAll('.of-row[open]').forEach(fillMenu);

export function listenToMenus() {
  document.addEventListener('click', (event) => {
    const menu = event.target.closest('details.menu');
    closeMenus(menu && !event.target.closest('details.menu > :not(summary)') ? menu : null);
  });
  document.addEventListener('toggle', ({ target }) => {
    if (!target.matches('details.menu[open]')) return;
    fillMenu(target);
    target.lastElementChild.scrollIntoView({ block: 'nearest' });
  }, true);
  document.addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' && event.target.closest('details.menu[open]');
    if (!menu) return;
    menu.open = false;
    menu.firstElementChild.focus();
  });
}
