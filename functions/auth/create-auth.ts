import { requestLink } from '@billhook/core/auth/auth';
import { fitsLogin } from '@billhook/core/auth/logins';
import { fail, isFailure } from '@billhook/core/base/errors';
import { derivedOwnedId } from '@billhook/core/base/ids';
import { companySummaryOf } from '@billhook/core/company/company';
import { openRuntime } from '@billhook/runtime/companies/runtime';
import { findOfferedNow } from '@billhook/runtime/companies/shown';
import { beginLink, linkAskedBefore, planLink } from '@billhook/runtime/links/begin';
import { findAsked, findLogin } from '@billhook/runtime/links/find-login';
import { serve } from '@billhook/runtime/serve/serve';
import { isSwapLink } from '@billhook/runtime/swaps/check-linked';
import { newcomersTime } from '@billhook/runtime/table/partner-time';
import { createAuth } from './contract.ts';

export const handler = serve(createAuth, openRuntime, async (request, runtime) => {
  const { caller, body, machineNow, idBytes, again } = request;
  const { table, auths, clients, vault, connectorOf, workflows } = runtime;
  const { partnerId } = caller;
  const client = await clients.find(body.clientId, caller);
  if (!client) return fail('client_not_found');
  const company = await findOfferedNow(runtime, body.companyId, machineNow);
  if (!company) return fail('company_not_found');
  const clientId = client._id;
  const login = { partnerId, clientId, company, form: body.form };
  const linkId = derivedOwnedId('link', clientId, idBytes('link'));
  const made = again ? await findAsked(runtime, login, linkId) : undefined;
  const before = await linkAskedBefore(workflows, made, linkId);
  if (before) return before;
  if (company.status === 'maintenance') return fail('company_in_maintenance');
  const connector = connectorOf(company);
  const purpose = body.items.includes('swap') ? 'swap' : 'bill';
  const { mark, partnerNow } = await newcomersTime(table, partnerId, machineNow);
  const fields = connector.checkForm(company, body.form, partnerNow, purpose);
  if (fields.length > 0) return fail('invalid_form', { fields });
  const swaps = isSwapLink(company, body);
  const needs = connector.capabilities(company);
  const asking = { caller, clientId, company, needs, linkId, swaps, machineNow };
  const planned = await planLink(runtime, body, asking);
  if (isFailure(planned)) return planned;

  const { hasRoom, ...place } = await findLogin(runtime, login);
  const { authId, loginId } = place;
  const asked = {
    ...{ clientId, partnerId, partnerUserId: client.identifier, link: planned.link },
    ...{ starts: planned.starts, dataConsent: planned.dataConsent },
    loginId: authId === loginId ? undefined : loginId,
    credentials: await vault.seal({ clientId, recordId: authId }, body.form),
    company: companySummaryOf(company),
    ...mark,
  };
  return beginLink(runtime, planned, { ...place, clientId, client }, async (standing) => {
    if (!standing && !hasRoom) return fail('link_limit_reached');
    // Another login was faster to take it.
    if (standing && !fitsLogin(standing, place)) return fail('request_conflict');
    const numbers = standing ? {} : await auths.numbersOf({ _id: authId, clientId });
    return requestLink(standing, { _id: authId, ...asked, ...numbers });
  });
});
