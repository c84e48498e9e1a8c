import { MAX_AUTHS_PER_CLIENT, requestLink } from '@billhook/core/auth';
import { type CompanyRecord, companySummaryOf } from '@billhook/core/company/company';
import { fail, isFailure } from '@billhook/core/errors';
import { derivedOwnedId } from '@billhook/core/ids';
import type { GivenAuth } from '@billhook/core/schemas/auth';
import { openRuntime, type Runtime } from '@billhook/runtime/companies/runtime';
import { beginLink, linkAskedBefore, planLink } from '@billhook/runtime/links/begin';
import { serve } from '@billhook/runtime/serve/serve';
import { isSwapLink } from '@billhook/runtime/swaps/check-linked';
import { listAll } from '@billhook/runtime/table/paging';
import { clockedMark } from '@billhook/runtime/table/partner-time';
import { createAuth } from './contract.ts';

export const handler = serve(createAuth, openRuntime, async (request, runtime) => {
  const { caller, body, machineNow, idBytes, again } = request;
  const { table, auths, clients, companies, vault, connectorOf, workflows } = runtime;
  const { partnerId } = caller;
  const client = await clients.find(body.clientId, caller);
  if (!client) return fail('client_not_found');
  const company = await companies.find(body.companyId);
  if (!company) return fail('company_not_found');
  const clientId = client._id;
  const login = { partnerId, clientId, company, form: body.form };
  const linkId = derivedOwnedId('link', clientId, idBytes('link'));
  const made = again ? await auths.find(await authIdOf(runtime, login), caller) : undefined;
  const before = await linkAskedBefore(workflows, made, linkId);
  if (before) return before;
  if (company.status === 'maintenance') return fail('company_in_maintenance');
  const connector = connectorOf(company);
  const purpose = body.items.includes('swap') ? 'swap' : 'bill';
  const fields = connector.checkForm(company, body.form, machineNow, purpose);
  if (fields.length > 0) return fail('invalid_form', { fields });
  const swaps = isSwapLink(connector, company, body);
  const asking = { caller, clientId, company, linkId, swaps, machineNow };
  const planned = await planLink(runtime, body, asking);
  if (isFailure(planned)) return planned;

  const authId = await authIdOf(runtime, login);
  const asked = {
    ...{ clientId, partnerId, partnerUserId: client.identifier, link: planned.link },
    starts: planned.starts,
    credentials: await vault.seal({ clientId, recordId: authId }, body.form),
    company: companySummaryOf(company),
    ...(await clockedMark(table, partnerId)),
  };
  return beginLink(runtime, planned, { authId, clientId }, async (standing) => {
    if (!standing && (await hasNoRoom(runtime, clientId))) return fail('link_limit_reached');
    const numbers = standing ? {} : await auths.numbersOf({ _id: authId, clientId });
    return requestLink(standing, { _id: authId, ...asked, ...numbers });
  });
});

type Login = {
  readonly partnerId: string;
  readonly clientId: string;
  readonly company: CompanyRecord;
  readonly form: GivenAuth['form'];
};

/** The same login of a client at a company is the same auth. */
async function authIdOf(
  { connectorOf, fingerprint }: Runtime,
  { partnerId, clientId, company, form }: Login,
): Promise<string> {
  const login = connectorOf(company).loginOf(company, form);
  const digest = await fingerprint('login', partnerId, clientId, company._id, login);
  return derivedOwnedId('auth', clientId, digest);
}

async function hasNoRoom({ auths }: Runtime, clientId: string): Promise<boolean> {
  const all = await listAll((page) => auths.list(clientId, page));
  return all.filter((auth) => !auth.deletedAt).length >= MAX_AUTHS_PER_CLIENT;
}
