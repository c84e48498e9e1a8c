import { fail, isFailure } from '@billhook/core/base/errors';
import { presentHistory } from '@billhook/core/bill/present-bill';
import { billPresenter } from '@billhook/runtime/payments/show-bills';
import { serve } from '@billhook/runtime/serve/serve';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { paymentMethodStore } from '@billhook/runtime/stores/payment-method-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { listPartnerBills } from './contract.ts';

const open = ({ table }: Outside) => ({
  table,
  bills: billStore(table),
  methods: paymentMethodStore(table),
});

export const handler = serve(
  listPartnerBills,
  open,
  async ({ caller, path, query, machineNow }, { bills, ...deps }) => {
    if (path.partnerId !== caller.partnerId) return fail('partner_not_found');
    const page = await bills.listByPartner(caller.partnerId, query);
    if (isFailure(page)) return page;
    const present = await billPresenter(deps, page.items, machineNow);
    return {
      data: page.items.map((bill) => ({
        bill: present(bill),
        payments: presentHistory(bill),
        partnerUserId: bill.partnerUserId,
        partnerId: bill.partnerId,
      })),
      ...(page.nextCursor && { nextCursor: page.nextCursor }),
    };
  },
);
