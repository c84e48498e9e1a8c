import { presentBill, presentHistory } from '@billhook/core/bill';
import { fail, isFailure } from '@billhook/core/errors';
import { isSandbox } from '@billhook/runtime/environment';
import { serve } from '@billhook/runtime/serve';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { openTable } from '@billhook/runtime/table';
import { listPartnerBills } from './contract.ts';

const bills = billStore(openTable());

export const handler = serve(listPartnerBills, async ({ caller, path, query, now }) => {
  if (path.partnerId !== caller.partnerId) return fail('partner_not_found');
  const page = await bills.listByPartner(caller.partnerId, query);
  if (isFailure(page)) return page;
  return {
    data: page.items.map((bill) => ({
      bill: presentBill(bill, { now, sandbox: isSandbox() }),
      payments: presentHistory(bill),
      partnerUserId: bill.partnerUserId,
      partnerId: bill.partnerId,
    })),
    ...(page.nextCursor && { nextCursor: page.nextCursor }),
  };
});
