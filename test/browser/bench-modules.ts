/**
 * `npm run bench:modules`: the size of each module, and how long a phone takes to show it, beside the
 * budget. A phone is Chromium with a fourth of this machine's speed on a slow 4G connection, as
 * Lighthouse has it; the pages come from a service that is started for it, warm.
 *
 *   npm run bench:modules -- [--runs number]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { createApiClient } from '../../lib/client/api-client.ts';
import { startService } from '../../lib/measure/service-process.ts';
import { launchChromium } from '../support/chromium.ts';
import { measureModules } from '../support/module-sizes.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = Number(values.runs);

const REQUESTS_BUDGET = 4;
/** Milliseconds, but for the layout shift. */
const LCP_BUDGET = 1_500;
const TTI_BUDGET = 1_800;

const pageNames = ['connect', 'card-swap', 'bill-pay'] as const;

const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;

type Visit = {
  readonly lcp: number;
  /** When the page could be used: its first screen is there and nothing long runs after it. */
  readonly tti: number;
  readonly cls: number;
  readonly requests: number;
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
    if (screen && screen !== 'loading') seen.usableAt ??= performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true });
`;

type Seen = {
  readonly lcp: number;
  readonly cls: number;
  readonly longUntil: number;
  readonly usableAt: number;
  /**
   * Begun before the page was usable, the page itself among them; logos are not ours to count, and
   * the icon is asked for in a window of its own only.
   */
  readonly requests: number;
};

const readSeen = `({ ...seen, requests: 1 + performance.getEntriesByType('resource').filter(
  ({ name, startTime }) => name.startsWith(location.origin) && !name.includes('/icon-') && startTime < seen.usableAt,
).length })`;

const QUIET_MILLISECONDS = 1_500;

const folder = mkdtempSync(join(tmpdir(), 'billhook-bench-'));
const service = await startService({ stateDir: join(folder, 'state') });
const browser = await launchChromium();
let over = 0;
try {
  await printSizes();
  await printVisits();
} finally {
  await browser.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(over === 0 ? 'All within the budget.' : `${over} over the budget.`);
process.exitCode = over === 0 ? 0 : 1;

async function printSizes(): Promise<void> {
  console.log('\nSize, gzip, KB                        measured   budget   share');
  for (const { name, size, limit } of await measureModules()) row(name, size, limit, 1);
}

async function printVisits(): Promise<void> {
  const { baseUrl, apiKey, modulesUrl } = service;
  const api = createApiClient({ baseUrl, apiKey });
  console.log(`\nFirst visit, median of ${runs}              measured   budget   share`);
  for (const name of pageNames) {
    const visits: Visit[] = [];
    // The first warms the service.
    for (let run = 0; run <= runs; run += 1) {
      const made = await api.client.createToken({ identifier: `bench-${name}-${run}` });
      if (!made.ok) throw new Error(made.problem.detail);
      const address = `${modulesUrl}/${name}?token=${made.value.token}`;
      const visit = await measureVisit(browser, address);
      if (run > 0) visits.push(visit);
    }
    row(`${name}: LCP, ms`, median(visits.map(({ lcp }) => lcp)), LCP_BUDGET);
    row(`${name}: TTI, ms`, median(visits.map(({ tti }) => tti)), TTI_BUDGET);
    row(`${name}: CLS`, median(visits.map(({ cls }) => cls)), 0, 3);
    const requests = Math.max(...visits.map((one) => one.requests));
    row(`${name}: requests until usable`, requests, REQUESTS_BUDGET);
  }
}

async function measureVisit(of: Browser, address: string): Promise<Visit> {
  const context = await of.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow4g);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await context.route(/logos\.billhook\.example/, (route) => route.abort());
  await page.addInitScript(observe);
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('[data-screen]:not([data-screen=loading])').waitFor({ timeout: 60_000 });
  await page.waitForTimeout(QUIET_MILLISECONDS);
  const seen = await page.evaluate<Seen>(readSeen);
  await context.close();
  return {
    lcp: seen.lcp,
    tti: Math.max(seen.usableAt, seen.longUntil),
    cls: seen.cls,
    requests: seen.requests,
  };
}

function row(what: string, measured: number, budget: number, digits = 0): void {
  const within = measured <= budget;
  if (!within) over += 1;
  const share = budget > 0 ? `${Math.round((measured / budget) * 100)} %` : '';
  const cells = [measured.toFixed(digits), String(budget), share];
  console.log(
    `${what.padEnd(36)}${cells.map((cell) => cell.padStart(9)).join('')}${within ? '' : '  over'}`,
  );
}

function median(all: readonly number[]): number {
  return [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
