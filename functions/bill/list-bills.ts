import { presentHistory } from '@billhook/core/bill/present-bill';
import { plannedPayment } from '@billhook/core/bill-payment';
import { isFailure } from '@billhook/core/errors';
import { billPresenter } from '@billhook/runtime/payments/show-bills';
import { listOwned } from '@billhook/runtime/serve/list-owned';
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
  async ({ caller, path, query, machineNow }, { bills, clients, ...deps }) => {
    const { clientId } = path;
    const page = await listOwned(clients, caller, clientId, () =>
      bills.list(clientId, query, (bill) => !bill.deletedAt),
    );
    if (isFailure(page)) return page;
    const present = await billPresenter(deps, page.items, machineNow);
    return {
      data: page.items.map((bill) => {
        const payment = plannedPayment(bill);
        return {
          bill: present(bill),
          payments: presentHistory(bill),
          ...(payment && { payment }),
        };
      }),
      ...(page.nextCursor && { nextCursor: page.nextCursor }),
    };
  },
);
