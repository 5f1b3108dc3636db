// Menus: they close when something in them is pressed, or beside them.
function closeMenus(except) {
  for (const menu of document.querySelectorAll('details.menu[open]')) if (menu !== except) menu.open = false;
}

export function listenToMenus() {
  document.addEventListener('click', (event) => {
    const menu = event.target.closest('details.menu');
    closeMenus(menu && !event.target.closest('details.menu > :not(summary)') ? menu : null);
  });
  document.addEventListener('toggle', ({ target }) => {
    if (!target.matches('details.menu[open]')) return;
    target.lastElementChild.scrollIntoView({ block: 'nearest' });
  }, true);
  document.addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' && event.target.closest('details.menu[open]');
    if (!menu) return;
    menu.open = false;
    menu.firstElementChild.focus();
  });
}
