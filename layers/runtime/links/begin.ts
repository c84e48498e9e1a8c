/** What `POST /auth` and `POST /auth/{authId}/continue` have in common: how a link begins. */
import { type AuthRecord, hasAskedFor, isLinked, type Link } from '@billhook/core/auth';
import { waitingTask } from '@billhook/core/auth-challenge';
import type { CompanyRecord } from '@billhook/core/company/company';
import { instantText } from '@billhook/core/dates';
import { type Failure, fail, isFailure } from '@billhook/core/errors';
import type { Owner } from '@billhook/core/owner';
import type { GivenAuth } from '@billhook/core/schemas/auth';
import type { Workflows } from '../aws/workflows.ts';
import { checkDeclines, takeActivity } from '../callers/limit-client.ts';
import { linkOrigin } from '../callers/link-origin.ts';
import { checkAmount } from '../payments/ceilings.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { StoresAndWorkflows } from '../stores/stores-and-workflows.ts';
import { checkLinkedSwap } from '../swaps/check-linked.ts';
import { conflict, retryConflict } from '../table/retry-conflict.ts';
import { findNamed, isOfAuth } from './check-meta.ts';

const MESSAGE = 'The auth is queued. Its result arrives by webhook and in the list of auths.';

type Asked = Pick<GivenAuth, 'items' | 'meta' | 'paymentIdentifier'>;

type Asking = {
  readonly caller: Owner;
  readonly clientId: string;
  readonly company: CompanyRecord;
  /** Whether the link puts a card on file. */
  readonly swaps: boolean;
  readonly machineNow: number;
};

/** Counts the link, once nothing else speaks against it. @returns why it may not begin now. */
export async function checkLink(
  stores: Stores,
  asked: Asked,
  { caller, clientId, company, swaps, machineNow }: Asking,
) {
  const named = { clientId, companyId: company._id, meta: asked.meta };
  const bill = await findNamed(stores, named, caller);
  if (typeof bill === 'string') return fail(bill);
  const refused = swaps ? await checkLinkedSwap(stores.methods, caller, asked, company) : undefined;
  if (refused) return refused;
  const pays = asked.items.includes('payment');
  const over = pays && bill ? await checkAmount(stores, bill) : undefined;
  if (over) return over;
  const declined = pays ? await checkDeclines(stores.table, caller, machineNow) : undefined;
  return declined ?? takeActivity(stores.table, caller, 'link', machineNow);
}

/** The link that was asked for. */
export function askedLink(
  { items, meta, paymentIdentifier }: Asked,
  {
    linkId,
    caller,
    swaps,
    machineNow,
  }: Omit<Asking, 'clientId' | 'company'> & { readonly linkId: string },
): Link {
  return {
    ...{ linkId, items, paymentIdentifier },
    ...{ paymentMethodId: meta?.paymentMethodId, billId: meta?.billId },
    ...(swaps && { swaps, swapId: meta?.swapId }),
    requestedAt: instantText(machineNow),
    ...linkOrigin(caller),
  };
}

type Ids = { readonly authId: string; readonly clientId: string };

/**
 * Writes the auth with its link, and starts it. `plan` decides on the auth as it is, and decides
 * again where another write came between.
 */
export async function beginLink<F extends Failure>(
  stores: StoresAndWorkflows,
  link: Link,
  { authId, clientId }: Ids,
  plan: (standing: AuthRecord | undefined) => Promise<AuthRecord | F>,
) {
  const { table, auths, workflows } = stores;
  const { linkId, swaps, swapId } = link;
  const saved = await retryConflict(async () => {
    const standing = await auths.findAny(authId);
    const auth = await plan(standing);
    if (isFailure(auth)) return auth;
    if (swaps && standing?.openSwapId) return fail('swap_in_progress');
    if (!(await isOfAuth(stores, swapId, authId))) return fail('swap_not_found');
    const written = await table.write([auths.save(auth, standing)]);
    return written === 'written' ? { superseded: waitingTask(standing) } : conflict;
  });
  if (isFailure(saved)) return saved;
  await workflows.startLinkAccount({ linkId, authId, clientId });
  // A workflow that waits for an answer finds itself superseded, and ends.
  if (saved.superseded) await workflows.signalLinkAccount(saved.superseded);
  return linkQueued(authId);
}

/**
 * What an earlier attempt of the request asked for is not asked for twice, whether it is under way,
 * has ended or was superseded. @returns the response in that case.
 */
export async function linkAskedBefore(
  workflows: Workflows,
  auth: AuthRecord | undefined,
  linkId: string,
) {
  if (!auth || !hasAskedFor(auth, linkId)) return undefined;
  const { _id: authId, clientId } = auth;
  if (isLinked(auth, linkId)) await workflows.startLinkAccount({ linkId, authId, clientId });
  return linkQueued(authId);
}

/** What both return. */
function linkQueued(authId: string) {
  return { success: true as const, message: MESSAGE, authId };
}
