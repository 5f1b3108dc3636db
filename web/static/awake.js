// The screen stays on at the table, where the browser lets it; a page is printed.
let lock = null;

async function updateLock() {
  const wanted = document.querySelector('[data-awake]') && document.visibilityState === 'visible';
  if (!wanted) return lock?.release();
  if (!lock || lock.released) lock = await navigator.wakeLock.request('screen');
}

function update() {
  if (navigator.wakeLock) updateLock().catch(() => {}); // with a low battery the browser refuses
}

export function listenToScreen() {
  document.addEventListener('visibilitychange', update);
  document.addEventListener('click', (event) => {
    update();
    if (event.target.closest('[data-print]')) print();
  });
  update();
}
