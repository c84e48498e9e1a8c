/** What a page reaches that would like to reach more than its company. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../../../connectors/browser/open-browser.ts';
import { destinationOf, openWayOut } from '../../../connectors/browser/way-out.ts';

/** Which servers were asked for something: by what they are called here. */
const reached = new Set<string>();
let site: Server;
let other: Server;

const serve = (name: string, html: string) =>
  new Promise<Server>((listening) => {
    const server = createServer((_, response) => {
      reached.add(name);
      response.setHeader('content-type', 'text/html').end(html);
    });
    server.listen(0, '127.0.0.1', () => listening(server));
  });
const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  other = await serve('other', 'not for you');
  site = await serve('site', '<!doctype html><title>Site</title><h1>Site</h1>');
});

afterAll(() => {
  for (const server of [site, other]) {
    server.closeAllConnections();
    server.close();
  }
});

describe('A hostile page', () => {
  test('reaches nothing but its own company', async () => {
    const address = `http://127.0.0.1:${portOf(site)}`;
    const forbidden = `127.0.0.1:${portOf(other)}`;
    const browser = await openBrowser([destinationOf(address, true)]);
    try {
      const { page } = browser;
      await page.goto(address);
      const found = await page.evaluate(async (to) => {
        const tries = async (work: () => Promise<unknown>) => {
          const late = new Promise((_, reject) => setTimeout(reject, 2_000));
          return Promise.race([work(), late]).then(
            () => true,
            () => false,
          );
        };
        const loads = (tag: string, source: string) => () =>
          new Promise((resolve, reject) => {
            const element = Object.assign(document.createElement(tag), {
              ...{ src: source, onload: resolve, onerror: reject },
            });
            document.body.append(element);
          });
        const opens = (url: string) => () =>
          new Promise((resolve, reject) => {
            const socket = new WebSocket(url);
            socket.onopen = resolve;
            socket.onerror = reject;
          });
        return {
          other: await tries(() => fetch(`http://${to}/`, { mode: 'no-cors' })),
          named: await tries(() => fetch('http://localhost:1/', { mode: 'no-cors' })),
          metadata: await tries(() =>
            fetch('http://169.254.169.254/latest/meta-data/', { mode: 'no-cors' }),
          ),
          elsewhere: await tries(() => fetch('https://example.com/', { mode: 'no-cors' })),
          file: await tries(() => fetch('file:///etc/passwd')),
          image: await tries(loads('img', `http://${to}/a.png`)),
          script: await tries(loads('script', `http://${to}/a.js`)),
          socket: await tries(opens(`ws://${to}/`)),
          worker: await tries(async () => {
            await navigator.serviceWorker.register('/worker.js').catch(() => {});
            const [worker] = await navigator.serviceWorker.getRegistrations();
            if (!worker) throw new Error('There is none');
          }),
          peers: 'RTCPeerConnection' in globalThis,
        };
      }, forbidden);
      expect(Object.entries(found).filter(([, isReached]) => isReached)).toEqual([]);
      expect(reached).toEqual(new Set(['site']));
    } finally {
      await browser.close();
    }
  });

  test.each([
    ['goes to another host', (to: string) => `location.href = 'http://${to}/'`],
    ['opens a window', (to: string) => `window.open('http://${to}/')`],
    ['opens a file', () => `location.href = 'file:///etc/passwd'`],
    ['is a text of its own', () => `location.href = 'data:text/html,<h1>me</h1>'`],
    ['asks and asks', () => `for (let i = 0; i < 5; i += 1) alert(i)`],
  ])('that %s stays where it is', async (_, script) => {
    const address = `http://127.0.0.1:${portOf(site)}`;
    const browser = await openBrowser([destinationOf(address, true)]);
    try {
      const { page } = browser;
      await page.goto(address);
      await page.evaluate(script(`127.0.0.1:${portOf(other)}`)).catch(() => {});
      await page.waitForTimeout(300);
      expect(page.url()).not.toMatch(/^(file|data):/);
      expect(page.context().pages()).toEqual([page]);
      expect(reached).toEqual(new Set(['site']));
    } finally {
      await browser.close();
    }
  });
});

describe('The way out', () => {
  /** The first line that a tunnel is answered with. */
  const tunnel = (port: number, to: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`CONNECT ${to} HTTP/1.1\r\n\r\n`),
      );
      socket.once('data', (data) => {
        resolve(data.toString().split('\r\n')[0] ?? '');
        socket.destroy();
      });
      socket.once('error', reject);
    });

  test.each([
    ['a host that is not named', 'other.example:443', ['93.184.216.34']],
    ['another port', 'www.power.example:8443', ['93.184.216.34']],
    ['a name that leads into our network', 'www.power.example:443', ['10.0.0.1']],
    ['a name that leads to this machine', 'www.power.example:443', ['127.0.0.1']],
    ['a name that leads to the cloud', 'www.power.example:443', ['169.254.169.254']],
    ['a name with a second address', 'www.power.example:443', ['93.184.216.34', '10.0.0.1']],
    ['a name that nobody knows', 'www.power.example:443', []],
    ['an address', '93.184.216.34:443', []],
    ['no host at all', '', []],
  ])('refuses %s', async (_, to, addresses) => {
    const company = destinationOf('https://www.power.example/');
    const wayOut = await openWayOut([company], { resolve: async () => addresses });
    try {
      expect(await tunnel(wayOut.port, to)).toContain('403');
      expect(wayOut.refused()).toHaveLength(1);
    } finally {
      await wayOut.close();
    }
  });

  test('looks a name up once, and connects to what it has checked', async () => {
    const asked: string[] = [];
    const wayOut = await openWayOut([destinationOf('https://www.power.example:9/')], {
      resolve: async (host) => {
        asked.push(host);
        return asked.length === 1 ? ['192.0.2.1'] : ['10.0.0.1'];
      },
    });
    // Documentation addresses are nobody's, and so are refused as well: what matters is the one look.
    expect(await tunnel(wayOut.port, 'www.power.example:9')).toContain('403');
    expect(asked).toEqual(['www.power.example']);
    await wayOut.close();
  });
});
