import { listClientMethods } from '@billhook/runtime/links/client-lists';
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
  ({ caller, path: { clientId }, query }, stores) =>
    listClientMethods(stores, { owner: caller, clientId, page: query }),
);
