import { type AuthRecord, requestLink } from '@billhook/core/auth';
import { startAgain } from '@billhook/core/consent/consent';
import { fail, isFailure } from '@billhook/core/errors';
import { derivedOwnedId } from '@billhook/core/ids';
import { checkContinuing } from '@billhook/core/links/continuing';
import { type Owner, owns } from '@billhook/core/owner';
import { openCapabilities } from '@billhook/runtime/companies/capabilities';
import {
  beginLink,
  linkAskedBefore,
  type PlannedLink,
  planLink,
} from '@billhook/runtime/links/begin';
import { serve } from '@billhook/runtime/serve/serve';
import { openStoresAndWorkflows } from '@billhook/runtime/stores/stores-and-workflows';
import type { Outside } from '@billhook/runtime/table/outside';
import { continueAuth } from './contract.ts';

const open = (outside: Outside) => ({
  ...openStoresAndWorkflows(outside),
  capabilitiesOf: openCapabilities(outside),
});

export const handler = serve(continueAuth, open, async (request, runtime) => {
  const { caller, path, body, machineNow, idBytes, again } = request;
  const { auths, companies, capabilitiesOf, workflows } = runtime;
  const found = await auths.find(path.authId, caller);
  if (!found) return fail('auth_not_found');
  const { _id: authId, clientId } = found;
  const linkId = derivedOwnedId('link', clientId, idBytes('link'));
  const before = again ? await linkAskedBefore(workflows, found, linkId) : undefined;
  if (before) return before;
  const company = await companies.find(found.company._id);
  if (company?.status !== 'operational') return fail('company_in_maintenance');
  const swaps = body.items.includes('swap');
  const hasBills = found.billIds.length > 0;
  const needs = capabilitiesOf(company);
  const asking = { caller, clientId, company, needs, linkId, swaps, hasBills, machineNow };
  const planned = await planLink(runtime, body, asking);
  if (isFailure(planned)) return planned;

  return beginLink(runtime, planned, { authId, clientId }, async (standing) => {
    if (!standing || !isOwn(standing, caller)) return fail('auth_not_found');
    return checkContinuing(standing, planned.link) ?? linkAgain(standing, planned);
  });
});

/** An auth that was deleted since is there for nobody. */
function isOwn(auth: AuthRecord, caller: Owner): boolean {
  return !auth.deletedAt && owns(caller, auth);
}

/** The credentials are those that were verified before. */
function linkAgain(standing: AuthRecord, { link, ...planned }: PlannedLink): AuthRecord {
  const { paymentIdentifier = standing.paymentIdentifier } = link;
  const { verifiedBefore, connection } = standing;
  const starts = startAgain(standing, planned.starts);
  const linked = requestLink(standing, { ...standing, link, starts });
  return { ...linked, verifiedBefore, connection, paymentIdentifier };
}
