import { type AuthRecord, requestLink } from '@billhook/core/auth/auth';
import { checkContinuing } from '@billhook/core/auth/continuing';
import { checkAnswers } from '@billhook/core/auth/missing-answers';
import { fail, isFailure } from '@billhook/core/base/errors';
import { derivedOwnedId } from '@billhook/core/base/ids';
import { type Owner, owns } from '@billhook/core/base/owner';
import type { LoginForm } from '@billhook/core/company/connector';
import { startAgain } from '@billhook/core/consent/consent';
import { openVault } from '@billhook/runtime/aws/vault';
import { openCapabilities, openFormRules } from '@billhook/runtime/companies/capabilities';
import { findShown } from '@billhook/runtime/companies/shown';
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
  rules: openFormRules(outside),
  vault: openVault(outside.aws),
});

export const handler = serve(continueAuth, open, async (request, runtime) => {
  const { caller, path, body, machineNow, idBytes, again } = request;
  const { auths, capabilitiesOf, rules, vault, workflows } = runtime;
  const found = await auths.find(path.authId, caller);
  if (!found) return fail('auth_not_found');
  const { _id: authId, clientId } = found;
  const linkId = derivedOwnedId('link', clientId, idBytes('link'));
  const before = again ? await linkAskedBefore(workflows, found, linkId) : undefined;
  if (before) return before;
  const company = await findShown(runtime, found.company._id, machineNow);
  if (company?.status !== 'operational') return fail('company_in_maintenance');
  const swaps = body.items.includes('swap');
  const continues = { swaps, swapId: body.meta?.swapId };
  const refuse = (auth: AuthRecord) =>
    checkContinuing(auth, continues) ?? checkForm({ auth, company, rules }, body.form);
  const refusal = refuse(found);
  if (refusal) return refusal;
  const hasBills = found.billIds.length > 0;
  const needs = capabilitiesOf(company);
  const asking = { caller, clientId, company, needs, linkId, swaps, hasBills, machineNow };
  const planned = await planLink(runtime, body, asking);
  if (isFailure(planned)) return planned;
  const given = body.form && (await vault.seal({ clientId, recordId: linkId }, body.form));
  const link = { ...planned.link, ...(given && { given }) };

  return beginLink(runtime, planned, { authId, clientId }, async (standing) => {
    if (!standing || !isOwn(standing, caller)) return fail('auth_not_found');
    return refuse(standing) ?? linkAgain(standing, { ...planned, link });
  });
});

/** An auth that was deleted since is there for nobody. */
function isOwn(auth: AuthRecord, caller: Owner): boolean {
  return !auth.deletedAt && owns(caller, auth);
}

/** Without `form`, the credentials are those that are stored: they have to suffice as far as it is known. */
function checkForm(asking: Parameters<typeof checkAnswers>[0], form: LoginForm | undefined) {
  if (!form && !asking.auth.asksFor) return undefined;
  const fields = checkAnswers(asking, form ?? {});
  return fields.length > 0 ? fail('invalid_form', { fields }) : undefined;
}

/** The credentials are those that are stored; what is given besides is added by the login. */
function linkAgain(standing: AuthRecord, { link, ...planned }: PlannedLink): AuthRecord {
  const { paymentIdentifier = standing.paymentIdentifier } = link;
  const starts = startAgain(standing, planned.starts);
  const { dataConsent = standing.dataConsent } = planned;
  const asked = { ...standing, link, starts, ...(dataConsent && { dataConsent }) };
  return { ...requestLink(standing, asked), paymentIdentifier };
}
