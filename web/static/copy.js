// A link is copied, or handed to the share sheet of a phone.
import { say } from './messages.js';

async function copyLink(event) {
  const button = event.target.closest('[data-copy], [data-share]');
  if (!button) return;
  const link = document.getElementById(button.dataset.copy || 'link');
  try {
    if ('share' in button.dataset) return await navigator.share({ title: document.title, url: link.value });
    await navigator.clipboard.writeText(link.value);
    say('Copied.', document.getElementById('copied'));
  } catch (problem) {
    if (problem.name === 'AbortError') return; // the person thought better of it
    link.select();
    say('The browser did not copy it; it is selected, copy it from there.', document.getElementById('copied'));
  }
}

// showShare shows the buttons of the share sheet where the browser has one.
export function showShare() {
  for (const button of document.querySelectorAll('[data-share]')) button.hidden = !navigator.share;
}

export const listenToCopies = () => document.addEventListener('click', copyLink);
