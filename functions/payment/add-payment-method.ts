import { isCard } from '@billhook/core/card';
import { fail, isFailure } from '@billhook/core/errors';
import { takeActivity } from '@billhook/runtime/limit-client';
import { checkBank, checkCard, checkRoom, linkBank, linkCard } from '@billhook/runtime/link-method';
import { paymentDeps } from '@billhook/runtime/payment-deps';
import { serve } from '@billhook/runtime/serve';
import { openTable } from '@billhook/runtime/table';
import { wakeBills } from '@billhook/runtime/wake-bills';
import { addPaymentMethod } from './contract.ts';

const deps = paymentDeps(openTable());

export const handler = serve(addPaymentMethod, async ({ caller, body, now }) => {
  const checked = isCard(body) ? checkCard(body, now) : checkBank(body);
  if (isFailure(checked)) return checked;
  const client = await deps.clients.find(body.clientId, caller);
  if (!client) return fail('client_not_found');
  const full = await checkRoom(deps.methods, client._id, 1);
  if (full) return full;
  const limited = await takeActivity(deps.table, caller, 'payment-method', now);
  if (limited) return limited;
  const linked =
    'card' in checked
      ? await linkCard(deps, client, checked, now)
      : await linkBank(deps, client, checked, now);
  await wakeBills(deps, client._id);
  return { paymentMethodId: linked._id };
});
