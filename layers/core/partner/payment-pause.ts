/**
 * The brake (decision: payments-can-be-paused): what is paused, and whether it covers a payment.
 *
 * All pauses are attributes of one item, so that asking is one read, and each is set and removed by
 * itself. What is not there is not paused.
 */
import { instantText } from '../base/dates.ts';
import { type Failure, fail } from '../base/errors.ts';

/** Who paused, as the audit names them, and since when. */
export type Pause = { readonly since: string; readonly by: string };

/**
 * `suspended` is the pause of a suspended partner, which only resuming the partner ends; `stage` is the
 * stage's setting `paymentsPaused`, which stands outside of the table and which a deployment ends.
 */
export type PauseScope =
  | { readonly kind: 'everything' | 'stage' }
  | { readonly kind: 'partner' | 'suspended' | 'company'; readonly id: string };

/** The item: a pause by the name of its scope. Other attributes, as its key, are none of ours. */
export type PausesRecord = Readonly<Record<string, unknown>>;

/** When what a pause holds back is looked at again. */
const LOOK_AGAIN_MILLISECONDS = 60 * 60 * 1000;
/** Nobody knows when a pause ends: often enough for a user who waits, and rarely enough for us. */
const RETRY_AFTER_SECONDS = 600;

/** What a payment is checked by. */
type Payer = { readonly partnerId: string; readonly companyId: string };

export function isPaused(
  pauses: PausesRecord | undefined,
  { partnerId, companyId }: Payer,
): boolean {
  const scopes: readonly PauseScope[] = [
    { kind: 'stage' },
    { kind: 'everything' },
    { kind: 'partner', id: partnerId },
    { kind: 'suspended', id: partnerId },
    { kind: 'company', id: companyId },
  ];
  return scopes.some((scope) => pauses?.[pauseName(scope)] !== undefined);
}

export function pausedFailure(): Failure<'payments_paused'> {
  return fail('payments_paused', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** @param now of the clock that what waits is due by. */
export function lookAfterPause(now: number): number {
  return now + LOOK_AGAIN_MILLISECONDS;
}

/** The attribute that holds a scope's pause. */
export function pauseName(scope: PauseScope): string {
  return 'id' in scope ? `${scope.kind}_${scope.id}` : scope.kind;
}

/** The pauses of the table with the stage's own. */
export function withStagePause(pauses: PausesRecord | undefined): PausesRecord {
  const pause: Pause = { since: '-', by: 'the setting paymentsPaused of the stage' };
  return { ...pauses, [pauseName({ kind: 'stage' })]: pause };
}

export function newPause(by: string, now: number): Pause {
  return { since: instantText(now), by };
}

/** All pauses, the oldest first. */
export function listPauses(pauses: PausesRecord | undefined): (PauseScope & Pause)[] {
  return Object.entries(pauses ?? {})
    .flatMap(([name, pause]) => {
      const scope = scopeOf(name);
      return scope ? [{ ...scope, ...(pause as Pause) }] : [];
    })
    .toSorted((a, b) => (a.since < b.since ? -1 : 1));
}

function scopeOf(name: string): PauseScope | undefined {
  if (name === 'everything' || name === 'stage') return { kind: name };
  const [, kind, id] = /^(partner|suspended|company)_(.+)$/.exec(name) ?? [];
  return kind && id ? ({ kind, id } as PauseScope) : undefined;
}
