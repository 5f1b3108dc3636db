// Serves a folder on this computer, as a web host would, and prints its address:
// `node host.mjs FOLDER [PORT]`.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.gz': 'application/gzip', '.webmanifest': 'application/manifest+json' };
const [folder, port = '0'] = process.argv.slice(2);
const server = createServer(async (request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
  try {
    const text = await readFile(join(folder, path === '/' ? 'index.html' : path));
    response.writeHead(200, { 'Content-Type': types[extname(path) || '.html'] || 'application/octet-stream' }).end(text);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(+port, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
