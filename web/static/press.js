// Keeps the pressed control under the finger while the page changes.
import { panes } from './places.js';

// pressed is the control that was pressed last: {at, selector, label, stays}, and where it stood
// before the page changed: {box, focus, side}. What stays is in a bar that no scroll moves; side is
// the part of a game that a phone shows.
let pressed = null;
let lid = null; // a disabled copy over the place of a button that is gone

// selectorOf returns a selector that finds a control again in the page that comes.
function selectorOf(e) {
  const question = e.value && e.closest('.base'); // the next one takes its id
  if (e.id && !question) return '#' + CSS.escape(e.id);
  const within = e.parentElement.closest('main [id]');
  const attributes = ['name', 'value', 'href'].filter((name) => e.hasAttribute(name)).map((name) => `[${name}="${CSS.escape(e.getAttribute(name))}"]`);
  return (within ? selectorOf(within) + ' ' : '') + e.localName + attributes.join('');
}

// found returns the control on the page that is the pressed one. A button that has only its tag
// is told by its label from the others.
function found({ selector, label }) {
  const all = [...document.querySelectorAll(selector)];
  return all.find((e) => e.textContent === label) || (selector.endsWith(' button') ? null : all[0]);
}

function remember(event) {
  const at = event.target.closest && event.target.closest('button, a[href], summary, select, input, textarea');
  pressed = at && at.closest('main') && !at.closest('.bar') && at.type !== 'file' ? { at, selector: 'main ' + selectorOf(at), label: at.textContent, stays: at.closest('.base, .round') } : null;
}

// released resolves when no mouse button and no finger is down. A page that changed between
// press and release would have the click land on a common ancestor, and do nothing.
export let released = Promise.resolve();
let release = () => {};

function watchPointer() {
  document.addEventListener('pointerdown', () => {
    release();
    released = new Promise((resolve) => { release = resolve; setTimeout(resolve, 1500); });
  }, true);
  document.addEventListener('click', () => release(), true);
  for (const kind of ['pointerup', 'pointercancel']) document.addEventListener(kind, () => setTimeout(release, 50), true);
}

export function listenToPresses() {
  document.addEventListener('click', remember, true);
  document.addEventListener('change', remember, true);
  for (const kind of ['wheel', 'touchmove']) document.addEventListener(kind, unpad, { capture: true, passive: true });
  watchPointer();
}

// measurePressed notes where the pressed control stands, before the page changes. On another
// page nothing stays in place.
export function measurePressed(otherPage) {
  const at = pressed && !otherPage && (pressed.at.isConnected ? pressed.at : found(pressed));
  pressed = at && at.getClientRects().length ? { ...pressed, at, box: at.getBoundingClientRect(), focus: document.activeElement === at, side: side() } : null;
}

const side = () => document.querySelector('.play')?.dataset.view;

// keepPressed scrolls the pressed control to where it stood. A button that is gone leaves a
// lid, so that a second tap presses nothing else; one that is disabled hands on the focus.
export function keepPressed(samePage) {
  if (lid && samePage) document.body.append(lid);
  for (const pane of panes()) pane.style.paddingTop = pane.style.paddingBottom = '';
  if (!pressed) return;
  const at = found(pressed);
  if (!at || !at.getClientRects().length) {
    if (samePage && pressed.at.localName === 'button') turned(pressed) || coverPlace(pressed);
    pressed = null;
    return;
  }
  if (!pressed.stays && !at.closest('.base, .round')) scrollBack(at, pressed.box.top);
  pressed.at = at;
  const near = pressed.focus && at.disabled && at.closest('[data-option], li, .row');
  if (near) near.querySelector('button:not(:disabled)')?.focus({ preventScroll: true });
}

// turned reports whether a press has led a phone to the other side of a game. That is seen from its
// top, and for a moment a second tap presses none of its rows.
function turned({ at, side: was }) {
  if (was === side() || document.getElementById('side-' + was)?.getClientRects().length) return false;
  scrollTo(0, 0);
  const { x, y, width } = document.querySelector('.sides').getBoundingClientRect(), foot = document.querySelector('.base');
  coverPlace({ at, box: new DOMRect(x, y, width, foot.getBoundingClientRect().top - y) }, 500);
  return true;
}

// scrollBack scrolls a control to a height, and pads its pane where there is no room to scroll. A
// page with a bar at its foot has no room below the bar.
function scrollBack(at, top) {
  const scrolls = (e) => e === document.scrollingElement || /auto|scroll/.test(getComputedStyle(e).overflowY);
  let distance = at.getBoundingClientRect().top - top;
  for (let e = at.parentElement; e && Math.abs(distance) >= 1; e = e.parentElement) {
    if (!scrolls(e)) continue;
    const room = e.scrollHeight - e.clientHeight - e.scrollTop, pane = at.closest('.panes > section, .sides, main:not(:has(.base))');
    const pad = (side, more) => { if (pane) pane.style[side] = parseFloat(getComputedStyle(pane)[side]) + more + 'px'; };
    if (distance > room) pad('paddingBottom', distance - room);
    if (-distance > e.scrollTop) pad('paddingTop', -distance - e.scrollTop);
    e.scrollTop += distance;
    distance = at.getBoundingClientRect().top - top;
  }
}

// unpad takes the room above a pane away again, as one scrolls on.
function unpad() {
  for (const pane of panes().filter((pane) => pane.style.paddingTop)) {
    const was = pane.scrollHeight;
    pane.style.paddingTop = '';
    for (const e of [pane, document.scrollingElement]) e.scrollTop -= was - pane.scrollHeight;
  }
}

// coverPlace lays a lid on a place until the pointer leaves it, a key is pressed or a moment passed.
function coverPlace({ at, box }, moment = 1500) {
  removeLid();
  const mine = lid = at.cloneNode(true);
  for (const name of ['id', 'name', 'value']) mine.removeAttribute(name);
  Object.assign(mine.style, { position: 'fixed', opacity: 0, zIndex: 9, margin: 0, left: box.x + 'px', top: box.y + 'px', width: box.width + 'px', height: box.height + 'px' });
  mine.disabled = true;
  mine.setAttribute('aria-hidden', 'true');
  document.body.append(mine);
  const within = ({ clientX, clientY }) => Math.abs(clientX - box.x - box.width / 2) <= box.width / 2 && Math.abs(clientY - box.y - box.height / 2) <= box.height / 2;
  const listening = new AbortController(), { signal } = listening;
  const lift = () => { listening.abort(); mine.remove(); if (lid === mine) lid = null; };
  document.addEventListener('pointermove', (event) => within(event) || lift(), { signal });
  for (const kind of ['keydown', 'wheel', 'touchmove']) document.addEventListener(kind, lift, { capture: true, signal });
  setTimeout(lift, moment);
}

export const removeLid = () => lid?.remove();
