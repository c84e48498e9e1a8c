import { hasAskedFor, isLinked, MAX_AUTHS_PER_CLIENT, requestLink } from '@billhook/core/auth';
import { waitingTask } from '@billhook/core/auth-challenge';
import { companySummaryOf } from '@billhook/core/company/company';
import { fail, isFailure } from '@billhook/core/errors';
import { derivedOwnedId } from '@billhook/core/ids';
import { fingerprint } from '@billhook/runtime/aws/fingerprint';
import { seal } from '@billhook/runtime/aws/vault';
import { startLinkAccount } from '@billhook/runtime/aws/workflows';
import { connectorOf } from '@billhook/runtime/companies/connectors';
import { askedLink, limitLink, linkQueued, startSavedLink } from '@billhook/runtime/links/begin';
import { findMissing, isOfAuth } from '@billhook/runtime/links/check-meta';
import { paymentDeps } from '@billhook/runtime/payments/deps';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { checkLinkedSwap, isSwapLink } from '@billhook/runtime/swaps/check-linked';
import { listAll } from '@billhook/runtime/table/paging';
import { clockedMark } from '@billhook/runtime/table/partner-time';
import { conflict, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { openTable } from '@billhook/runtime/table/table';
import { createAuth } from './contract.ts';

const table = openTable();
const auths = authStore(table);
const companies = companyStore(table);
const { clients, methods } = paymentDeps(table);

export const handler = serve(createAuth, async (request) => {
  const { caller, body, now, idBytes, again } = request;
  const { partnerId } = caller;
  const client = await clients.find(body.clientId, caller);
  if (!client) return fail('client_not_found');
  const company = await companies.find(body.companyId);
  if (!company) return fail('company_not_found');
  const clientId = client._id;
  const connector = connectorOf(company, table);
  const linkId = derivedOwnedId('link', clientId, idBytes('link'));
  const authIdOf = async () => {
    const login = connector.loginOf(company, body.form);
    const digest = await fingerprint('login', partnerId, clientId, company._id, login);
    return derivedOwnedId('auth', clientId, digest);
  };
  // What an earlier attempt asked for is not asked for twice, be it under way, ended or superseded.
  const made = again ? await auths.find(await authIdOf(), caller) : undefined;
  if (made && hasAskedFor(made, linkId)) {
    if (isLinked(made, linkId)) await startLinkAccount({ linkId, authId: made._id, clientId });
    return linkQueued(made._id);
  }
  if (company.status === 'maintenance') return fail('company_in_maintenance');
  const purpose = body.items.includes('swap') ? 'swap' : 'bill';
  const fields = connector.checkForm(company, body.form, now, purpose);
  if (fields.length > 0) return fail('invalid_form', { fields });
  const missing = await findMissing(table, body, caller);
  if (missing) return fail(missing);
  const swaps = isSwapLink(connector, company, body);
  const refused = swaps ? await checkLinkedSwap(methods, caller, body, company) : undefined;
  if (refused) return refused;
  const limited = await limitLink(table, caller, body, now);
  if (limited) return limited;

  const authId = await authIdOf();
  const credentials = await seal({ clientId, recordId: authId }, body.form);
  const link = askedLink(body, { linkId, swaps, caller, now });
  const asked = {
    ...{ clientId, partnerId, partnerUserId: client.identifier, credentials, link },
    company: companySummaryOf(company),
    ...(await clockedMark(table, partnerId)),
  };
  const saved = await retryConflict(async () => {
    const standing = await auths.findAny(authId);
    if (!standing && (await countAuths(clientId)) >= MAX_AUTHS_PER_CLIENT) {
      return fail('link_limit_reached');
    }
    if (swaps && standing?.openSwapId) return fail('swap_in_progress');
    if (!(await isOfAuth(table, body.meta?.swapId, authId))) return fail('swap_not_found');
    const numbers = standing ? {} : await auths.numbersOf({ _id: authId, clientId });
    const auth = requestLink(standing, { _id: authId, ...asked, ...numbers });
    const written = await table.write([auths.save(auth, standing)]);
    return written === 'written' ? { superseded: waitingTask(standing) } : conflict;
  });
  if (isFailure(saved)) return saved;
  return startSavedLink({ linkId, authId, clientId }, saved);
});

async function countAuths(clientId: string): Promise<number> {
  const all = await listAll((page) => auths.list(clientId, page));
  return all.filter((auth) => !auth.deletedAt).length;
}
