import { fail, isFailure } from '@billhook/core/errors';
import { tokenExpiry } from '@billhook/core/token-lifetime';
import { type CheckedCard, checkCard, checkRoom, linkCard } from '@billhook/runtime/link-method';
import { serve } from '@billhook/runtime/serve';
import { clientStore } from '@billhook/runtime/stores/client-store';
import { paymentMethodStore } from '@billhook/runtime/stores/payment-method-store';
import { openTable } from '@billhook/runtime/table';
import { signSsoToken } from '@billhook/runtime/tokens';
import { syncClient } from './contract.ts';

const table = openTable();
const clients = clientStore(table);
const methods = paymentMethodStore(table);

export const handler = serve(syncClient, async ({ caller, body, now }) => {
  // All that can be refused is checked before the first write, so that a refusal changes nothing.
  const expiresAt = tokenExpiry(body.token.expiration, now, 'token.expiration');
  if (isFailure(expiresAt)) return expiresAt;
  const checked = body.cards.map((card, index) => checkCard(card, now, `cards.${index}.`));
  const problems = checked.filter((card) => isFailure(card));
  const [problem] = problems;
  if (problem) {
    return fail(problem.failure, { fields: problems.flatMap(({ fields }) => fields ?? []) });
  }
  const client = await clients.findOrCreate(caller.partnerId, body.client, now);
  if (checked.length > 0) {
    const full = await checkRoom(methods, client._id, checked.length);
    if (full) return full;
  }
  const ssoToken = await signSsoToken({
    clientId: client._id,
    partnerId: caller.partnerId,
    generation: client.tokenGeneration,
    nonce: body.token.nonce,
    accessTokenExpiresIn: body.token.accessTokenExpiresIn,
    now,
    expiresAt,
  });
  const cards = [];
  for (const card of checked as CheckedCard[]) {
    const { _id, identifier } = await linkCard({ table, clients, methods }, client, card, now);
    cards.push({ paymentMethodId: _id, ...(identifier !== undefined && { identifier }) });
  }
  return { clientId: client._id, ssoToken, cards };
});
