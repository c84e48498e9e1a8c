/**
 * Erasing a client (decision: clients-can-be-erased): what is in the way of it, what marks it, and what
 * stays. The person goes; the money stays.
 */
import { instantText } from '../base/dates.ts';
import { type Failure, fail } from '../base/errors.ts';
import type { OwnedRecord } from '../base/owned-record.ts';
import { type Due, dueAttributes, withoutDue } from '../base/table-keys.ts';
import type { EventDraft } from '../events/event.ts';
import { ATTEMPT_MILLISECONDS } from '../payment/resolution.ts';
import type { StoredPayment } from '../payment/stored-payment.ts';
import { isSwapUnderWay, type SwapRecord } from '../swap/swap.ts';

/**
 * What stands in the place of a client's record from the moment on that it is being erased. It does not
 * say `partnerId`, so that every read finds nobody's record, and every write that asks whose it is fails.
 */
export type ErasureRecord = Partial<Due> & {
  readonly _id: string;
  /** The partner that the client was of. */
  readonly ofPartner: string;
  readonly version: number;
  /** `erased` once nothing was left; what came late is looked for once more after that. */
  readonly erasure: 'erasing' | 'erased';
  /** When it was asked for, and when nothing was left. */
  readonly since: string;
  readonly erasedAt?: string;
};

/** What was left for later is looked at again after this long. */
const AGAIN_MILLISECONDS = 60_000;
/** Money under way goes its way first. */
const BUSY_MILLISECONDS = 10 * 60_000;
/**
 * Whoever was at work when the client was marked has ended long before. Until then, something can still
 * be written of what was read before.
 */
export const LAST_LOOK_MILLISECONDS = 60 * 60_000;

export function isErasure(record: object | undefined): record is ErasureRecord {
  return record !== undefined && 'erasure' in record;
}

export function newErasure(
  client: { readonly _id: string; readonly partnerId: string },
  now: number,
): ErasureRecord {
  return {
    _id: client._id,
    ofPartner: client.partnerId,
    version: 1,
    erasure: 'erasing',
    since: instantText(now),
    ...dueAttributes('erasure', client._id, instantText(now + AGAIN_MILLISECONDS)),
  };
}

/** What a pass over all that a client has came to. */
export type Pass = {
  /** What stays for now: money is under way. */
  readonly busy: number;
  /** What is to be done in another pass: others were faster, or the time was over. */
  readonly left: number;
  /** Items that were removed, but for the mark. */
  readonly removed: number;
};

/**
 * The mark after a pass: due again while something is left; once nothing is, due for a last look, and
 * then no more.
 */
export function afterPass(mark: ErasureRecord, pass: Pass, now: number): ErasureRecord {
  const next = { ...withoutDue(mark), version: mark.version + 1 };
  const due = (milliseconds: number) =>
    dueAttributes('erasure', mark._id, instantText(now + milliseconds));
  if (pass.busy + pass.left > 0) {
    return { ...next, ...due(pass.left > 0 ? AGAIN_MILLISECONDS : BUSY_MILLISECONDS) };
  }
  if (mark.erasure === 'erasing') {
    const erasedAt = instantText(now);
    return { ...next, erasure: 'erased', erasedAt, ...due(LAST_LOOK_MILLISECONDS) };
  }
  const left = lastLookAt(mark, pass, now) - now;
  return left > 0 ? { ...next, ...due(left) } : next;
}

/**
 * An hour after nothing was left, and after whatever came late: also where it is looked before, because
 * the erasure is asked for again.
 */
function lastLookAt(
  { erasedAt = '', dueAt }: ErasureRecord,
  { removed }: Pass,
  now: number,
): number {
  if (removed > 0) return now + LAST_LOOK_MILLISECONDS;
  const planned = Date.parse(erasedAt) + LAST_LOOK_MILLISECONDS;
  return dueAt === undefined ? planned : Math.max(planned, Date.parse(dueAt));
}

/** Whether there is nothing to do any more, and nothing to look for. */
export function isErasureOver({ erasure, dueAt }: ErasureRecord): boolean {
  return erasure === 'erased' && dueAt === undefined;
}

/** What a partner is told: which client, and nothing of the person. */
export function erasedEvent({ _id: id }: Pick<ErasureRecord, '_id'>): EventDraft {
  return { type: 'client.erased', resource: { type: 'client', id }, data: {} };
}

type Paying = Pick<StoredPayment, 'status' | 'askedAt' | 'outcome'>;
type Money = {
  readonly payments: readonly Paying[];
  readonly swaps: readonly SwapRecord[];
};

/** Why a client cannot be erased now: its money is under way. */
export function checkErasure(
  { payments, swaps }: Money,
  now: number,
): Failure<'money_under_way'> | undefined {
  const paying = payments.filter((payment) => isPaying(payment, now)).length;
  const swapping = swaps.filter(isSwapUnderWay).length;
  if (paying + swapping === 0) return undefined;
  const reasons = [
    ...(paying > 0 ? [`${counted(paying, 'payment')} pending, or with an outcome not known`] : []),
    ...(swapping > 0 ? [`${counted(swapping, 'swap')} under way`] : []),
  ];
  return fail('money_under_way', { detail: `The client has ${reasons.join(' and ')}.` });
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/**
 * Its company may be asked, or was asked and has not said what became of it; also where it was given up,
 * as long as an attempt may still be running.
 */
function isPaying({ status, askedAt, outcome }: Paying, now: number): boolean {
  if (status === 'pending') return true;
  if (outcome && outcome.kind !== 'unknown') return false;
  return askedAt !== undefined && now - askedAt < ATTEMPT_MILLISECONDS;
}

/** What is read of a client's collection, by what is decided about it. */
export type Found = OwnedRecord & {
  readonly sk: string;
  readonly pendingPaymentId?: string;
  readonly auth?: { readonly _id: string };
  readonly openSwapId?: string;
  readonly inFlight?: readonly string[];
};

/**
 * Ids that stay for now, because a payment or swap that began in the same moment still needs them: it,
 * its bill, its method, and its auth.
 */
export function inUse(found: readonly Found[], now: number): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const one of found) {
    const { sk, inFlight = [], openSwapId, pendingPaymentId } = one;
    if (sk.startsWith('pay_') && isPaying(one as unknown as StoredPayment, now)) ids.add(sk);
    if (sk.startsWith('swap_') && isSwapUnderWay(one as unknown as SwapRecord)) {
      const { authId, paymentMethodId } = one as unknown as SwapRecord;
      for (const id of [sk, authId, paymentMethodId]) ids.add(id);
    }
    if (inFlight.length > 0 || openSwapId !== undefined) ids.add(sk);
    if (pendingPaymentId === undefined) continue;
    for (const id of [sk, pendingPaymentId, one.auth?._id]) if (id) ids.add(id);
  }
  return ids;
}
