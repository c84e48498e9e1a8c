import { fail, isFailure } from '@billhook/core/base/errors';
import { derivedOwnedId } from '@billhook/core/base/ids';
import { isCard } from '@billhook/core/method/card';
import { openVault } from '@billhook/runtime/aws/vault';
import { takeActivity } from '@billhook/runtime/callers/limit-client';
import {
  authorizationEntries,
  consentEntries,
  consentGiven,
  consentIn,
  linkStart,
} from '@billhook/runtime/partners/consent';
import { addMethod } from '@billhook/runtime/payments/add-method';
import {
  bankMethod,
  cardMethod,
  checkBank,
  checkCard,
  checkRoom,
} from '@billhook/runtime/payments/link-method';
import { wakeBills } from '@billhook/runtime/payments/wake-bills';
import { serve } from '@billhook/runtime/serve/serve';
import { openStores } from '@billhook/runtime/stores/open-stores';
import type { Outside } from '@billhook/runtime/table/outside';
import { addPaymentMethod } from './contract.ts';

const open = (outside: Outside) => ({ ...openStores(outside), vault: openVault(outside.aws) });

export const handler = serve(addPaymentMethod, open, async (request, deps) => {
  const { caller, body, machineNow, idBytes, again } = request;
  const checked = isCard(body) ? checkCard(body, machineNow) : checkBank(body);
  if (isFailure(checked)) return checked;
  const starts = await linkStart(deps.table, caller, body.consent, machineNow);
  if (isFailure(starts)) return starts;
  const authorized = await consentGiven(
    deps.table,
    caller,
    body.authorization,
    machineNow,
    'authorization',
  );
  if (isFailure(authorized)) return authorized;
  const client = await deps.clients.find(body.clientId, caller);
  if (!client) return fail('client_not_found');
  const methodId = derivedOwnedId('pm', client._id, idBytes('pm'));
  const made = again && (await deps.methods.find(methodId, caller));
  if (!made) {
    const refusal =
      (await checkRoom(deps.methods, client._id, 1)) ??
      (await takeActivity(deps.table, caller, 'payment-method', machineNow));
    if (refusal) return refusal;
    const added =
      'card' in checked
        ? await cardMethod(deps.vault, client, methodId, checked, machineNow)
        : await bankMethod(deps.vault, client, methodId, checked, machineNow);
    const method = { ...added, ...(authorized && { authorization: authorized }) };
    const noted = { clientId: client._id, methodId };
    const entries = [
      ...consentEntries(caller, { ...noted, consent: consentIn(starts) }, machineNow),
      ...authorizationEntries(caller, { ...noted, consent: authorized }, machineNow),
    ];
    const setAsDefault = body.setAsDefault ?? false;
    const adding = { starts, setAsDefault, entries, by: caller };
    const gone = await addMethod(deps, client, method, adding);
    if (gone) return gone;
  }
  await wakeBills(deps, client._id, caller);
  return { paymentMethodId: methodId };
});
