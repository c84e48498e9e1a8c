/** All payment methods of a client, and which is the default: one query, unless they fill pages. */
import { isFailure } from '@billhook/core/base/errors';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import { ceilingsOf } from '@billhook/core/payment/ceilings';
import type { Beside, ClientMethods } from '@billhook/core/payment/next-payment';
import type { Stores } from '../stores/open-stores.ts';

export async function findClientMethods(
  { methods: store }: Pick<Stores, 'methods'>,
  clientId: string,
): Promise<ClientMethods<PaymentMethodRecord>> {
  const methods: PaymentMethodRecord[] = [];
  let defaultMethodId: string | undefined;
  let cursor: string | undefined;
  do {
    const page = await store.list(clientId, { cursor });
    if (isFailure(page)) throw new Error('A list rejects a cursor that it returned');
    defaultMethodId ??= page.client?.defaultMethodId;
    methods.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { methods, ...(defaultMethodId !== undefined && { defaultMethodId }) };
}

/** What decides about a bill's next payment beside the bill. */
export async function findBeside(
  deps: Pick<Stores, 'methods' | 'pauses'>,
  { clientId, partnerId }: Pick<BillRecord, 'clientId' | 'partnerId'>,
): Promise<Beside<PaymentMethodRecord>> {
  const [client, rules] = await Promise.all([
    findClientMethods(deps, clientId),
    deps.pauses.find(),
  ]);
  return { client, ceilings: ceilingsOf(rules, partnerId) };
}
