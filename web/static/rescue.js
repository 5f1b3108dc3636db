// Offers everything that the browser keeps as files to save, where the program cannot.
import { element } from './messages.js';

const offer = document.createElement('section');

// offerFiles shows a text and then links to all files, and stays while pages change.
export async function offerFiles(text) {
  offer.setAttribute('role', 'alert');
  offer.replaceChildren(element('p', text));
  showOffer();
  const files = await storedFiles().catch(() => []);
  if (!files.length) return;
  const list = document.createElement('ul');
  list.append(...files.map(fileLink));
  offer.append(element('p', 'This browser keeps these files; save those that you need.'), list);
}

// showOffer puts the offer, if there is one, into the page that is shown.
export function showOffer() {
  if (offer.firstChild) document.getElementById('problem').after(offer);
}

function fileLink([name, content]) {
  const link = document.createElement('a'), item = document.createElement('li');
  const isText = content instanceof Uint8Array || typeof content === 'string';
  link.href = URL.createObjectURL(new Blob([isText ? content : JSON.stringify(content)]));
  link.textContent = link.download = String(name);
  item.append(link);
  return item;
}

// storedFiles reads the names and contents of the browser's database, without the program.
function storedFiles() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('muster ' + new URL('.', location).pathname), files = [];
    opening.onupgradeneeded = () => opening.transaction.abort(); // there is no database yet
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('files').objectStore('files').openCursor();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        const cursor = reading.result;
        if (!cursor) {
          opening.result.close();
          return resolve(files);
        }
        files.push([cursor.key, cursor.value]);
        cursor.continue();
      };
    };
  });
}
