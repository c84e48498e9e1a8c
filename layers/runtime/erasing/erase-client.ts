/**
 * Erasing a client (decision: clients-can-be-erased). It is marked first, and from then on nobody finds
 * it; then all that it has is removed in passes, each of which is safe to repeat and to break off. A
 * sweep goes on with what was left.
 */

import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import {
  afterPass,
  checkErasure,
  type ErasureRecord,
  erasedEvent,
  isErasure,
  isErasureOver,
  newErasure,
} from '@billhook/core/erasing/erasure';
import type { Actor } from '@billhook/core/partner/audit';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import type { SwapRecord } from '@billhook/core/swap/swap';
import { logInfo } from '../aws/logger.ts';
import { auditEntry } from '../partners/audit.ts';
import { attemptWrite, type conflict, retryConflict } from '../table/retry-conflict.ts';
import { everything } from './everything.ts';
import { type EraseDeps, passOver, type Run } from './pass-over.ts';

export type Erasing = {
  readonly clientId: string;
  /** The partner that asks; an operator may ask for any partner's client. */
  readonly partnerId?: string;
  readonly actor: Actor;
};

type Refusal = Failure<'client_not_found' | 'money_under_way' | 'request_conflict'>;

/** Answers how far it got until its deadline. Safe to repeat. */
export async function eraseClient(
  deps: EraseDeps,
  erasing: Erasing,
  run: Run,
): Promise<ErasureRecord | Refusal> {
  const mark = await retryConflict(() => beginErasing(deps, erasing, run));
  if (isFailure(mark)) return mark;
  return (await goOnErasing(deps, mark._id, run)) ?? mark;
}

async function beginErasing(
  deps: EraseDeps,
  { clientId, partnerId, actor }: Erasing,
  { clock }: Run,
): Promise<ErasureRecord | Refusal | typeof conflict> {
  const { table, clients } = deps;
  const standing = await clients.read(clientId);
  if (!standing) return fail('client_not_found');
  const ofPartner = isErasure(standing) ? standing.ofPartner : standing.partnerId;
  if (partnerId !== undefined && partnerId !== ofPartner) return fail('client_not_found');
  if (isErasure(standing)) return standing;
  const [payments, swaps] = await Promise.all([
    everything<StoredPayment>(table, clientId, 'pay_'),
    everything<SwapRecord>(table, clientId, 'swap_'),
  ]);
  const now = clock();
  const refusal = checkErasure({ payments, swaps }, now);
  if (refusal) return refusal;
  const mark = newErasure(standing, now);
  const entry = auditEntry({
    partnerId: ofPartner,
    actor,
    action: 'client-erased',
    now,
    detail: { clientId },
  });
  return attemptWrite(table, mark, [...clients.mark(standing, mark), entry]);
}

/** Passes over what is left of a marked client. Nothing where it is not marked. */
export async function goOnErasing(
  deps: EraseDeps,
  clientId: string,
  run: Run,
): Promise<ErasureRecord | undefined> {
  const { table, clients } = deps;
  for (;;) {
    const mark = await clients.read(clientId);
    if (!isErasure(mark) || isErasureOver(mark)) return isErasure(mark) ? mark : undefined;
    const pass = await passOver(deps, mark, run);
    const next = afterPass(mark, pass, run.clock());
    const told = next.erasure === mark.erasure ? [] : [erasedEvent(mark)];
    const written = await table.write([clients.saveMark(next, told)]);
    // Another run is at it as well: both remove the same.
    if (written === 'conflict') return mark;
    if (told.length > 0) logInfo('A client was erased', { clientId, partnerId: mark.ofPartner });
    if (pass.left === 0 || run.clock() >= run.deadline) return next;
  }
}
