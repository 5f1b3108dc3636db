// Changes the page into another one, element by element. The rest keeps its focus, its scroll
// position and text being typed.
/* global Idiomorph */

// unchanged reports whether an element stays: a part whose content the answer leaves out, an
// equal row, or one that is folded, whose content is exchanged whole.
function unchanged(old, next) {
  if (next.dataset?.as === '' && next.id === old.id) return true;
  if (old.nodeName === 'DETAILS' && !old.open && next.dataset?.whole === '' && !old.contains(document.activeElement)) {
    old.replaceChildren(...next.childNodes);
    return true;
  }
  return ['LI', 'ARTICLE', 'FIELDSET'].includes(old.nodeName) && old.isEqualNode(next) && !old.querySelector('input, select, textarea');
}

// keepsAttribute reports whether an attribute stays: an opened element stays open, and a field
// that is searched while one types keeps its text.
function keepsAttribute(name, node) {
  if (name === 'open') return node.nodeName === 'DETAILS';
  return name === 'value' && node === document.activeElement && node.form && node.form.hasAttribute('data-live');
}

const options = {
  ignoreActiveValue: false,
  callbacks: {
    beforeNodeMorphed: (old, next) => !unchanged(old, next),
    beforeAttributeUpdated: (name, node) => !keepsAttribute(name, node),
  },
};

// morph makes the page's body like another.
export function morph(body) {
  const apart = body.querySelector('#apart'); // what changed within parts that did not
  for (const row of body.querySelectorAll('li[data-as=""]')) { // it may have another place now
    row.replaceWith(document.getElementById(row.id)?.cloneNode(true) ?? row);
  }
  apart?.remove();
  document.getElementById('problem')?.replaceChildren();
  // A body given whole would be put within the body. Where all of it is parts that stay, nothing is looked at.
  if (body.querySelector(':is(#top, #main):not([data-as=""])')) Idiomorph.morph(document.body, [...body.childNodes], { ...options, morphStyle: 'innerHTML' });
  for (const part of [...apart?.children ?? []]) {
    const old = document.getElementById(part.id);
    if (old) Idiomorph.morph(old, part, options);
  }
}
