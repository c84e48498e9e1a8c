import { listClientBills } from '@billhook/runtime/links/client-lists';
import { serve } from '@billhook/runtime/serve/serve';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { clientStore } from '@billhook/runtime/stores/client-store';
import { paymentMethodStore } from '@billhook/runtime/stores/payment-method-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { listBills } from './contract.ts';

const open = ({ table }: Outside) => ({
  table,
  bills: billStore(table),
  clients: clientStore(table),
  methods: paymentMethodStore(table),
});

export const handler = serve(
  listBills,
  open,
  ({ caller, path: { clientId }, query, machineNow }, stores) =>
    listClientBills(stores, { owner: caller, clientId, page: query }, machineNow),
);
