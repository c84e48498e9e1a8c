import { changeSettings } from '@billhook/core/bill-settings';
import { fail, isFailure } from '@billhook/core/errors';
import { consentGiven, settingsConsent, settingsEntries } from '@billhook/runtime/partners/consent';
import { serve } from '@billhook/runtime/serve/serve';
import { billStore } from '@billhook/runtime/stores/bill-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { updatePaymentSettings } from './contract.ts';

const open = ({ table }: Outside) => ({ table, bills: billStore(table) });

export const handler = serve(
  updatePaymentSettings,
  open,
  async ({ caller, body, machineNow }, { table, bills }) => {
    const consent = await consentGiven(table, caller, body.consent, machineNow);
    if (isFailure(consent)) return consent;
    return retryConflict(async () => {
      const bill = await bills.find(body.billId, caller);
      if (!bill) return fail('bill_not_found');
      const changed = changeSettings(bill, body, settingsConsent(caller, consent, machineNow));
      if (isFailure(changed)) return changed;
      const result = await table.write([
        bills.save(changed, bill, caller),
        ...settingsEntries(caller, { before: bill, after: changed }, machineNow),
      ]);
      return result === 'written' ? { success: true as const } : conflict;
    });
  },
);
