import { presentBill, presentHistory } from '@billhook/core/bill';
import { plannedPayment } from '@billhook/core/bill-payment';
import { isFailure } from '@billhook/core/errors';
import { isSandbox } from '@billhook/runtime/aws/environment';
import { listOwned } from '@billhook/runtime/serve/list-owned';
import { serve } from '@billhook/runtime/serve/serve';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { clientStore } from '@billhook/runtime/stores/client-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { momentOfAll } from '@billhook/runtime/table/partner-time';
import { listBills } from './contract.ts';

const open = ({ table }: Outside) => ({
  table,
  bills: billStore(table),
  clients: clientStore(table),
});

export const handler = serve(
  listBills,
  open,
  async ({ caller, path, query, machineNow }, { table, bills, clients }) => {
    const { clientId } = path;
    const page = await listOwned(clients, caller, clientId, () =>
      bills.list(clientId, query, (bill) => !bill.deletedAt),
    );
    if (isFailure(page)) return page;
    const moment = await momentOfAll(table, page.items, machineNow);
    return {
      data: page.items.map((bill) => {
        const payment = plannedPayment(bill);
        return {
          bill: presentBill(bill, { partnerNow: moment.partnerNow, sandbox: isSandbox() }),
          payments: presentHistory(bill),
          ...(payment && { payment }),
        };
      }),
      ...(page.nextCursor && { nextCursor: page.nextCursor }),
    };
  },
);
