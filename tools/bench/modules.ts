/**
 * `npm run tools -- bench-modules`: the size of each module, and how long a phone takes to show it, beside the
 * budget. The pages come from a service that is started for it, warm. In between each round of visits
 * is one to a blank page: what the machine and the connection take by themselves is not the modules'.
 *
 *   npm run tools -- bench-modules [--runs number]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { until } from '../../lib/base/until.ts';
import { type ApiClient, createApiClient } from '../../lib/client/api-client.ts';
import { startService } from '../../lib/local/service-process.ts';
import {
  measureMotion,
  measureVisit,
  roundTripsOf,
  serveBlankPage,
  type Visit,
} from '../../test/browser/page-speed.ts';
import { launchChromium } from '../../test/support/chromium.ts';
import { measureModules } from '../../test/support/module-sizes.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '9' } } });
const runs = Number(values.runs);

const REQUESTS_BUDGET = 4;
const ROUND_TRIPS_BUDGET = 2;
/** Milliseconds over the blank page. */
const LCP_BUDGET = 550;
/** Milliseconds. */
const TTI_BUDGET = 1_200;
/** Of the frames in which something moves, in percent. */
const SLOW_FRAMES_BUDGET = 1;
/** Screens there and back again, for its frames. */
const TURNS = 12;

const folder = mkdtempSync(join(tmpdir(), 'billhook-bench-'));
const service = await startService({ stateDir: join(folder, 'state') });
const browser = await launchChromium();
const blank = await serveBlankPage();
let over = 0;
try {
  await printSizes();
  await printVisits();
  await printMotion();
} finally {
  await browser.close();
  await blank.close();
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
  await linkBills(api, 'bench-bills');
  const open = (page: string, user: (run: number) => string) => async (run: number) => {
    const made = await api.client.createToken({ identifier: user(run) });
    if (!made.ok) throw new Error(made.problem.detail);
    return `${modulesUrl}/${page}?token=${made.value.token}`;
  };
  const pages: Readonly<Record<string, (run: number) => Promise<string>>> = {
    'blank page': () => Promise.resolve(blank.address),
    connect: open('connect', (run) => `bench-connect-${run}`),
    'card-swap': open('card-swap', (run) => `bench-swap-${run}`),
    'bill-pay': open('bill-pay', () => 'bench-bills'),
    'bill-pay, nothing linked': open('bill-pay', (run) => `bench-new-${run}`),
  };
  const visits = new Map<string, Visit[]>(Object.keys(pages).map((name) => [name, []]));
  // The first round warms the service.
  for (let run = 0; run <= runs; run += 1) {
    for (const [name, addressOf] of Object.entries(pages)) {
      const visit = await measureVisit(browser, await addressOf(run));
      if (run > 0) visits.get(name)?.push(visit);
    }
  }
  console.log(`\nFirst visit, median of ${runs}              measured   budget   share`);
  const [[, blanks = []] = [], ...modules] = visits;
  const base = median(blanks.map(({ lcp }) => lcp));
  console.log(`blank page: LCP, ms                 ${base.toFixed(0).padStart(9)}`);
  for (const [name, all] of modules) {
    const lcp = median(all.map((one) => one.lcp));
    console.log(`${name}: LCP, ms`.padEnd(36) + lcp.toFixed(0).padStart(9));
    row(`${name}: over the blank page`, lcp - base, LCP_BUDGET);
    row(`${name}: TTI, ms`, median(all.map(({ tti }) => tti)), TTI_BUDGET);
    row(`${name}: CLS`, median(all.map(({ cls }) => cls)), 0, 3);
    const most = (count: (visit: Visit) => number) => Math.max(...all.map(count));
    const requests = most((one) => one.requests.length);
    row(`${name}: requests until usable`, requests, REQUESTS_BUDGET);
    const trips = most((one) => roundTripsOf(one.requests));
    row(`${name}: round trips until then`, trips, ROUND_TRIPS_BUDGET);
  }
}

/** From the list to a bill and back, with a quarter of this machine's speed: how many frames come late. */
async function printMotion(): Promise<void> {
  const api = createApiClient(service);
  const made = await api.client.createToken({ identifier: 'bench-bills' });
  if (!made.ok) throw new Error(made.problem.detail);
  const address = `${service.modulesUrl}/bill-pay?token=${made.value.token}`;
  const { frames, slow, longest } = await measureMotion(browser, address, TURNS);
  console.log(`\nMotion, ${frames} frames                  measured   budget   share`);
  row('frames over 50 ms, percent', (slow / frames) * 100, SLOW_FRAMES_BUDGET, 2);
  console.log(`the longest, ms                     ${longest.toFixed(0).padStart(9)}`);
}

/** Two bills and a card: what somebody has who pays bills here. */
async function linkBills(api: ApiClient, identifier: string): Promise<void> {
  const client = await api.client.createClient({ identifier });
  if (!client.ok) throw new Error(client.problem.detail);
  const { clientId } = client.value;
  const found = await api.company.searchCompanies({ query: 'Regular Company' });
  if (!found.ok) throw new Error(found.problem.detail);
  for (const { _id: companyId } of found.value.data.slice(0, 2)) {
    const form = { balance: '42.00', dueDate: '12/31/2030', status: 'verified' };
    await api.auth.createAuth({ clientId, companyId, items: ['bill'], form });
  }
  await api.payment.addPaymentMethod({
    ...{ clientId, paymentType: 'card', name: 'Ada Tester', cardNumber: '4111111111111111' },
    ...{ cardCode: '123', expMonth: '12', expYear: '2030', zipcode: '10001' },
  });
  await until('two bills', async () => {
    const bills = await api.bill.listBills({ clientId });
    return bills.ok && bills.value.data.length === 2;
  });
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
