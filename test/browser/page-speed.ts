/**
 * How long a phone takes to show a page: Chromium with a fourth of this machine's speed on a slow 4G
 * connection, as Lighthouse has it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';

const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
const QUIET_MILLISECONDS = 1_500;
/** On the modules' own host, and where tests have companies without one. */
const LOGOS = /\/assets\/logos\/|\/\/logos\.billhook\.example\//;

/** Milliseconds since the visit began, but for the layout shift. */
export type Visit = {
  /** The last of the largest pictures, which is that of the first screen. */
  readonly lcp: number;
  /** When the first screen is there. */
  readonly usable: number;
  /** When the page could be used: its first screen is there and nothing long runs after it. */
  readonly tti: number;
  readonly cls: number;
  /** Whether the first screen is in the modules' font, a tenth of a second after it came at the latest. */
  readonly ownFont: boolean;
  readonly requests: readonly TimedRequest[];
};

/** A request that began before the page was usable, the page itself among them. */
export type TimedRequest = {
  readonly name: string;
  readonly from: number;
  /** When its answer was there: what another request could have waited for. */
  readonly answered: number;
};

/** Keeps what the browser says of the page's drawing; read as text, since it runs in the page. */
const observe = `
  window.seen = { lcp: 0, cls: 0, longUntil: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.cls += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.longUntil = entry.startTime + entry.duration;
  }).observe({ type: 'longtask', buffered: true });
  new MutationObserver(() => {
    const screen = document.querySelector('[data-screen]')?.dataset.screen;
    if (!screen || screen.endsWith('loading') || seen.usable) return;
    seen.usable = performance.now();
    setTimeout(() => {
      seen.ownFont = [...document.fonts].some(({ family }) => family === 'Figtree');
    }, 100);
  }).observe(document, { subtree: true, childList: true, attributes: true });
`;

/** Logos are not counted, and the icon is asked for in a window of its own only. */
const readSeen = `(() => {
  const [page] = performance.getEntriesByType('navigation');
  const all = performance.getEntriesByType('resource').filter(({ name, startTime }) =>
    name.startsWith(location.origin + '/') && !/\\/(icon-|logos?\\/|marks?\\/)/.test(name) &&
    startTime < seen.usable);
  return {
    ...seen,
    requests: [page, ...all].map(({ name, startTime, responseEnd }) => ({
      name: new URL(name).pathname, from: startTime, answered: responseEnd,
    })),
  };
})()`;

type Seen = Omit<Visit, 'tti'> & { readonly longUntil: number };

export async function measureVisit(browser: Browser, address: string, width = 390): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', slow4g);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    // What companies' logos weigh is not the page's.
    await context.route(LOGOS, (route) => route.abort());
    await page.addInitScript(observe);
    const font = page.waitForResponse(/\/assets\/figtree-/, { timeout: 60_000 });
    // The blank page has none, and is closed before this is over.
    font.catch(() => {});
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator('[data-screen]:not([data-screen$=loading])').waitFor({ timeout: 60_000 });
    // Whatever it moves is counted.
    const isModule = await page.locator('html[data-module]').count();
    if (isModule) await (await font).finished();
    await page.waitForTimeout(QUIET_MILLISECONDS);
    const { longUntil, ...seen } = await page.evaluate<Seen>(readSeen);
    return { ...seen, tti: Math.max(seen.usable, longUntil) };
  } finally {
    await context.close();
  }
}

/** Counts the frames in which something moves; read as text, since it runs in the page. */
const countFrames = `
  window.frames_ = { frames: 0, slow: 0, longest: 0 };
  let before;
  requestAnimationFrame(function count(now) {
    const moves = document.getAnimations().some(({ effect }) => effect.getTiming().iterations === 1);
    if (moves && before !== undefined) {
      frames_.frames += 1;
      if (now - before > 50) frames_.slow += 1;
      frames_.longest = Math.max(frames_.longest, now - before);
    }
    before = now;
    requestAnimationFrame(count);
  });
`;

type Motion = { readonly frames: number; readonly slow: number; readonly longest: number };

/** Goes from the list of bills to the first one and back. */
export async function measureMotion(
  browser: Browser,
  address: string,
  turns: number,
): Promise<Motion> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('[data-screen="bills"] section button').first().waitFor();
    // What comes behind the first screen is there.
    await page.waitForTimeout(QUIET_MILLISECONDS);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.evaluate(countFrames);
    for (let turn = 0; turn < turns; turn += 1) {
      await page.locator('[data-screen="bills"] section button').first().click();
      await page.locator('[data-screen="bill"]').waitFor();
      await page.waitForTimeout(400);
      await page.locator('[data-screen="bill"] header button').first().click();
      await page.locator('[data-screen="bills"]').waitFor();
      await page.waitForTimeout(400);
    }
    return await page.evaluate<Motion>('frames_');
  } finally {
    await context.close();
  }
}

/**
 * How many requests had to wait for one another: the longest row of those that did. The first is the
 * page, which all others have waited for, also those that began before all of it was there.
 */
export function roundTripsOf([page, ...requests]: readonly TimedRequest[]): number {
  if (!page) return 0;
  const depths = new Map<TimedRequest, number>();
  const depthOf = (request: TimedRequest): number => {
    const known = depths.get(request);
    if (known !== undefined) return known;
    const before = requests.filter((one) => one !== request && one.answered <= request.from);
    const depth = 1 + Math.max(0, ...before.map(depthOf));
    depths.set(request, depth);
    return depth;
  };
  return 1 + Math.max(0, ...requests.map(depthOf));
}

/** A page of one line: what the connection and the machine take, whatever a page has in it. */
export async function serveBlankPage(): Promise<{
  readonly address: string;
  readonly close: () => Promise<void>;
}> {
  const html =
    '<!doctype html><meta charset="utf-8"><title>Blank</title><p data-screen="blank">Blank</p>\n';
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
