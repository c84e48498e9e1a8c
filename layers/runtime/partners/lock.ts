/** Locking a partner and unlocking it, each told and audited with it. */
import { type Failure, fail } from '@billhook/core/base/errors';
import type { Actor } from '@billhook/core/partner/audit';
import { lockSettings, unlockSettings } from '@billhook/core/partner/lock';
import type { PartnerRecord } from '@billhook/core/partner/partner';
import { newPause, pauseName } from '@billhook/core/partner/payment-pause';
import { logCounted } from '../aws/logger.ts';
import { partnerStore } from '../stores/partner-store.ts';
import { pauseStore } from '../stores/pause-store.ts';
import { conflict, retryConflict } from '../table/retry-conflict.ts';
import type { Table } from '../table/types.ts';
import { settingsChange } from './settings-change.ts';

type Given = {
  readonly partnerId: string;
  readonly actor: Actor;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

type Refusal = Failure<'partner_not_found' | 'request_conflict'>;

/**
 * What is locked or paused already is neither written nor told again: the first who did it stays on record.
 * The operator alone ends either.
 */
export async function lockPartner(
  table: Table,
  { partnerId, actor, now, pausePayments }: Given & { readonly pausePayments: boolean },
): Promise<PartnerRecord | Refusal> {
  const pauses = pauseStore(table);
  const scope = { kind: 'partner', id: partnerId } as const;
  return retryConflict(async () => {
    const [found, paused] = await Promise.all([partnerStore(table).find(partnerId), pauses.find()]);
    if (!found) return fail('partner_not_found');
    const isPausing = pausePayments && paused?.[pauseName(scope)] === undefined;
    const actions = [
      ...(found.lock ? [] : [{ action: 'partner-locked' as const }]),
      ...(isPausing ? [{ action: 'payments-paused' as const }] : []),
    ];
    if (actions.length === 0) return found;
    const partner = lockSettings(found, actor.id, now);
    const written = await table.write([
      ...settingsChange(table, partner, { actor, now }, ...actions),
      ...(isPausing ? [pauses.pause(scope, newPause(actor.id, now))] : []),
    ]);
    if (written === 'conflict') return conflict;
    logCounted('PartnersLocked', 'Partner locked', { partnerId, keyId: actor.id }, now);
    return partner;
  });
}

/** For the operator, who has looked at what was changed. Payments stay paused until he resumes them. */
export async function unlockPartner(
  table: Table,
  { partnerId, actor, now }: Given,
): Promise<PartnerRecord | Refusal> {
  return retryConflict(async () => {
    const found = await partnerStore(table).find(partnerId);
    if (!found) return fail('partner_not_found');
    const partner = unlockSettings(found);
    if (partner === found) return found;
    const entry = { action: 'partner-unlocked' } as const;
    const written = await table.write(settingsChange(table, partner, { actor, now }, entry));
    return written === 'conflict' ? conflict : partner;
  });
}
