// Units are moved by dragging one on to another, on a touch screen by the number at its left; a file
// that is dropped anywhere is opened.
import { pathIn } from './home.js';
import { go } from './navigate.js';

let dragged = null; // a row

function dropUnit(event) {
  const target = dragged && event.target.closest('[draggable=true]'), row = dragged;
  dragged = null;
  if (!target || target === row) return;
  event.preventDefault();
  moveUnit(row, target);
}

function moveUnit(row, target) {
  const form = document.getElementById('do'), data = new FormData(form);
  data.append('verb', form.dataset.drop);
  data.append('id', row.dataset.unit);
  data.append('unit', target.dataset.unit);
  go('POST', pathIn(form, 'action'), { body: new URLSearchParams(data) });
}

let touched = null; // a row, and where the finger touched it

function grab(event) {
  const row = event.pointerType !== 'mouse' && event.target.closest('.size')?.closest('[draggable=true]');
  if (row) touched = { row, y: event.clientY, moved: false };
}

function drag(event) {
  if (!touched) return;
  const by = event.clientY - touched.y;
  if (Math.abs(by) > 8) touched.moved = true;
  if (touched.moved) Object.assign(touched.row.style, { transform: `translateY(${by}px)`, opacity: 0.7, pointerEvents: 'none' });
}

function release(event) {
  if (!touched) return;
  const { row, moved } = touched;
  touched = null;
  row.removeAttribute('style');
  const target = document.elementFromPoint(event.clientX, event.clientY)?.closest('[draggable=true]');
  if (event.type !== 'pointerup') return;
  if (!moved) row.querySelector('a.name').click();
  else if (target && target !== row) moveUnit(row, target);
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
  for (const [type, does] of [['pointerdown', grab], ['pointermove', drag], ['pointerup', release], ['pointercancel', release]]) document.addEventListener(type, does);
}
