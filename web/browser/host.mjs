// Serves a folder on this computer, as a web host would (texts packed with gzip, ten minutes in a
// browser's cache), and prints its address: `node host.mjs FOLDER [PORT]`.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.gz': 'application/gzip', '.webmanifest': 'application/manifest+json' };
const [folder, port = '0'] = process.argv.slice(2);
const server = createServer(async (request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
  try {
    const text = await readFile(join(folder, path === '/' ? 'index.html' : path));
    const type = types[extname(path) || '.html'] || 'application/octet-stream', head = { 'Content-Type': type, 'Cache-Control': 'max-age=600' };
    if (/^text|svg|json/.test(type)) response.writeHead(200, { ...head, 'Content-Encoding': 'gzip' }).end(gzipSync(text));
    else response.writeHead(200, head).end(text);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(+port, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
