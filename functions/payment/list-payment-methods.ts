import { fail, isFailure } from '@billhook/core/errors';
import { isRootId } from '@billhook/core/ids';
import { mayAskFor, owns } from '@billhook/core/owner';
import { presentMethod } from '@billhook/core/payment-method';
import { serve } from '@billhook/runtime/serve/serve';
import { clientStore } from '@billhook/runtime/stores/client-store';
import { paymentMethodStore } from '@billhook/runtime/stores/payment-method-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { listPaymentMethods } from './contract.ts';

const open = ({ table }: Outside) => ({
  methods: paymentMethodStore(table),
  clients: clientStore(table),
});

export const handler = serve(
  listPaymentMethods,
  open,
  async ({ caller, path, query }, { methods, clients }) => {
    const { clientId } = path;
    if (!isRootId('cl', clientId) || !mayAskFor(caller, clientId)) return fail('client_not_found');
    const page = await methods.list(clientId, query);
    if (isFailure(page)) return page;
    // The first page carries the client's record; a later one reads it for the default.
    const client = page.client ?? (await clients.find(clientId, caller));
    if (!client || !owns(caller, { partnerId: client.partnerId, clientId })) {
      return fail('client_not_found');
    }
    return {
      data: page.items.map((method) => presentMethod(method, client.defaultMethodId)),
      ...(page.nextCursor && { nextCursor: page.nextCursor }),
    };
  },
);
