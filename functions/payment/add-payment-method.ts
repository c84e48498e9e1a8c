import { isCard } from '@billhook/core/card';
import { fail, isFailure } from '@billhook/core/errors';
import { takeActivity } from '@billhook/runtime/limit-client';
import { checkCard, checkRoom, linkBank, linkCard } from '@billhook/runtime/link-method';
import { paymentDeps } from '@billhook/runtime/payment-deps';
import { serve } from '@billhook/runtime/serve';
import { openTable } from '@billhook/runtime/table';
import { addPaymentMethod } from './contract.ts';

const deps = paymentDeps(openTable());

export const handler = serve(addPaymentMethod, async ({ caller, body, now }) => {
  const card = isCard(body) ? checkCard(body, now) : undefined;
  if (isFailure(card)) return card;
  const client = await deps.clients.find(body.clientId, caller);
  if (!client) return fail('client_not_found');
  const full = await checkRoom(deps.methods, client._id, 1);
  if (full) return full;
  const limited = await takeActivity(deps.table, caller, 'payment-method', now);
  if (limited) return limited;
  if (card) return { paymentMethodId: (await linkCard(deps, client, card, now))._id };
  if (isCard(body)) throw new Error('A card was not checked');
  const bank = await linkBank(deps, client, body, now);
  return isFailure(bank) ? bank : { paymentMethodId: bank._id };
});
