/** What `POST /auth` and `POST /auth/{authId}/continue` have in common: how a link begins. */
import { type AuthRecord, hasAskedFor, isLinked, type Link } from '@billhook/core/auth/auth';
import { waitingTask } from '@billhook/core/auth/auth-challenge';
import { instantText } from '@billhook/core/base/dates';
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import type { ClientRecord } from '@billhook/core/client/client';
import type { Capabilities } from '@billhook/core/company/capabilities';
import type { CompanyRecord } from '@billhook/core/company/company';
import { type BillStart, checkSubscription } from '@billhook/core/consent/consent';
import { choosing } from '@billhook/core/payment/amount';
import type { GivenAuth } from '@billhook/core/schemas/auth';
import type { Consent } from '@billhook/core/schemas/consent';
import type { Workflows } from '../aws/workflows.ts';
import { checkDeclines, takeActivity } from '../callers/limit-client.ts';
import { linkOrigin } from '../callers/link-origin.ts';
import {
  type ConsentCaller,
  consentEntries,
  consentGiven,
  consentIn,
  linkStart,
} from '../partners/consent.ts';
import { checkCeilings } from '../payments/ceilings.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { StoresAndWorkflows } from '../stores/stores-and-workflows.ts';
import { checkLinkedSwap } from '../swaps/check-linked.ts';
import { conflict, retryConflict } from '../table/retry-conflict.ts';
import type { Write } from '../table/types.ts';
import { findNamed, isOfAuth } from './check-meta.ts';

const MESSAGE =
  'The auth is queued. Its result arrives by webhook, if the operator has enabled that, and in GET /auth/{authId}.';

type Asked = Pick<
  GivenAuth,
  'items' | 'meta' | 'paymentIdentifier' | 'consent' | 'skipCycle' | 'dataConsent'
>;

type Asking = {
  readonly caller: ConsentCaller;
  readonly clientId: string;
  readonly company: CompanyRecord;
  /** What the company takes. */
  readonly needs: Capabilities;
  readonly linkId: string;
  /** Whether the link puts a card on file. */
  readonly swaps: boolean;
  /** Its bills are linked already: what was agreed about them stays. */
  readonly hasBills?: boolean;
  readonly machineNow: number;
};

/** A link that may begin, and what the audit notes of it. */
export type PlannedLink = {
  readonly link: Link;
  /** What the bills of a newly linked account begin with. */
  readonly starts: BillStart;
  /** What the user was told about the data that is read, and agreed to. */
  readonly dataConsent?: Consent;
  readonly entries: (authId: string) => Write[];
};

/** The link that was asked for. It is counted, once nothing else speaks against it. */
export async function planLink(
  stores: Stores,
  asked: Asked,
  { caller, clientId, company, needs, linkId, swaps, hasBills, machineNow }: Asking,
) {
  const named = { clientId, companyId: company._id, meta: asked.meta };
  const bill = await findNamed(stores, named, caller);
  if (typeof bill === 'string') return fail(bill);
  const at = { company, needs };
  const refused = swaps ? await checkLinkedSwap(stores.methods, caller, asked, at) : undefined;
  if (refused) return refused;
  const starts = await linkStart(stores.table, caller, asked.consent, machineNow, asked.skipCycle);
  if (isFailure(starts)) return starts;
  const { table } = stores;
  const dataConsent = await consentGiven(
    table,
    caller,
    asked.dataConsent,
    machineNow,
    'dataConsent',
  );
  if (isFailure(dataConsent)) return dataConsent;
  const unagreed = hasBills ? undefined : checkSubscription(company, asked.items, starts);
  if (unagreed) return unagreed;
  const pays = asked.items.includes('payment');
  const chosen = pays && bill && choosing(bill, asked.meta?.amount);
  const over = chosen && (await checkCeilings(stores, await stores.pauses.find(), chosen));
  if (over) return over;
  const declined = pays ? await checkDeclines(stores.table, caller, machineNow) : undefined;
  const limited = declined ?? (await takeActivity(stores.table, caller, 'link', machineNow));
  if (limited) return limited;
  const consent = consentIn(starts);
  const ofData = { clientId, about: 'data' as const, consent: dataConsent };
  const entries = (authId: string) => [
    ...consentEntries(caller, { clientId, authId, consent }, machineNow),
    ...consentEntries(caller, { ...ofData, authId }, machineNow),
  ];
  const link = askedLink(asked, { linkId, swaps, caller, machineNow });
  return { link, starts, dataConsent, entries };
}

function askedLink(
  { items, meta, paymentIdentifier }: Asked,
  { linkId, caller, swaps, machineNow }: Omit<Asking, 'clientId' | 'company' | 'needs'>,
): Link {
  return {
    ...{ linkId, items, paymentIdentifier },
    ...{ paymentMethodId: meta?.paymentMethodId, billId: meta?.billId },
    ...(meta?.maxAmount !== undefined && { maxCents: meta.maxAmount }),
    ...(meta?.amount !== undefined && { chosenCents: meta.amount }),
    ...(meta?.afterPayment !== undefined && { afterPayment: meta.afterPayment }),
    ...(swaps && { swaps, swapId: meta?.swapId }),
    requestedAt: instantText(machineNow),
    ...linkOrigin(caller),
  };
}

type At = {
  readonly authId: string;
  readonly clientId: string;
  /** What stands there, where that was read already. */
  readonly first?: { readonly standing: AuthRecord | undefined };
  /** Whose it is: where nothing stands there yet, it must not be erased meanwhile. */
  readonly client?: Pick<ClientRecord, '_id' | 'partnerId'>;
};

/**
 * Writes the auth with its link, and starts it. `plan` decides on the auth as it is, and decides
 * again where another write came between.
 */
export async function beginLink<F extends Failure>(
  stores: StoresAndWorkflows,
  { link, entries }: PlannedLink,
  { authId, clientId, first, client }: At,
  plan: (standing: AuthRecord | undefined) => Promise<AuthRecord | F>,
) {
  const { table, auths, workflows } = stores;
  const { linkId, swaps, swapId } = link;
  let known = first;
  const saved = await retryConflict(async () => {
    const standing = known ? known.standing : await auths.findAny(authId);
    known = undefined;
    const auth = await plan(standing);
    if (isFailure(auth)) return auth;
    if (swaps && standing?.openSwapId) return fail('swap_in_progress');
    if (!(await isOfAuth(stores, swapId, authId))) return fail('swap_not_found');
    const demands = client && !standing ? [stores.clients.stillThere(client)] : [];
    const written = await table.write([auths.save(auth, standing), ...entries(authId), ...demands]);
    const companyId = auth.company._id;
    return written === 'written' ? { companyId, superseded: waitingTask(standing) } : conflict;
  });
  if (isFailure(saved)) return saved;
  await workflows.startLinkAccount({ linkId, authId, clientId, companyId: saved.companyId });
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
  const { _id: authId, clientId, company } = auth;
  const input = { linkId, authId, clientId, companyId: company._id };
  if (isLinked(auth, linkId)) await workflows.startLinkAccount(input);
  return linkQueued(authId);
}

/** What both return. */
function linkQueued(authId: string) {
  return { success: true as const, message: MESSAGE, authId };
}
