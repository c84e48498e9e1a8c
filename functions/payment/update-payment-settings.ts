import { dayOf } from '@billhook/core/base/dates';
import { fail, isFailure } from '@billhook/core/base/errors';
import type { BillRecord } from '@billhook/core/bill/bill';
import { changeBillSettings, termsOf } from '@billhook/core/bill/settings';
import { consentGiven, settingsConsent, settingsEntries } from '@billhook/runtime/partners/consent';
import { findClientMethods } from '@billhook/runtime/payments/client-methods';
import { serve } from '@billhook/runtime/serve/serve';
import { billStore } from '@billhook/runtime/stores/bill-store';
import type { Stores } from '@billhook/runtime/stores/open-stores';
import { paymentMethodStore } from '@billhook/runtime/stores/payment-method-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { momentOf } from '@billhook/runtime/table/partner-time';
import { attemptWrite, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { updatePaymentSettings } from './contract.ts';

const open = ({ table }: Outside) => ({
  table,
  bills: billStore(table),
  methods: paymentMethodStore(table),
});

export const handler = serve(
  updatePaymentSettings,
  open,
  async ({ caller, body, machineNow }, deps) => {
    const { table, bills } = deps;
    const consent = await consentGiven(table, caller, body.consent, machineNow);
    if (isFailure(consent)) return consent;
    return retryConflict(async () => {
      const bill = await bills.find(body.billId, caller);
      if (!bill) return fail('bill_not_found');
      const { partnerNow } = await momentOf(table, bill, machineNow);
      const asked = { ...body, today: dayOf(partnerNow) };
      const changed = changeBillSettings(bill, asked, settingsConsent(caller, consent, machineNow));
      if (isFailure(changed)) return changed;
      const after = await withTerms(deps, changed, bill, machineNow);
      return attemptWrite(table, { success: true as const }, [
        bills.save(after, bill, caller),
        ...settingsEntries(caller, { before: bill, after }, machineNow),
      ]);
    });
  },
);

/** What a text that was agreed to now means for the bill, kept with it. */
async function withTerms(
  deps: Pick<Stores, 'table' | 'methods'>,
  changed: BillRecord,
  before: BillRecord,
  machineNow: number,
): Promise<BillRecord> {
  const { consent } = changed;
  if (consent?.textHash === undefined || consent === before.consent) return changed;
  const { partnerNow } = await momentOf(deps.table, changed, machineNow);
  const client = await findClientMethods(deps, changed.clientId);
  return { ...changed, consent: { ...consent, terms: termsOf(changed, client, partnerNow) } };
}
