import { fail } from '@billhook/core/errors';
import { checkCardCode, withCardCode } from '@billhook/core/payment-method';
import { sealMore } from '@billhook/runtime/aws/vault';
import { paymentDeps } from '@billhook/runtime/payments/deps';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { openTable } from '@billhook/runtime/table/table';
import { setCardCode } from './contract.ts';

const { table, methods } = paymentDeps(openTable());

export const handler = serve(setCardCode, async ({ caller, path, body, now }) =>
  retryConflict(async () => {
    const method = await methods.find(path.paymentMethodId, caller);
    if (!method) return fail('payment_method_not_found');
    const { cardCode } = body;
    const refusal = checkCardCode(method, cardCode);
    if (refusal) return refusal;
    const context = { clientId: method.clientId, recordId: method._id };
    const sealed = await sealMore(context, method.sealed, { cardCode });
    const result = await table.write([methods.save(withCardCode(method, sealed, now), method)]);
    return result === 'written' ? { success: true as const } : conflict;
  }),
);
