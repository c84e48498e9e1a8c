/**
 * The page of a website that was taken over. It tries whatever could lead out of a browser, and what it
 * succeeds in is in the database afterwards: by its own report, or, better, as seen by what it reached.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Answer, type Asked, page, text } from '../site/http.ts';
import { htmlOf } from './look.ts';

/** More than the buffers between here and a browser that refuses it. */
const DOWNLOAD_BYTES = 32 * 1024 * 1024;
const SERVICE_WORKER = 'self.addEventListener("fetch", () => {});';

export function openHostile(sql: DatabaseSync) {
  sql.exec('CREATE TABLE IF NOT EXISTS reached (login TEXT, what TEXT, at INTEGER)');
  const noted = sql.prepare('INSERT INTO reached VALUES (?, ?, ?)');
  const found = sql.prepare('SELECT what, at FROM reached WHERE login = ? ORDER BY at');
  const note = (query: URLSearchParams) => {
    noted.run(query.get('of') ?? '', query.get('what') ?? '', Date.now());
  };
  let cellar: Promise<Server> | undefined;
  return {
    close: () => void cellar?.then((server) => server.close()),
    /** What the page has reached, for a login: empty where the browser holds. */
    reached: (login: string) => found.all(login),
    async answer({ path, query }: Asked): Promise<Answer | undefined> {
      if (!path.startsWith('/hostile')) return undefined;
      cellar ??= openCellar(note);
      if (path === '/hostile') return hostilePage(query, portOf(await cellar));
      if (path === '/hostile/reached') {
        note(query);
        return { headers: { 'access-control-allow-origin': '*' }, body: 'noted' };
      }
      if (path === '/hostile/worker.js')
        return { headers: { 'content-type': 'text/javascript' }, body: SERVICE_WORKER };
      if (path !== '/hostile/film.bin') return undefined;
      return {
        headers: { 'content-disposition': 'attachment', 'content-type': 'application/zip' },
        body: Buffer.alloc(DOWNLOAD_BYTES),
        taken: () => note(query),
      };
    },
  };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Another port of this machine, such as one that a browser has no business with. */
function openCellar(note: (query: URLSearchParams) => void): Promise<Server> {
  const server = createServer((request, response) => {
    note(new URL(request.url ?? '/', 'http://cellar.invalid').searchParams);
    response.writeHead(200, { 'access-control-allow-origin': '*', connection: 'close' });
    response.end();
  });
  server.on('upgrade', ({ url = '/' }, socket) => {
    note(new URL(url, 'http://cellar.invalid').searchParams);
    socket.destroy();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

/** `only`: the names of tries, with commas between; without it, all of them. */
function hostilePage(query: URLSearchParams, port: number): Answer {
  const given = { of: query.get('of') ?? '', only: query.get('only') ?? '', port: String(port) };
  const data = Object.entries(given).map(([name, value]) => `data-${name}="${text(value)}"`);
  const script = readFileSync(join(import.meta.dirname, 'hostile.js'), 'utf8');
  return page(
    htmlOf('Browse', `<div id="hostile" ${data.join(' ')}></div><script>${script}</script>`, true),
  );
}
