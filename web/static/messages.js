// Sentences to the person: the program's progress, and errors.

// say writes a text where the page has a place for it.
export function say(text, place = document.getElementById('starting')) {
  if (place) place.textContent = text;
}

// showProblem shows nodes and texts in the page's alert.
export function showProblem(...content) {
  const alert = document.getElementById('problem');
  alert.replaceChildren(...content);
  alert.scrollIntoView({ block: 'nearest' });
}

export const showError = (error) => showProblem('That did not work: ' + error.message);

// element makes one with a text in it.
export const element = (kind, text) => Object.assign(document.createElement(kind), { textContent: text });
