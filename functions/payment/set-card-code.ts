import { fail } from '@billhook/core/base/errors';
import { checkCardCode, withCardCode } from '@billhook/core/method/payment-method';
import { openVault } from '@billhook/runtime/aws/vault';
import { serve } from '@billhook/runtime/serve/serve';
import { paymentMethodStore } from '@billhook/runtime/stores/payment-method-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { attemptWrite, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { setCardCode } from './contract.ts';

const open = ({ table, aws }: Outside) => ({
  table,
  methods: paymentMethodStore(table),
  vault: openVault(aws),
});

export const handler = serve(
  setCardCode,
  open,
  async ({ caller, path, body, machineNow }, { table, methods, vault }) =>
    retryConflict(async () => {
      const method = await methods.find(path.paymentMethodId, caller);
      if (!method) return fail('payment_method_not_found');
      const { cardCode } = body;
      const refusal = checkCardCode(method, cardCode);
      if (refusal) return refusal;
      const context = { clientId: method.clientId, recordId: method._id };
      const sealed = await vault.sealMore(context, method.sealed, { cardCode });
      return attemptWrite(table, { success: true as const }, [
        methods.save(withCardCode(method, sealed, machineNow), method),
      ]);
    }),
);
