// Scroll positions: a new choice is seen from its top, an old place as it was left.
export const panes = () => [...document.querySelectorAll('.panes > section')];

// scrollPositions returns the positions of the window and of each pane.
export const scrollPositions = () => ({ y: scrollY, panes: panes().map((pane) => pane.scrollTop) });

// shownPart returns the list shown, its pane on a phone, and its unit.
export const shownPart = () => ({
  list: document.querySelector('form#do')?.getAttribute('action') || '',
  pane: document.querySelector('.panes')?.dataset.pane,
  unit: document.getElementById('unit')?.dataset.of,
});

let paneY = {}; // where the window was scrolled to in each pane, where one is shown at a time

export function restoreScroll(positions) {
  scrollTo(0, positions.y);
  panes().forEach((pane, i) => { pane.scrollTop = positions.panes[i] || 0; });
}

// scrollAfter scrolls a page that has come, given the part and positions of the page before.
export function scrollAfter(before, positions, isNewPage) {
  const now = shownPart();
  const sameList = now.list && now.list === before.list, otherUnit = now.unit !== before.unit;
  if (!sameList) paneY = {};
  else if (otherUnit) document.getElementById('unit').scrollTop = paneY.unit = 0;
  if (sameList && now.pane !== before.pane) {
    paneY[before.pane] = positions.y;
    scrollTo(0, paneY[now.pane] || 0);
  } else if (isNewPage && (!sameList || otherUnit && now.pane === 'unit')) scrollTo(0, 0);
}
