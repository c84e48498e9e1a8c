import {
  askingAuths,
  dataConsentOf,
  openAuths,
  presentProgress,
} from '@billhook/core/auth/progress';
import { fail, isFailure } from '@billhook/core/base/errors';
import { ownerOf } from '@billhook/core/base/owner';
import { presentCompany } from '@billhook/core/company/company';
import { popularCompanies } from '@billhook/core/company/popular';
import { maskedName } from '@billhook/core/module/masked-name';
import { lookOf } from '@billhook/core/module/settings';
import { admitToModule } from '@billhook/runtime/callers/admit-to-module';
import { knownOrigins } from '@billhook/runtime/callers/origins';
import { createRateLimiter } from '@billhook/runtime/callers/rate-limiter';
import { openTokenKey } from '@billhook/runtime/callers/token-key';
import { readToken } from '@billhook/runtime/callers/tokens';
import { openDirectory } from '@billhook/runtime/companies/directory';
import { keptPopular } from '@billhook/runtime/companies/popular';
import { findShown, keptShown } from '@billhook/runtime/companies/shown';
import {
  listClientAuths,
  listClientBills,
  listClientMethods,
} from '@billhook/runtime/links/client-lists';
import { jwkOf } from '@billhook/runtime/partners/show-encryption-key';
import { serve } from '@billhook/runtime/serve/serve';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { clientStore } from '@billhook/runtime/stores/client-store';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { moduleSettingsStore } from '@billhook/runtime/stores/module-settings-store';
import { paymentMethodStore } from '@billhook/runtime/stores/payment-method-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { listAll } from '@billhook/runtime/table/paging';
import { openModuleSession } from './contract.ts';

/** Of each list: all three, as they are shown, are far from what a function may return. */
const FIRST_PAGE_BYTES = 256 * 1024;

const open = ({ table, clock, aws }: Outside) => ({
  table,
  limiter: createRateLimiter(table),
  tokenKey: openTokenKey({ table, clock, aws }),
  originsOf: knownOrigins(table),
  directory: openDirectory(table),
  shownAt: keptShown(table),
  popularFor: keptPopular(table),
  auths: authStore(table),
  bills: billStore(table),
  clients: clientStore(table),
  methods: paymentMethodStore(table),
  companies: companyStore(table),
  settings: moduleSettingsStore(table),
});

export const handler = serve(
  openModuleSession,
  open,
  async ({ body, origin, machineNow }, runtime) => {
    const { tokenKey, auths, settings } = runtime;
    const claims = await readToken(tokenKey, body.token, machineNow);
    if (!claims) return fail('token_invalid');
    const { sub: clientId, partnerId, kind } = claims;
    const { companyId } = body;
    // First: a token that is refused has nothing else read.
    const admitted = await admitToModule(runtime, kind, { ...body, origin }, machineNow);
    if (isFailure(admitted)) return admitted;
    const { partner, identifier, ...access } = admitted;
    // All at once: a phone waits.
    const [lists, own, linked, company] = await Promise.all([
      body.lists ? listsOf(runtime, { partnerId, clientId }, machineNow) : undefined,
      settings.find(partnerId),
      listAll((page) => auths.list(clientId, page)),
      companyId === undefined ? undefined : findShown(runtime, companyId, machineNow),
      companyId === undefined ? toStartWith(runtime, partnerId, machineNow) : undefined,
    ]);
    // Who has an account sees that first, and most never come to look for a company.
    const needsNone = company || (lists && lists.auths.data.length > 0);
    const { companies, popular } = needsNone
      ? { companies: [], popular: [] }
      : await toStartWith(runtime, partnerId, machineNow);
    const dataConsent = dataConsentOf(linked);
    const asking = askingAuths(linked);
    const encryptionKey = partner.encryptionKeys?.at(-1);
    return {
      ...access,
      user: maskedName(identifier),
      look: lookOf(partner, own),
      companies: popularCompanies(companies, { ...body, popular }).map(presentCompany),
      ...(company && { company: presentCompany(company) }),
      ...(dataConsent && { dataConsent }),
      open: openAuths(linked).map((auth) => presentProgress(auth, machineNow)),
      ...(asking.length > 0 && { asking }),
      ...(lists && { lists }),
      ...(encryptionKey && { encryptionKey: jwkOf(encryptionKey) }),
      ...(partner.encryptionRequired && { encryptionRequired: true as const }),
    };
  },
);

type Runtime = ReturnType<typeof open>;

/** Companies as they are at this moment. A second time, it has all of them already. */
async function toStartWith(
  { directory, shownAt, popularFor }: Runtime,
  partnerId: string,
  machineNow: number,
) {
  const popular = await popularFor(partnerId, machineNow);
  const [found, shown] = await Promise.all([
    directory.shown(machineNow, popular),
    shownAt(machineNow),
  ]);
  return { companies: found.map(shown), popular };
}

/** As the operations would list them for the client itself. Nothing where its record is gone by now. */
async function listsOf(
  stores: Runtime,
  client: { readonly partnerId: string; readonly clientId: string },
  machineNow: number,
) {
  const { clientId } = client;
  const asked = { owner: ownerOf(client), clientId, page: { maxBytes: FIRST_PAGE_BYTES } };
  const [bills, auths, paymentMethods] = await Promise.all([
    listClientBills(stores, asked, machineNow),
    listClientAuths(stores, asked),
    listClientMethods(stores, asked),
  ]);
  if (isFailure(bills) || isFailure(auths) || isFailure(paymentMethods)) return undefined;
  return { bills, auths, paymentMethods };
}
