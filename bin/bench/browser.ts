/**
 * `npm run bench:browser`: signing in, reading the bill and paying it at the power company, by the building
 * blocks of its file and by bare Playwright, in turns in one run. The target is 1.2 times the latter. Then
 * the worker as it is synthesized, within Lambda's limits: cold and warm, its memory, and its price.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { visitOf } from '../../connectors/browser/blocks/visit.ts';
import { utility } from '../../connectors/browser/companies/utility.ts';
import { logInAt } from '../../connectors/browser/log-in.ts';
import { openBrowser } from '../../connectors/browser/open-browser.ts';
import { destinationOf } from '../../connectors/browser/way-out.ts';
import { startStandIn } from '../../connectors/stand-ins/start.ts';
import { numberOption } from '../../lib/measure/number-option.ts';
import type { Used } from '../../test/connectors/browser/asset/confined.ts';
import { type Measured, measureWorker } from '../../test/connectors/browser/asset/measure.ts';

const TARGET = 1.2;
const CENTS = 8_437;
const PASSWORD = 'correct horse';
const card = {
  ...{ type: 'card' as const, cardNumber: '4242424242424242', cardCode: '123' },
  ...{ expMonth: '12', expYear: '2031', zipcode: '78701', name: 'Ada Pemberton' },
};

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    instances: { type: 'string', default: '5' },
    warm: { type: 'string', default: '4' },
  },
});
const rounds = numberOption('rounds', values.rounds, 1);
const instances = numberOption('instances', values.instances, 1);
const warm = numberOption('warm', values.warm, 1);
const folder = mkdtempSync(join(tmpdir(), 'billhook-bench-browser-'));
const site = await startStandIn('utility', { folder });

type Flow = (page: Page, userid: string) => Promise<string | undefined>;

/** As a session of the connector goes about it. @returns the confirmation. */
const byBlocks: Flow = async (page, userid) => {
  const company = utility(site.url);
  const visit = visitOf(page, site.url, { waitMilliseconds: 15_000 });
  const form = { userid, password: PASSWORD };
  const login = await logInAt(company, visit, { tried: false }, { form, attended: true });
  if (login.kind !== 'verified') throw new Error(`The login ended as ${login.kind}`);
  const [bill] = (await company.bills?.(visit)) ?? [];
  const { paying } = company;
  if (bill?.balanceCents !== CENTS || !paying) throw new Error('It is another bill');
  await paying.history(visit);
  const amount = { cents: CENTS, currency: 'USD' as const };
  const order = { payment: 'bench', submission: 1, accountKey: bill.accountKey, amount };
  await paying.prepare(visit, { ...order, method: card });
  await paying.commit(visit);
  const { confirmation } = await paying.receipt(visit);
  return confirmation;
};

/** As whoever knows the page writes it down, and looks for nothing else that could be there. */
const byHand: Flow = async (page, userid) => {
  const cell = (label: string) =>
    page.getByRole('cell', { name: label, exact: true }).locator('xpath=following-sibling::td[1]');
  await page.goto(site.url, { waitUntil: 'domcontentloaded' });
  await page.getByLabel('User ID', { exact: true }).fill(userid);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { name: 'My account', exact: true }).waitFor();
  await page.goto(`${site.url}/account/summary`, { waitUntil: 'domcontentloaded' });
  for (const label of ['Account number', 'Amount due', 'Due date', 'Statement', 'Service address'])
    await cell(label).innerText();
  await page.goto(`${site.url}/account/history`, { waitUntil: 'domcontentloaded' });
  await page.getByRole('heading', { name: 'Payment history', exact: true }).waitFor();
  await page.locator('table.hist tbody tr').allInnerTexts();
  await page.goto(`${site.url}/account/pay`, { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Other amount', { exact: true }).check();
  await page.getByLabel('Other amount ($)', { exact: true }).fill('84.37');
  await page.getByLabel('Name on card', { exact: true }).fill(card.name);
  await page.getByLabel('Card number', { exact: true }).fill(card.cardNumber);
  await page.getByLabel('Expiration date (MM/YY)', { exact: true }).fill('12/31');
  await page.getByLabel('Security code', { exact: true }).fill(card.cardCode);
  await page.getByLabel('Billing ZIP code', { exact: true }).fill(card.zipcode);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('heading', { name: 'Review your payment', exact: true }).waitFor();
  await page.locator('#revAmt').innerText();
  await page.getByRole('button', { name: 'Submit Payment', exact: true }).click();
  await page.getByRole('heading', { name: 'Thank you for your payment', exact: true }).waitFor();
  const confirmation = await page.locator('#confNo').innerText();
  await page.getByRole('row', { name: 'Amount' }).getByRole('cell').innerText();
  return confirmation.trim();
};

let customers = 0;

/** Milliseconds of one flow in a browser of its own, which is open by then. */
async function timed(flow: Flow): Promise<number> {
  customers += 1;
  const login = `bench-${customers}`;
  await site.admin('/customers', { login, password: PASSWORD, cents: CENTS });
  await site.admin('/switches', { login, name: 'no-code', value: 'yes' });
  const browser = await openBrowser([destinationOf(site.url, true)]);
  try {
    const begun = performance.now();
    const confirmation = await flow(browser.page, login);
    const took = performance.now() - begun;
    const [paid] = (await (await fetch(`${site.url}/books/${login}`)).json()) as {
      confirmation: string;
    }[];
    if (paid?.confirmation !== confirmation) throw new Error('The payment was not made');
    return took;
  } finally {
    await browser.close();
  }
}

/** Lambda in us-east-1, x86, in dollars: a gigabyte of memory and of more temporary files, each second. */
const PRICES = { memory: 0.0000166667, temporary: 0.0000000309, request: 0.0000002 };
const TEMPORARY_INCLUDED_MEGABYTES = 512;

/** The smallest that is at least as large as that part of them. */
const quantile = (all: readonly number[], part: number) =>
  all.toSorted((a, b) => a - b)[Math.ceil(all.length * part) - 1] ?? Number.NaN;
const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);

