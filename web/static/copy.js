// A text, link or code is copied, or handed to the share sheet of a phone.
import { say } from './messages.js';

async function copyLink(event) {
  const button = event.target.closest('[data-copy], [data-share]');
  if (!button) return;
  const { share, copy } = button.dataset, from = document.getElementById(share ?? copy), text = from.value ?? from.textContent;
  try {
    if (share) return await navigator.share({ title: document.title, [share === 'link' ? 'url' : 'text']: text });
    await navigator.clipboard.writeText(text);
    say(`Copied: ${text.length} characters.`, document.getElementById('copied'));
  } catch (problem) {
    if (problem.name === 'AbortError') return; // the person thought better of it
    from.select ? from.select() : getSelection().selectAllChildren(from);
    say('The browser did not copy it; it is selected, copy it from there.', document.getElementById('copied'));
  }
}

// showShare shows the buttons of the share sheet where the browser has one.
export function showShare() {
  for (const button of document.querySelectorAll('[data-share]')) button.hidden = !navigator.share;
}

export const listenToCopies = () => document.addEventListener('click', copyLink);
