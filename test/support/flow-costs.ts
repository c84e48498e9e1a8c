/** What a whole flow costs in the table: the call, its workflow, and all that is told of it. */

import { until } from '../../lib/base/until.ts';
import { accepted } from '../../lib/client/accepted.ts';
import type { ApiClient } from '../../lib/client/api-client.ts';
import { testCard } from '../../lib/client/test-card.ts';
import { quietOf, type TableMeter, type TableRequest } from './table-meter.ts';

export type FlowCost = {
  readonly name: string;
  /** Means of so many repetitions. */
  readonly readUnits: number;
  readonly writeUnits: number;
};

/** Of each flow; what runs by the clock meanwhile is left out as far as it can be told apart. */
const REPETITIONS = 5;
/** Nothing was asked for this long: the workflow and the events of it are through. */
const QUIET_MILLISECONDS = 1_500;
const HOUR_MILLISECONDS = 60 * 60 * 1000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;

export async function measureFlows(api: ApiClient, meter: TableMeter): Promise<FlowCost[]> {
  const { data } = accepted(await api.company.searchCompanies({ query: 'Regular Company 1' }));
  const companyId = data[0]?._id ?? '';
  const clients = await Promise.all(
    Array.from({ length: REPETITIONS }, async (_, index) => {
      const identifier = `flow-${Date.now()}-${index}`;
      const { clientId } = accepted(await api.client.createClient({ identifier }));
      const method = { paymentType: 'card' as const, clientId, ...testCard };
      accepted(await api.payment.addPaymentMethod(method));
      return clientId;
    }),
  );
  const flow = async (name: string, run: (clientId: string) => Promise<unknown>) => {
    await quietOf(meter, QUIET_MILLISECONDS);
    const from = performance.now();
    for (const clientId of clients) await run(clientId);
    await quietOf(meter, QUIET_MILLISECONDS);
    return costOf(name, meter.requests, from);
  };
  const [linked, paid] = [
    await flow('An account linked, with one bill', async (clientId) => {
      const form = { balance: '25.00', dueDate: inTwentyDays() };
      const given = { clientId, companyId, items: ['bill' as const], form };
      accepted(await api.auth.createAuth(given));
      await until(
        'the bill',
        async () => (await billOf(api, clientId))?.status.type === 'upcoming',
      );
    }),
    await flow('A bill paid', async (clientId) => {
      const bill = await billOf(api, clientId);
      accepted(await api.payment.schedulePayment({ billId: bill?._id ?? '' }));
      await until('the payment', async () => (await billOf(api, clientId))?.status.type === 'paid');
    }),
  ];
  return [linked, paid, await costOfReading(api, meter)];
}

/**
 * The daily reading of an account on a day without news: the third after its payment, by when the company
 * shows that. What the test clock reads of its own, which is little, is in it.
 */
async function costOfReading(api: ApiClient, meter: TableMeter): Promise<FlowCost> {
  let from = 0;
  for (const day of [1, 2, 3]) {
    from = performance.now();
    const now = new Date(Date.now() + day * DAY_MILLISECONDS + HOUR_MILLISECONDS).toISOString();
    accepted(await api.sandbox.setClock({ now }));
    await until('the clock', async () => !accepted(await api.sandbox.getClock()).advancing);
    await quietOf(meter, QUIET_MILLISECONDS);
  }
  const own = meter.requests.filter(
    ({ at, caller, index }) => at >= from && caller === 'advanceClock' && index !== 'byDue',
  );
  return meansOf('The daily reading of an account', own);
}

/** `mm/dd/yyyy`, as the test companies take it. */
function inTwentyDays(): string {
  const [year, month, day] = new Date(Date.now() + 20 * 24 * 60 * 60 * 1000)
    .toISOString()
    .slice(0, 10)
    .split('-');
  return `${month}/${day}/${year}`;
}

async function billOf(api: ApiClient, clientId: string) {
  const { data } = accepted(await api.bill.listBills({ clientId }));
  return data[0]?.bill;
}

/** Sweeps ask the due index, and nobody else does: what they sent is not of the flow. */
function costOf(name: string, requests: readonly TableRequest[], from: number): FlowCost {
  const sweepers = new Set(
    requests.filter(({ index }) => index === 'byDue').map(({ caller }) => caller),
  );
  const own = requests.filter(({ at, caller }) => at >= from && !sweepers.has(caller));
  return meansOf(name, own);
}

function meansOf(name: string, own: readonly TableRequest[]): FlowCost {
  const mean = (units: 'readUnits' | 'writeUnits') =>
    Math.round(own.reduce((sum, one) => sum + one[units], 0) / REPETITIONS);
  return { name, readUnits: mean('readUnits'), writeUnits: mean('writeUnits') };
}
