// Where the builder runs, and the addresses of its pages. `muster serve` answers the
// handler's paths as they are; a site keeps the path behind a question mark.
export const site = document.documentElement.dataset.deployment === 'site';
export const base = location.origin + location.pathname;
// The prefix of this site's keys in storage, shared with others of its origin.
export const storagePrefix = `muster ${new URL('.', location).pathname} `;

// addressOf returns the browser's address of a path.
export const addressOf = (path) => site ? base + (path === '/' ? '' : '?' + path) : path;

// currentPath returns the path of the page that is shown.
export function currentPath() {
  const url = new URL(location);
  if (!site) return url.pathname + url.search;
  return url.search.length > 1 ? url.search.slice(1) : '/';
}

// pathIn returns the path that an attribute of a link or form holds, or '' if it leads elsewhere.
export function pathIn(element, attribute) {
  const raw = element.getAttribute(attribute) || '';
  if (raw.startsWith('/') && !raw.startsWith('//')) return raw;
  return raw.startsWith('?') ? currentPath().split('?')[0] + raw : '';
}
