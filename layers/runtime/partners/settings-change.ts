/** A change of a partner's settings: its record, its audit entries and what the partner is told of it. */
import type { Failure } from '@billhook/core/base/errors';
import type { EventDraft } from '@billhook/core/events/event';
import type { Actor, AuditAction, AuditDetail } from '@billhook/core/partner/audit';
import { refusedByLock } from '@billhook/core/partner/lock';
import type { PartnerRecord } from '@billhook/core/partner/partner';
import { partnerStore } from '../stores/partner-store.ts';
import type { Table, Write } from '../table/types.ts';
import { auditEntry } from './audit.ts';

type By = {
  readonly actor: Actor;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

type Entry = { readonly action: AuditAction; readonly detail?: AuditDetail };

/** The writes of one transaction. `partner` is the record as it is to be, one version further. */
export function settingsChange(
  table: Table,
  partner: PartnerRecord,
  { actor, now }: By,
  ...entries: readonly Entry[]
): Write[] {
  const { _id: partnerId } = partner;
  return [
    partnerStore(table).save(
      partner,
      entries.map((entry) => settingsEvent(partnerId, actor, entry)),
    ),
    ...entries.map((entry) => auditEntry({ partnerId, actor, now, ...entry })),
  ];
}

/** The same for a setting that stands in a record of its own: the partner's record counts the events. */
export async function settingsNoted(
  table: Table,
  { partnerId, ...by }: By & { readonly partnerId: string },
  entry: Entry,
): Promise<Write[]> {
  const partner = await partnerStore(table).get(partnerId);
  return settingsChange(table, { ...partner, version: partner.version + 1 }, by, entry);
}

/** The same for whom the lock holds up: a key's change is refused while it stands. */
export async function settingsAsked(
  table: Table,
  { partnerId, ...by }: By & { readonly partnerId: string },
  entry: Entry,
): Promise<Write[] | Failure<'settings_locked'>> {
  const partner = await partnerStore(table).get(partnerId);
  const refused = refusedByLock(partner, by.actor);
  if (refused) return refused;
  return settingsChange(table, { ...partner, version: partner.version + 1 }, by, entry);
}

/** Who an operator is, is the operator's affair. */
function settingsEvent(partnerId: string, actor: Actor, { action, detail }: Entry): EventDraft {
  return {
    type: 'partner.settings-changed',
    resource: { type: 'partner', id: partnerId },
    data: { action, by: actor.kind, ...(detail && { detail }) },
  };
}
