// Shows a page, such as the text of a rule, in a dialog over this one. It has an entry of the
// browser's history, so that Back closes it.
import { element, showProblem } from './messages.js';
import { scrollPositions } from './places.js';
import { ask, pageOf, refusal } from './transport.js';

let shown = null, leaving = false; // the dialog, and whether its entry is being left

// closedByBack closes the dialog as one goes back. It reports whether nothing else is to be done.
export function closedByBack() {
  const dialog = shown, done = leaving || !!dialog?.isConnected;
  shown = null;
  leaving = false;
  dialog?.close();
  return done;
}

// leaveEntry goes back to the page's own entry, after a dialog was closed.
function leaveEntry(dialog) {
  dialog.remove();
  if (shown !== dialog) return;
  shown = null;
  if (dialog.returnValue === 'follow' || !history.state?.dialog) return; // what comes takes the entry
  leaving = true;
  history.back();
}

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
  for (const link of dialog.querySelectorAll('a:not([target])')) link.addEventListener('click', () => dialog.close('follow')); // the next one opens over the page
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => leaveEntry(dialog));
  document.body.append(dialog);
  if (!history.state?.dialog) {
    history.replaceState(scrollPositions(), '');
    history.pushState({ ...scrollPositions(), dialog: true }, '');
  }
  shown?.close('follow');
  shown = dialog;
  dialog.showModal();
}