function printWorker({ place, lacking, sessions, used }: Measured): void {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const priceOf = (milliseconds: number) => {
    const { memoryMegabytes, temporaryMegabytes } = place;
    const more = Math.max(temporaryMegabytes - TEMPORARY_INCLUDED_MEGABYTES, 0) / 1024;
    const second = (memoryMegabytes / 1024) * PRICES.memory + more * PRICES.temporary;
    return (milliseconds / 1000) * second;
  };
  say(`\nThe worker from its asset: ${megabytes(place.bytes)} MB unzipped (at most 250)`);
  for (const one of lacking) say(`  not held to: ${one}`);
  say('                 sessions   median      p95   1,000 on Lambda');
  const row = (what: string, all: readonly number[], requests = 0) =>
    say(
      [
        what.padEnd(16),
        String(all.length).padStart(9),
        `${quantile(all, 0.5).toFixed(0)} ms`.padStart(9),
        `${quantile(all, 0.95).toFixed(0)} ms`.padStart(9),
        `$${((priceOf(quantile(all, 0.5)) + requests) * 1000).toFixed(3)}`.padStart(18),
      ].join(''),
    );
  const [cold, warm] = [true, false].map((is) => sessions.filter((one) => one.cold === is));
  row(
    'login, cold',
    (cold ?? []).map(({ login }) => login),
  );
  row(
    'login, warm',
    (warm ?? []).map(({ login }) => login),
  );
  row(
    'reading',
    sessions.map(({ reading }) => reading),
  );
  row(
    'payment',
    sessions.map(({ payment }) => payment),
  );
  row(
    'all, cold',
    (cold ?? []).map(({ billed }) => billed),
    PRICES.request,
  );
  row(
    'all, warm',
    (warm ?? []).map(({ billed }) => billed),
    PRICES.request,
  );
  const most = (of: (one: Used) => number) => Math.max(...used.map(of));
  say(`Memory of all its processes: ${megabytes(most((one) => one.memoryBytes))} MB at most`);
  say(`Temporary files: ${megabytes(most((one) => one.temporaryBytes))} MB at most`);
}

const middle = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

try {
  const [blocks, hand]: [number[], number[]] = [[], []];
  await timed(byBlocks);
  await timed(byHand);
  for (let round = 0; round < rounds; round += 1) {
    // Neither always comes first.
    const order = round % 2 === 0 ? [byBlocks, byHand] : [byHand, byBlocks];
    for (const flow of order) (flow === byBlocks ? blocks : hand).push(await timed(flow));
  }
  const ratio = middle(blocks) / middle(hand);
  process.stdout.write(
    `By blocks   ${middle(blocks).toFixed(0)} ms, p95 ${quantile(blocks, 0.95).toFixed(0)} ms (median of ${blocks.length})\nBy hand     ${middle(hand).toFixed(0)} ms, p95 ${quantile(hand, 0.95).toFixed(0)} ms\nRatio       ${ratio.toFixed(2)} (target ${TARGET})\n`,
  );
  process.exitCode = ratio <= TARGET ? 0 : 1;
  const counts = { instances, warm };
  printWorker(await measureWorker({ folder: join(folder, 'asset'), ...counts }));
} finally {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}
