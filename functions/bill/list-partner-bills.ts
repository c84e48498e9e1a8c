import { presentBill, presentHistory } from '@billhook/core/bill';
import { fail, isFailure } from '@billhook/core/errors';
import { isSandbox } from '@billhook/runtime/aws/environment';
import { serve } from '@billhook/runtime/serve/serve';
import { billStore } from '@billhook/runtime/stores/bill-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { momentOfAll } from '@billhook/runtime/table/partner-time';
import { listPartnerBills } from './contract.ts';

const open = ({ table }: Outside) => ({ table, bills: billStore(table) });

export const handler = serve(
  listPartnerBills,
  open,
  async ({ caller, path, query, machineNow }, { table, bills }) => {
    if (path.partnerId !== caller.partnerId) return fail('partner_not_found');
    const page = await bills.listByPartner(caller.partnerId, query);
    if (isFailure(page)) return page;
    const moment = await momentOfAll(table, page.items, machineNow);
    return {
      data: page.items.map((bill) => ({
        bill: presentBill(bill, { partnerNow: moment.partnerNow, sandbox: isSandbox() }),
        payments: presentHistory(bill),
        partnerUserId: bill.partnerUserId,
        partnerId: bill.partnerId,
      })),
      ...(page.nextCursor && { nextCursor: page.nextCursor }),
    };
  },
);
