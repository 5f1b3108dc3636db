// The form of a new list: a tap on a usual size begins, armies are narrowed to a game and a name.
function narrowArmies(form) {
  const game = form.elements.game.value, name = form.querySelector('#seek').value.toLowerCase(), armies = form.elements.book;
  for (const group of armies.querySelectorAll('optgroup')) {
    for (const army of group.children) army.hidden = army.disabled = game && group.label !== game || !army.text.toLowerCase().includes(name);
    group.hidden = [...group.children].every((army) => army.hidden);
  }
  if (armies.selectedOptions[0]?.hidden ?? true) armies.value = [...armies.options].find((army) => !army.hidden)?.value ?? '';
}

// offerSizes offers the usual sizes of the chosen army's game.
function offerSizes(form) {
  const buttons = [...form.querySelectorAll('[data-begin]')], game = form.elements.book.selectedOptions[0]?.parentElement.label;
  const own = buttons.some((button) => button.dataset.game === game) ? game : undefined;
  for (const button of buttons) button.hidden = button.dataset.game !== own;
}

// showScripted shows the parts of the form that work with a script alone.
export function showScripted() {
  for (const part of document.querySelectorAll('#begin > [hidden]')) part.hidden = false;
  const form = document.querySelector('#begin');
  if (form) offerSizes(form);
}

export function listenToNewList() {
  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-begin]');
    if (!button) return;
    button.form.elements.points.value = button.value;
    button.form.requestSubmit();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target.id === 'seek') event.preventDefault(); // Enter in the search begins no list
  });
  for (const kind of ['input', 'change']) {
    document.addEventListener(kind, ({ target }) => {
      if (target.matches('#begin [name=game], #seek')) narrowArmies(target.form);
      if (target.matches('#begin [name=game], #seek, #begin [name=book]')) offerSizes(target.form);
    });
  }
}
