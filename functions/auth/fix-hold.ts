import { type AuthRecord, hasAskedFor, isLinked, resumeHold } from '@billhook/core/auth/auth';
import { instantText } from '@billhook/core/base/dates';
import { fail, isFailure } from '@billhook/core/base/errors';
import { derivedOwnedId } from '@billhook/core/base/ids';
import { ownerOf } from '@billhook/core/base/owner';
import { checkSwapCard } from '@billhook/core/swap/swap';
import { openWorkflows } from '@billhook/runtime/aws/workflows';
import { takeActivity } from '@billhook/runtime/callers/limit-client';
import { linkOrigin } from '@billhook/runtime/callers/link-origin';
import { openCapabilities } from '@billhook/runtime/companies/capabilities';
import { serve } from '@billhook/runtime/serve/serve';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { paymentMethodStore } from '@billhook/runtime/stores/payment-method-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { attemptWrite, retryConflict } from '@billhook/runtime/table/retry-conflict';
import { fixHold } from './contract.ts';

const open = (outside: Outside) => ({
  table: outside.table,
  auths: authStore(outside.table),
  companies: companyStore(outside.table),
  methods: paymentMethodStore(outside.table),
  capabilitiesOf: openCapabilities(outside),
  workflows: openWorkflows(outside.aws),
});

export const handler = serve(
  fixHold,
  open,
  async ({ caller, path, machineNow, idBytes, again }, { table, auths, workflows, ...deps }) => {
    let counted = false;
    const resumed = await retryConflict(async () => {
      const auth = await auths.find(path.authId, caller);
      if (!auth) return fail('auth_not_found');
      const linkId = derivedOwnedId('link', auth.clientId, idBytes('link'));
      if (again && hasAskedFor(auth, linkId)) return isLinked(auth, linkId) ? auth : undefined;
      const next = resumeHold(auth, {
        linkId,
        now: instantText(machineNow),
        ...linkOrigin(caller),
      });
      // A resume that is under way is the one that was asked for.
      if (isFailure(next) || next === auth) return next;
      const refusal = await checkSwap(deps, next);
      if (refusal) return refusal;
      // Counted once, however often it is written.
      const limited = counted ? undefined : await takeActivity(table, caller, 'link', machineNow);
      if (limited) return limited;
      counted = true;
      return attemptWrite(table, next, [auths.save(next, auth)]);
    });
    if (isFailure(resumed)) return resumed;
    // Its link has ended, or was superseded.
    if (!resumed) return { success: true as const };
    const { _id: authId, clientId, link, company } = resumed;
    const linkId = link?.linkId ?? '';
    await workflows.startLinkAccount({ linkId, authId, clientId, companyId: company._id });
    return { success: true as const };
  },
);

type Needed = 'methods' | 'companies' | 'capabilitiesOf';

/** Where a swap goes on with the login: whether its card can be put on file now. */
async function checkSwap(
  { methods, companies, capabilitiesOf }: Pick<ReturnType<typeof open>, Needed>,
  auth: AuthRecord,
) {
  if (!auth.link?.swaps) return undefined;
  const company = await companies.find(auth.company._id);
  if (!company) throw new Error('The company of an auth is not in the directory');
  const method = await methods.find(auth.link.paymentMethodId ?? '', ownerOf(auth));
  return checkSwapCard(method, capabilitiesOf(company));
}
