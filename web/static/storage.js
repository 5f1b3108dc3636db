// Pages as text in the browser's storage, to show one at once on a later visit while the
// program starts; and files for the person to save.
import { currentPath, storagePrefix } from './home.js';

const pageKey = () => storagePrefix + currentPath();

// tryStorage returns use(localStorage), or null where storage is full or denied.
function tryStorage(use) {
  try { return use(localStorage); } catch { return null; }
}

export const storedPage = () => tryStorage((storage) => storage.getItem(pageKey()));

export function forgetPages() {
  tryStorage((storage) => Object.keys(storage).filter((key) => key.startsWith(storagePrefix)).forEach((key) => storage.removeItem(key)));
}

// storePage stores the page that is shown, with its menus closed, without styles that the script
// set: a page's policy takes no style from a text.
export function storePage() {
  const text = document.body.innerHTML.replace(/ style="[^"<>]*"/g, '').replace(/(<details [^>]*\bmenu\b[^>]*?) open=""/g, '$1');
  tryStorage((storage) => { storage.setItem(pageKey(), text); return true; }) || forgetPages();
}

// saveFile has the browser download an answer.
export function saveFile(answer) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([answer.body], { type: answer.type }));
  link.download = answer.name || 'muster';
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
