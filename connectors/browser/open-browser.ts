/**
 * A browser for one session: a process, a profile in a folder of its own, a way out of its own. Nothing is
 * left of it once it is closed.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page, type Route } from 'playwright-core';
import { findChromium } from './find-chromium.ts';
import { type Destination, openWayOut, type WayOutDeps } from './way-out.ts';

export type OpenBrowser = {
  readonly page: Page;
  /** Cookies of the company, as text: what lets the next session in without a code. */
  readonly cookies: () => Promise<string>;
  /** Before what must not be sent twice: see there. */
  readonly endConnections: () => void;
  /** What the page asked for and didn't get. */
  readonly refused: () => readonly string[];
  readonly close: () => Promise<void>;
};

/** Never without a sandbox's parts that a page could do without: no web security, site isolation on. */
const args = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--site-per-process',
  // Names are looked up by the way out alone, which is at this address.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  // Loopback too goes through the way out, which refuses it.
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/** Then the process that has the browser, so that what a killed one left is told from the others'. */
const PROFILES = 'billhook-browser-';
const PAGE_MILLISECONDS = 20_000;
/** A person's, of the middle of a continent that pays bills in dollars. */
const LOCALE = { locale: 'en-US', timezoneId: 'America/Chicago' } as const;

/** @param cookies of an earlier session, as it gave them. */
export async function openBrowser(
  destinations: readonly Destination[],
  cookies?: string,
  deps: WayOutDeps = {},
): Promise<OpenBrowser> {
  const wayOut = await openWayOut(destinations, deps);
  removeLeftovers();
  const profile = mkdtempSync(join(tmpdir(), `${PROFILES}${process.pid}-`));
  const clean = async () => {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    await wayOut.close();
  };
  let context: BrowserContext;
  try {
    context = await launch(profile, wayOut.port);
  } catch (error) {
    await clean();
    throw error;
  }
  const close = async () => {
    await context.close().catch(() => {});
    await clean();
  };
  try {
    await restore(context, destinations, cookies);
    return {
      page: await onlyPage(context, destinations),
      cookies: async () => JSON.stringify(await context.cookies()),
      endConnections: wayOut.endConnections,
      refused: wayOut.refused,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Profiles of processes that were killed. A browser whose process is gone ends by itself. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = new RegExp(`^${PROFILES}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || isThere(Number(pid))) continue;
    rmSync(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process has the number.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function launch(profile: string, port: number): Promise<BrowserContext> {
  const { executablePath, env = {} } = findChromium();
  const options = {
    ...{ executablePath, args, headless: true, ...LOCALE },
    // Nothing of ours: a page that takes over the browser finds no credentials in its environment. Its
    // temporary files too are gone with its profile, and a killed browser's with it.
    env: { ...env, HOME: profile, TMPDIR: profile, PATH: '/usr/bin:/bin' },
    proxy: { server: `http://127.0.0.1:${port}` },
    acceptDownloads: false,
    serviceWorkers: 'block' as const,
    permissions: [],
  };
  return (
    chromium
      .launchPersistentContext(profile, { ...options, chromiumSandbox: true })
      // Who has root, as in a container, and a function of Lambda have no sandbox to offer.
      .catch(() => chromium.launchPersistentContext(profile, options))
  );
}

type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** Of the company's hosts alone, whatever they were kept with. */
async function restore(
  context: BrowserContext,
  destinations: readonly Destination[],
  cookies = '[]',
): Promise<void> {
  const kept = JSON.parse(cookies) as Cookies;
  const hosts = destinations.map(({ host }) => host);
  const own = kept.filter(({ domain = '' }) =>
    hosts.some((host) => `.${host}`.endsWith(`.${domain.replace(/^\./, '')}`)),
  );
  await context.addCookies(own);
}

/** What a page opens besides, asks or downloads is turned down. */
async function onlyPage(
  context: BrowserContext,
  destinations: readonly Destination[],
): Promise<Page> {
  context.setDefaultTimeout(PAGE_MILLISECONDS);
  await context.addInitScript(() => {
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel']) {
      Reflect.deleteProperty(globalThis, name);
    }
    globalThis.open = () => null;
    const refuse = () => Promise.reject(new Error('Not here'));
    // Blocked it is anyway; a page learns of it this way.
    if (globalThis.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = refuse;
  });
  const [page = await context.newPage()] = context.pages();
  context.on('page', (another) => {
    if (another !== page) void another.close().catch(() => {});
  });
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  page.on('download', (download) => void download.cancel().catch(() => {}));
  const isAllowed = (address: string) => {
    const { hostname, port, protocol } = new URL(address);
    const asked = Number(port) || (protocol === 'https:' ? 443 : 80);
    return destinations.some(
      (one) =>
        one.host === hostname &&
        one.port === asked &&
        protocol === (one.isStandIn ? 'http:' : 'https:'),
    );
  };
  await context.route('**/*', (route) => {
    const url = route.request().url();
    const isOwn = isOf(route, page) && (/^(data|blob|about):/.test(url) || isAllowed(url));
    return isOwn ? route.continue() : route.abort('blockedbyclient');
  });
  return page;
}

/** Not of a window that the page has opened by a link or a form. */
function isOf(route: Route, page: Page): boolean {
  try {
    return route.request().frame().page() === page;
  } catch {
    // A window that is only just being opened has no page yet.
    return false;
  }
}
