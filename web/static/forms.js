// Links and forms ask for pages without loading them whole.
import { openDialog } from './dialog.js';
import { pathIn, site } from './home.js';
import { showError } from './messages.js';
import { cancelFetch, go, goTo } from './navigate.js';
import { ask, textOf } from './transport.js';

function followLink(event) {
  const link = event.target.closest('a[href]');
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || link.target) return;
  const path = pathIn(link, 'href');
  if (!path || (!site && link.hasAttribute('download'))) return;
  event.preventDefault();
  if (link.hasAttribute('data-pop')) return openDialog(path).catch(showError);
  goTo(path, !link.hasAttribute('data-keep'));
}

function submit(event) {
  const form = event.target, by = event.submitter;
  const otherPage = by && by.hasAttribute('formaction');
  const path = otherPage ? pathIn(by, 'formaction') : pathIn(form, 'action');
  if (!path || form.hasAttribute('target')) return;
  event.preventDefault();
  if (otherPage && (by.formMethod || form.method) === 'get') return go('GET', path, { push: true });
  const data = new FormData(form), shown = document.getElementById('do');
  if (shown && path === pathIn(shown, 'action')) { // a form in a part that stayed may be behind
    for (const { name, value } of shown.querySelectorAll('input')) if (data.has(name)) data.set(name, value);
  }
  if (by && by.name) data.append(by.name, by.value);
  if (form.method === 'get') return submitQuestion(form, path, new URLSearchParams(data).toString());
  const files = form.enctype === 'multipart/form-data';
  return go('POST', path, { body: files ? data : new URLSearchParams(data), push: form.hasAttribute('data-push') });
}

function submitQuestion(form, path, query) {
  const answered = goTo(path, !form.hasAttribute('data-auto'), query);
  if (form.dataset.progress) showProgress(form, answered, cancelFetch());
  return answered;
}

// showProgress shows how far long work is, until it is done or cancelled.
function showProgress(form, answered, cancel) {
  const box = form.querySelector('.working'), bar = box.querySelector('progress');
  bar.value = 0;
  box.hidden = false;
  let timer; // one question at a time: a worker would hear of the cancel after all of them
  const look = () => {
    timer = setTimeout(() => ask('GET', form.dataset.progress)
      .then((answer) => { bar.value = Math.max(bar.value, textOf(answer)); })
      .catch(() => {})
      .finally(() => timer && look()), 150);
  };
  const end = () => { timer = clearTimeout(timer); box.hidden = true; };
  look();
  box.querySelector('[data-cancel]').onclick = () => { cancel(); end(); };
  answered.finally(end);
}

export function listenToForms() {
  document.addEventListener('click', followLink);
  document.addEventListener('submit', submit);
  document.addEventListener('change', ({ target: { form } }) => { if (form && form.hasAttribute('data-auto')) form.requestSubmit(); });
  let typing;
  document.addEventListener('input', ({ target: { form } }) => {
    clearTimeout(typing);
    if (form && form.hasAttribute('data-live')) typing = setTimeout(() => form.requestSubmit(), 150);
  });
}
