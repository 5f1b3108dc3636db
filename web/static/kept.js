// Tells on the start page how long this browser keeps lists. A button asks the browser to
// promise more.
import { site } from './home.js';

let refused = false; // in this visit

// storageState returns the state that one of the card's sentences is about.
async function storageState() {
  if (!navigator.storage?.persist) return 'unknown';
  if (await navigator.storage.getDirectory?.().then(() => false, () => true)) return 'private';
  if (await navigator.storage.persisted()) return 'granted';
  if (navigator.standalone || matchMedia('(display-mode: standalone)').matches) return 'installed';
  if (/^Apple/.test(navigator.vendor)) return 'safari';
  return refused ? 'refused' : 'asked';
}

// showKept shows the sentences of the browser's state.
export async function showKept() {
  if (!site || !document.querySelector('[data-kept]')) return;
  const state = await storageState();
  for (const sentence of document.querySelectorAll('[data-kept]')) sentence.hidden = sentence.dataset.kept !== state;
}

export function listenToKeep() {
  document.addEventListener('click', async (event) => {
    if (!event.target.closest('#keep')) return;
    refused = !await navigator.storage.persist().catch(() => false);
    showKept();
  });
}
