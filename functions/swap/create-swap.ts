import { fail, isFailure } from '@billhook/core/base/errors';
import { derivedOwnedId } from '@billhook/core/base/ids';
import { ownerOf } from '@billhook/core/base/owner';
import { checkSwapAuth, checkSwapCompany, checkSwapMethod } from '@billhook/core/swap/swap';
import { takeActivity } from '@billhook/runtime/callers/limit-client';
import { sessionOf } from '@billhook/runtime/callers/link-origin';
import { openCapabilities } from '@billhook/runtime/companies/capabilities';
import { findShown } from '@billhook/runtime/companies/shown';
import { serve } from '@billhook/runtime/serve/serve';
import { openStoresAndWorkflows } from '@billhook/runtime/stores/stores-and-workflows';
import { startSwap, writeSwapBeginning } from '@billhook/runtime/swaps/begin';
import type { Outside } from '@billhook/runtime/table/outside';
import { retryConflict } from '@billhook/runtime/table/retry-conflict';
import { createSwap } from './contract.ts';

const open = (outside: Outside) => ({
  ...openStoresAndWorkflows(outside),
  capabilitiesOf: openCapabilities(outside),
});

export const handler = serve(
  createSwap,
  open,
  async ({ caller, body, machineNow, idBytes, again }, deps) => {
    let counted = false;
    const begun = await retryConflict(async () => {
      const auth = await deps.auths.find(body.authId, caller);
      if (!auth) return fail('auth_not_found');
      const swapId = derivedOwnedId('swap', auth.clientId, idBytes('swap'));
      const made = again && (await deps.swaps.find(swapId, caller));
      if (made) return made;
      const { paymentMethodId } = body;
      const method = await deps.methods.find(paymentMethodId, ownerOf(auth));
      if (!method) return fail('payment_method_not_found');
      const company = await findShown(deps, auth.company._id, machineNow);
      if (!company) throw new Error('The company of an auth is not in the directory');
      const refusal =
        checkSwapCompany(company) ??
        checkSwapAuth(auth) ??
        checkSwapMethod(method, deps.capabilitiesOf(company)) ??
        // A swap of a client's own counts as a login does, once however often it is written.
        (counted ? undefined : await takeActivity(deps.table, caller, 'link', machineNow));
      if (refusal) return refusal;
      counted = true;
      return writeSwapBeginning(
        deps,
        { auth, method },
        { swapId, paymentMethodId, now: machineNow, ...sessionOf(caller) },
      );
    });
    if (isFailure(begun)) return begun;
    await startSwap(deps.workflows, begun);
    return { success: true as const, swapId: begun._id };
  },
);
