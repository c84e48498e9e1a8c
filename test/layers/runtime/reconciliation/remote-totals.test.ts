/** A ledger, and the report of a remote connector that comes over the wire with totals of its own. */
import type { Author, SettlementsPage } from '@billhook/connector-kit';
import { openKeySet } from '@billhook/connector-kit/wire/keys';
import { agreementOf } from '@billhook/connector-kit/wire/secrets';
import { signerOf } from '@billhook/connector-kit/wire/signature';
import { addDays } from '@billhook/core/base/dates';
import type { SettlementPage } from '@billhook/core/company/connector';
import { paymentIdOf } from '@billhook/core/reconciliation/judge-payment';
import { readSettlements } from '@billhook/runtime/companies/remote/settlements';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bodyOf, signAgain } from '../../../connectors/support/bad-connector.ts';
import { fullManifest, suiteKeys } from '../../../connectors/support/good-connector.ts';
import {
  type ServedConnector,
  serveConnector,
} from '../../../connectors/support/served-connector.ts';
import {
  CONNECTOR,
  noonOf,
  openReconciliationWorld,
  type ReconciliationWorld,
  TODAY,
} from '../../../support/reconciliation-world.ts';

const DAY = addDays(TODAY, -2);
/** More than a page has. */
const PAYMENTS = 10;

let served: ServedConnector;
let onWire: (page: SettlementsPage) => SettlementsPage;

beforeEach(async () => {
  vi.stubEnv('STAGE', 'sandbox');
  served = await serveConnector();
  onWire = (page) => page;
});
afterEach(() => served.close());

function asWire({ settlements, nextCursor, totals }: SettlementPage): SettlementsPage {
  return {
    settlements: settlements.map(({ submissionId, kind, amountCents, at, confirmation }) => ({
      ...{ payment: paymentIdOf(submissionId), submission: 1, kind, confirmation },
      amount: { cents: amountCents, currency: 'USD' },
      at: new Date(at).toISOString(),
    })),
    ...(nextCursor !== undefined && { cursor: nextCursor }),
    ...(totals && {
      totals: Object.entries(totals).map(([kind, { count, amountCents }]) => ({
        ...{ kind: kind as 'paid', count },
        amount: { cents: amountCents, currency: 'USD' as const },
      })),
    }),
  };
}

/** The world's reports are what the connector has; the ledger reads them over the wire. */
async function openWorld(): Promise<ReconciliationWorld> {
  const { keys } = fullManifest();
  const connector = { id: 'my-connector', baseUrl: served.baseUrl, keys: openKeySet(keys) ?? [] };
  let calls = 0;
  const wire = {
    ...{ signer: signerOf(suiteKeys.signing), agreements: [agreementOf(suiteKeys.encryption)] },
    ...{ clock: Date.now, outbound: { allowLocal: true } },
    newCallId: () => {
      calls += 1;
      return `call-${calls}`.padEnd(20, '0');
    },
    payments: { find: async (wireId: string) => wireId },
  };
  return openReconciliationWorld((read) => {
    const settlements: Author['settlements'] = async (day, cursor) => {
      const page = await read(day, cursor);
      return page && onWire(asWire(page));
    };
    const author: Author = {
      companies: () => ({ companies: [], asOf: new Date().toISOString() }),
      logIn: () => ({ kind: 'verified' }),
      settlements,
    };
    served.serve({ author });
    return (day, cursor) => readSettlements(connector, wire, day, cursor);
  });
}

async function withPayments(): Promise<ReconciliationWorld> {
  const world = await openWorld();
  for (let count = 0; count < PAYMENTS; count += 1) {
    const outcome = { kind: 'paid', paidAt: noonOf(DAY), amountCents: 10_000 } as const;
    const bill = await world.addBill();
    const payment = await world.addPayment(bill, DAY, { status: 'paid', outcome });
    world.addLine(payment, { at: noonOf(DAY), confirmation: `A-${count}` });
  }
  return world;
}

const differs = `totals-differ ${CONNECTOR} ${DAY}`;
const totalsOpen = async ({ open }: ReconciliationWorld) =>
  (await open()).filter((one) => one.startsWith('totals-differ'));

describe('The totals of a remote connector', () => {
  test('agree with its lines, over several pages', async () => {
    const world = await withPayments();
    await world.run();
    expect(await world.open()).toEqual([]);
  });

  test('that are a cent off are found', async () => {
    const world = await withPayments();
    world.reports.totalsOff.set(DAY, 1);
    await world.run();
    expect(await world.open()).toEqual([differs]);
  });

  test('show that a line was lost on its way', async () => {
    const world = await withPayments();
    onWire = ({ settlements, ...page }) => ({
      ...page,
      settlements: page.cursor === undefined ? settlements : settlements.slice(1),
    });
    await world.run();
    expect(await totalsOpen(world)).toEqual([differs]);
  });

  test('that leave out a kind say that there was none of it', async () => {
    const world = await withPayments();
    onWire = ({ totals, ...page }) => ({ ...page, ...(totals && { totals: [] }) });
    await world.run();
    expect(await totalsOpen(world)).toEqual([differs]);
  });

  test('that it does not give are not missed', async () => {
    const world = await withPayments();
    onWire = ({ totals: _totals, ...page }) => page;
    await world.run();
    expect(await world.open()).toEqual([]);
  });

  test.each([
    ['the evening before, by UTC', -1, 1],
    ['the next day', 1, 1],
    ['the same day, by another clock', 0, 0],
  ])('with a line of %s are no report, or one', async (_, days, missing) => {
    const world = await withPayments();
    const noon = `${addDays(DAY, days)}T12:00:00.000Z`;
    const at = days === 0 ? `${addDays(DAY, -1)}T23:30:00-05:00` : noon;
    // As a connector would that doesn't use the kit.
    served.between = async (request, next) => {
      const response = await next(request);
      if (!request.url.includes(`day=${DAY}`) || response.status !== 200) return response;
      const { settlements, ...page } = bodyOf(response) as SettlementsPage;
      const other = settlements.map((line) => ({ ...line, at }));
      const body = Buffer.from(JSON.stringify({ ...page, settlements: other }));
      return signAgain({ ...response, body }, request);
    };
    await world.run();
    const noReports = (await world.open()).filter((one) => one.startsWith('no-report'));
    expect(noReports).toHaveLength(missing);
  });

  test('that say two things of one kind are no report', async () => {
    const world = await withPayments();
    onWire = ({ totals, ...page }) => ({
      ...page,
      ...(totals && { totals: [...totals, ...totals] }),
    });
    await world.run();
    expect(await world.open()).toContain(`no-report ${CONNECTOR} ${DAY}`);
  });
});
