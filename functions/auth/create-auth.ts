import {
  type AuthRecord,
  hasAskedFor,
  isLinked,
  MAX_AUTHS_PER_CLIENT,
  requestLink,
} from '@billhook/core/auth';
import { companySummaryOf } from '@billhook/core/company/company';
import { fail } from '@billhook/core/errors';
import { derivedOwnedId } from '@billhook/core/ids';
import { openRuntime } from '@billhook/runtime/companies/runtime';
import { askedLink, beginLink, checkLink, linkQueued } from '@billhook/runtime/links/begin';
import { serve } from '@billhook/runtime/serve/serve';
import type { AuthStore } from '@billhook/runtime/stores/auth-store';
import { isSwapLink } from '@billhook/runtime/swaps/check-linked';
import { listAll } from '@billhook/runtime/table/paging';
import { clockedMark } from '@billhook/runtime/table/partner-time';
import { createAuth } from './contract.ts';

export const handler = serve(createAuth, openRuntime, async (request, runtime) => {
  const { caller, body, machineNow, idBytes, again } = request;
  const { table, auths, clients, companies, vault, fingerprint, connectorOf, workflows } = runtime;
  const { partnerId } = caller;
  const client = await clients.find(body.clientId, caller);
  if (!client) return fail('client_not_found');
  const company = await companies.find(body.companyId);
  if (!company) return fail('company_not_found');
  const clientId = client._id;
  const connector = connectorOf(company);
  const linkId = derivedOwnedId('link', clientId, idBytes('link'));
  const authIdOf = async () => {
    const login = connector.loginOf(company, body.form);
    const digest = await fingerprint('login', partnerId, clientId, company._id, login);
    return derivedOwnedId('auth', clientId, digest);
  };
  // What an earlier attempt asked for is not asked for twice, be it under way, ended or superseded.
  const made = again ? await auths.find(await authIdOf(), caller) : undefined;
  if (made && hasAskedFor(made, linkId)) {
    const ids = { linkId, authId: made._id, clientId };
    if (isLinked(made, linkId)) await workflows.startLinkAccount(ids);
    return linkQueued(made._id);
  }
  if (company.status === 'maintenance') return fail('company_in_maintenance');
  const purpose = body.items.includes('swap') ? 'swap' : 'bill';
  const fields = connector.checkForm(company, body.form, machineNow, purpose);
  if (fields.length > 0) return fail('invalid_form', { fields });
  const swaps = isSwapLink(connector, company, body);
  const refused = await checkLink(runtime, body, { caller, clientId, company, swaps, machineNow });
  if (refused) return refused;

  const authId = await authIdOf();
  const link = askedLink(body, { linkId, swaps, caller, machineNow });
  const asked = {
    ...{ clientId, partnerId, partnerUserId: client.identifier, link },
    credentials: await vault.seal({ clientId, recordId: authId }, body.form),
    company: companySummaryOf(company),
    ...(await clockedMark(table, partnerId)),
  };
  return beginLink(runtime, link, { authId, clientId }, async (standing) => {
    const full = !standing && (await countAuths(auths, clientId)) >= MAX_AUTHS_PER_CLIENT;
    if (full) return fail('link_limit_reached');
    const numbers = standing ? {} : await auths.numbersOf({ _id: authId, clientId });
    return requestLink(standing, { _id: authId, ...asked, ...numbers });
  });
});

async function countAuths(auths: AuthStore, clientId: string): Promise<number> {
  const all: AuthRecord[] = await listAll((page) => auths.list(clientId, page));
  return all.filter((auth) => !auth.deletedAt).length;
}
