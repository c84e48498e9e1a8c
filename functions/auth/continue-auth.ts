import {
  type AuthRecord,
  hasAskedFor,
  isLinked,
  type Link,
  requestLink,
} from '@billhook/core/auth';
import { waitingTask } from '@billhook/core/auth-challenge';
import { fail, isFailure } from '@billhook/core/errors';
import { derivedOwnedId } from '@billhook/core/ids';
import { authStateOf, authStates } from '@billhook/core/states/auth-states';
import { refusalOf } from '@billhook/core/states/state-machine';
import { startLinkAccount } from '@billhook/runtime/aws/workflows';
import { askedLink, limitLink, linkQueued, startSavedLink } from '@billhook/runtime/links/begin';
import { findMissing, isOfAuth } from '@billhook/runtime/links/check-meta';
import { paymentDeps } from '@billhook/runtime/payments/deps';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { checkLinkedSwap } from '@billhook/runtime/swaps/check-linked';
import { conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { openTable } from '@billhook/runtime/table/table';
import { continueAuth } from './contract.ts';

const table = openTable();
const auths = authStore(table);
const companies = companyStore(table);
const { methods } = paymentDeps(table);

export const handler = serve(continueAuth, async ({ caller, path, body, now, idBytes, again }) => {
  const found = await auths.find(path.authId, caller);
  if (!found) return fail('auth_not_found');
  const { _id: authId, clientId } = found;
  const linkId = derivedOwnedId('link', clientId, idBytes('link'));
  // What an earlier attempt asked for is not asked for twice.
  if (again && hasAskedFor(found, linkId)) {
    if (isLinked(found, linkId)) await startLinkAccount({ linkId, authId, clientId });
    return linkQueued(authId);
  }
  const company = await companies.find(found.company._id);
  if (company?.status !== 'operational') return fail('company_in_maintenance');
  const named = { clientId, companyId: company._id, meta: body.meta };
  const missing = await findMissing(table, named, caller);
  if (missing) return fail(missing);
  const swaps = body.items.includes('swap');
  const refused = swaps ? await checkLinkedSwap(methods, caller, body, company) : undefined;
  if (refused) return refused;
  const limited = await limitLink(table, caller, body, now);
  if (limited) return limited;

  const link = askedLink(body, { linkId, swaps, caller, now });
  const begun = await retryConflict(async () => {
    const standing = await auths.find(authId, caller);
    if (!standing) return fail('auth_not_found');
    const unverified = refusalOf(authStates, authStateOf(standing), swaps ? 'swap' : 'pay');
    if (unverified) return unverified;
    if (swaps && standing.openSwapId) return fail('swap_in_progress');
    if (!(await isOfAuth(table, body.meta?.swapId, authId))) return fail('swap_not_found');
    const auth = linkAgain(standing, link);
    const written = await table.write([auths.save(auth, standing)]);
    return written === 'written' ? { superseded: waitingTask(standing) } : conflict;
  });
  if (isFailure(begun)) return begun;
  return startSavedLink({ linkId, authId, clientId }, begun);
});

/** The credentials are those that were verified before. */
function linkAgain(standing: AuthRecord, link: Link): AuthRecord {
  const { paymentIdentifier = standing.paymentIdentifier } = link;
  const { verifiedBefore } = standing;
  return { ...requestLink(standing, { ...standing, link }), verifiedBefore, paymentIdentifier };
}
