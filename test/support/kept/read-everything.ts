/** Reads all that a partner can read. An answer that is not as the contract has it throws. */
import { accepted, type Outcome } from '../../../lib/client/accepted.ts';
import type { ApiClient } from '../../../lib/client/api-client.ts';

type Page<T> = { readonly data: readonly T[]; readonly nextCursor?: string };

export type Everything = {
  readonly auths: number;
  readonly bills: number;
  readonly methods: number;
  readonly swaps: number;
  readonly events: number;
};

/** @returns how much there is of what. */
export async function readEverything(
  api: ApiClient,
  partnerId: string,
  clientIds: readonly string[],
): Promise<Everything> {
  const count = { auths: 0, bills: 0, methods: 0, swaps: 0, events: 0 };
  for (const clientId of clientIds) {
    const auths = await all((page) => api.auth.listAuths({ clientId, ...page }));
    const bills = await all((page) => api.bill.listBills({ clientId, ...page }));
    for (const { _id: authId } of auths) accepted(await api.auth.getAuth({ authId }));
    for (const { bill } of bills) accepted(await api.bill.getBill({ billId: bill._id }));
    const methods = await all((page) => api.payment.listPaymentMethods({ clientId, ...page }));
    const swaps = await all((page) => api.swap.listSwaps({ clientId, ...page }));
    count.auths += auths.length;
    count.bills += bills.length;
    count.methods += methods.length;
    count.swaps += swaps.length;
  }
  const events = await all((page) => api.event.listEvents({ limit: '100', ...page }));
  for (const { event } of events) accepted(await api.event.getEvent({ eventId: event._id }));
  count.events = events.length;
  await all((page) => api.bill.listPartnerBills({ partnerId, ...page }));
  await readSettings(api);
  return count;
}

async function readSettings({ partner, company, swap, sandbox, ...api }: ApiClient): Promise<void> {
  accepted(await partner.getPartner());
  accepted(await partner.listApiKeys());
  accepted(await partner.listEncryptionKeys());
  accepted(await partner.getModules());
  accepted(await sandbox.getClock());
  accepted(await swap.listSwapCompanies());
  accepted(await company.searchCompanies({}));
  accepted(await api.client.listTokenKeys());
  const endpoints = accepted(await api['webhook-endpoint'].listWebhookEndpoints()).data;
  for (const { _id: endpointId } of endpoints) {
    accepted(await api['webhook-endpoint'].getWebhookEndpoint({ endpointId }));
  }
}

async function all<T>(
  list: (page: { readonly cursor?: string }) => Promise<Outcome<Page<T>>>,
): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<T> = accepted(await list(cursor === undefined ? {} : { cursor }));
    found.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}
