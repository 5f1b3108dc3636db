// Has the service worker keep the program, and says when a site needs no network.
import { say } from './messages.js';

let sentence = '';

export const showOffline = () => say(sentence, document.getElementById('offline'));

export async function keepProgram() {
  try {
    await navigator.serviceWorker.register('sw.js');
    await navigator.serviceWorker.ready;
    sentence = 'All of this works without a network now.';
  } catch { // private windows and addresses without https have no service worker
    sentence = 'This browser does not keep the program: without a network it will not start.';
  }
  showOffline();
}
