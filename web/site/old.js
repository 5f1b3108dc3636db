// Names the browsers that a site needs, in a script that older ones understand.
if (!('DecompressionStream' in window && 'WebAssembly' in window && window.CSS && CSS.supports('selector(:has(a))'))) {
  document.documentElement.setAttribute('data-old', '');
  document.getElementById('starting').className = '';
  document.getElementById('starting').textContent = 'This browser is too old for muster. It works in Safari 16.4, Chrome and Edge 117, Firefox 121, and in newer ones.';
}
