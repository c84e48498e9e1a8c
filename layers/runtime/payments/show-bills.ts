/** Bills as the interface shows them, with what pays them (decision: pay-date-is-a-promise). */
import type { BillRecord } from '@billhook/core/bill/bill';
import { presentBill } from '@billhook/core/bill/present-bill';
import { type Ceilings, ceilingsOf } from '@billhook/core/payment/ceilings';
import {
  type ClientMethods,
  dependsOnMethods,
  isOverCeiling,
} from '@billhook/core/payment/next-payment';
import type { Bill } from '@billhook/core/schemas/bill';
import { isSandbox } from '../aws/environment.ts';
import type { Stores } from '../stores/open-stores.ts';
import { pauseStore } from '../stores/pause-store.ts';
import { momentOfAll } from '../table/partner-time.ts';
import { findClientMethods } from './client-methods.ts';

/** Of clients whose methods make no difference. */
const none: ClientMethods = { methods: [] };

/** Queries at once, of a page with bills of many clients. */
const AT_ONCE = 20;

/** What presents these bills, which are of one partner. */
export async function billPresenter(
  deps: Pick<Stores, 'table' | 'methods'>,
  bills: readonly BillRecord[],
  machineNow: number,
): Promise<(bill: BillRecord) => Bill> {
  const { partnerNow } = await momentOfAll(deps.table, bills, machineNow);
  const asking = bills.filter((bill) => dependsOnMethods(bill, partnerNow));
  const clientIds = [...new Set(asking.map(({ clientId }) => clientId))];
  const clients = new Map<string, ClientMethods>();
  for (let first = 0; first < clientIds.length; first += AT_ONCE) {
    await Promise.all(
      clientIds.slice(first, first + AT_ONCE).map(async (clientId) => {
        clients.set(clientId, await findClientMethods(deps, clientId));
      }),
    );
  }
  const ceilings = await ceilingsFor(deps, [...asking, ...bills.filter(isOverCeiling)]);
  const context = { partnerNow, sandbox: isSandbox() };
  return (bill) => {
    const beside = { client: clients.get(bill.clientId) ?? none, ceilings };
    return presentBill(bill, { ...context, beside });
  };
}

async function ceilingsFor(
  { table }: Pick<Stores, 'table'>,
  [bill]: readonly BillRecord[],
): Promise<Ceilings> {
  return bill ? ceilingsOf(await pauseStore(table).find(), bill.partnerId) : {};
}
