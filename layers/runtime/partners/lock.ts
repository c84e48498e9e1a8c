/** Locking a partner's settings and opening them again, each told and audited with it. */
import { type Failure, fail } from '@billhook/core/base/errors';
import type { Actor } from '@billhook/core/partner/audit';
import { lockSettings, unlockSettings } from '@billhook/core/partner/lock';
import type { PartnerRecord } from '@billhook/core/partner/partner';
import { partnerStore } from '../stores/partner-store.ts';
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

/** What is locked already is neither written nor told again: the first who did it stays on record. */
export function lockPartner(table: Table, given: Given): Promise<PartnerRecord | Refusal> {
  const { actor, now } = given;
  return save(table, given, 'partner-locked', (partner) => lockSettings(partner, actor.id, now));
}

/** For the operator, who has looked at what was changed. */
export function unlockPartner(table: Table, given: Given): Promise<PartnerRecord | Refusal> {
  return save(table, given, 'partner-unlocked', unlockSettings);
}

async function save(
  table: Table,
  { partnerId, actor, now }: Given,
  action: 'partner-locked' | 'partner-unlocked',
  change: (partner: PartnerRecord) => PartnerRecord,
): Promise<PartnerRecord | Refusal> {
  return retryConflict(async () => {
    const found = await partnerStore(table).find(partnerId);
    if (!found) return fail('partner_not_found');
    const partner = change(found);
    if (partner === found) return found;
    const written = await table.write(settingsChange(table, partner, { actor, now }, { action }));
    return written === 'conflict' ? conflict : partner;
  });
}
