// Units are moved by dragging one on to another; a file that is dropped anywhere is opened.
import { pathIn } from './home.js';
import { go } from './navigate.js';

let dragged = null; // a row

function dropUnit(event) {
  const target = dragged && event.target.closest('[draggable=true]'), row = dragged;
  dragged = null;
  if (!target || target === row) return;
  event.preventDefault();
  const form = document.getElementById('do'), data = new FormData(form);
  data.append('verb', form.dataset.drop);
  data.append('id', row.dataset.unit);
  data.append('unit', target.dataset.unit);
  go('POST', pathIn(form, 'action'), { body: new URLSearchParams(data) });
}

function dropFiles(event) {
  const files = [...event.dataTransfer.files], tournament = document.getElementById('cup');
  if (!files.length) return;
  event.preventDefault();
  const data = tournament ? new FormData(tournament) : new FormData();
  if (tournament) data.delete('lists');
  for (const file of files) data.append(tournament ? 'lists' : 'file', file);
  go('POST', tournament ? '/event' : '/open', { body: data, push: !tournament });
}

export function listenToDrags() {
  document.addEventListener('dragstart', (event) => {
    dragged = event.target.closest && event.target.closest('[draggable=true]');
    if (dragged) event.dataTransfer.setData('text/plain', dragged.dataset.unit);
  });
  document.addEventListener('dragover', (event) => {
    if (event.dataTransfer.types.includes('Files') || dragged && event.target.closest('[draggable=true]')) event.preventDefault();
  });
  document.addEventListener('drop', dropFiles);
  document.addEventListener('drop', dropUnit);
}
