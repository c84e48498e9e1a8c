import { dataConsentOf, openAuths, presentProgress } from '@billhook/core/auth-progress';
import { presentCompany } from '@billhook/core/company/company';
import { popularCompanies } from '@billhook/core/company/popular';
import { fail, isFailure } from '@billhook/core/errors';
import { maskedName } from '@billhook/core/module/masked-name';
import { lookOf } from '@billhook/core/module/settings';
import { admitToModule } from '@billhook/runtime/callers/admit-to-module';
import { knownOrigins } from '@billhook/runtime/callers/origins';
import { createRateLimiter } from '@billhook/runtime/callers/rate-limiter';
import { openTokenKey } from '@billhook/runtime/callers/token-key';
import { readToken } from '@billhook/runtime/callers/tokens';
import { keptDirectory } from '@billhook/runtime/companies/directory';
import { jwkOf } from '@billhook/runtime/partners/show-encryption-key';
import { serve } from '@billhook/runtime/serve/serve';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { moduleSettingsStore } from '@billhook/runtime/stores/module-settings-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { listAll } from '@billhook/runtime/table/paging';
import { openModuleSession } from './contract.ts';

const open = ({ table, clock, aws }: Outside) => ({
  table,
  limiter: createRateLimiter(table),
  tokenKey: openTokenKey({ table, clock, aws }),
  originsOf: knownOrigins(table),
  directory: keptDirectory(table, (all) => all),
  auths: authStore(table),
  companies: companyStore(table),
  settings: moduleSettingsStore(table),
});

export const handler = serve(
  openModuleSession,
  open,
  async ({ body, origin, machineNow }, runtime) => {
    const { tokenKey, auths, companies, settings, directory } = runtime;
    const claims = await readToken(tokenKey, body.token, machineNow);
    if (!claims) return fail('token_invalid');
    const { sub: clientId, partnerId, kind } = claims;
    const { companyId } = body;
    // First: a token that is refused has nothing else read.
    const admitted = await admitToModule(runtime, kind, { ...body, origin }, machineNow);
    if (isFailure(admitted)) return admitted;
    const { partner, identifier, ...access } = admitted;
    // All at once: a phone waits.
    const [own, linked, company] = await Promise.all([
      settings.find(partnerId),
      listAll((page) => auths.list(clientId, page)),
      companyId === undefined ? undefined : companies.find(companyId),
      companyId === undefined ? directory(machineNow) : undefined,
    ]);
    const all = company ? [] : await directory(machineNow);
    const dataConsent = dataConsentOf(linked);
    const encryptionKey = partner.encryptionKeys?.at(-1);
    return {
      ...access,
      user: maskedName(identifier),
      look: lookOf(partner, own),
      companies: popularCompanies(all, body).map(presentCompany),
      ...(company && { company: presentCompany(company) }),
      ...(dataConsent && { dataConsent }),
      open: openAuths(linked).map((auth) => presentProgress(auth, machineNow)),
      ...(encryptionKey && { encryptionKey: jwkOf(encryptionKey) }),
      ...(partner.encryptionRequired && { encryptionRequired: true as const }),
    };
  },
);
