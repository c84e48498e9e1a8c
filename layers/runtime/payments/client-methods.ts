/** All payment methods of a client, and which is the default: one query, unless they fill pages. */
import { isFailure } from '@billhook/core/base/errors';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import type { ClientMethods } from '@billhook/core/payment/next-payment';
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
