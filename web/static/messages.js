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

const sentenceFor = 8000; // milliseconds
let answered = 0, old = true, timer;

// showChange takes what a list's newest change did away again after a while, or with the list's
// page; changes counts those that were answered. Its place stays, so that nothing moves.
export function showChange(changes) {
  const line = document.getElementById('change'), age = () => document.getElementById('change')?.classList.toggle('old', old = true);
  if (changes > answered) {
    old = false;
    clearTimeout(timer);
    timer = setTimeout(age, sentenceFor);
  }
  answered = changes;
  if (!line) old = true;
  line?.classList.toggle('old', old);
}
