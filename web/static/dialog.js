// Shows a page, such as the text of a rule, in a dialog over this one.
import { element, showProblem } from './messages.js';
import { ask, pageOf, refusal } from './transport.js';

export async function openDialog(path) {
  const answer = await ask('GET', path);
  if (answer.status >= 400) return showProblem(...refusal(answer));
  const page = pageOf(answer);
  showDialog(page.querySelector('h1').textContent, page.querySelectorAll('.narrow > section'));
}

// showDialog shows nodes under a title.
export function showDialog(name, nodes) {
  const dialog = document.createElement('dialog'), title = element('h2', name), close = element('button', 'Close');
  Object.assign(title, { tabIndex: -1, autofocus: true }); // not the button at the end, where a long text would be scrolled to
  dialog.setAttribute('aria-label', title.textContent);
  const text = document.createElement('div');
  text.append(title, ...nodes);
  dialog.append(text, close);
  for (const link of dialog.querySelectorAll('a')) link.addEventListener('click', () => dialog.close()); // the next one opens over the page
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
