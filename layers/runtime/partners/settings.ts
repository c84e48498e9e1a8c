/** Making partners and changing their settings, each with its audit entries in one transaction. */
import { randomBytes } from 'node:crypto';
import { instantText } from '@billhook/core/base/dates';
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import { newRootId } from '@billhook/core/base/ids';
import type { Actor } from '@billhook/core/partner/audit';
import { newPartner, type PartnerRecord } from '@billhook/core/partner/partner';
import { newPause } from '@billhook/core/partner/payment-pause';
import { changePartnerSettings, type SettingsChange } from '@billhook/core/partner/settings';
import { apiKeyRecord, newApiKey } from '../callers/api-keys.ts';
import type { Peppers } from '../callers/pepper.ts';
import { endpointQueueStore } from '../stores/endpoint-queue-store.ts';
import { partnerStore } from '../stores/partner-store.ts';
import { pauseStore } from '../stores/pause-store.ts';
import { webhookEndpointStore } from '../stores/webhook-endpoint-store.ts';
import { attemptWrite, conflict, retryConflict } from '../table/retry-conflict.ts';
import type { Table, Write } from '../table/types.ts';
import { auditEntry } from './audit.ts';
import { settingsChange } from './settings-change.ts';

type By = {
  readonly actor: Actor;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

/** A new partner and its first key, which is shown once. */
export async function createPartner(
  { table, peppers }: { readonly table: Table; readonly peppers: Peppers },
  { name, actor, now }: By & { readonly name: string },
): Promise<{ readonly partner: PartnerRecord; readonly apiKey: string }> {
  const partners = partnerStore(table);
  const partnerId = newRootId('ptn', randomBytes);
  const apiKey = newApiKey(partnerId);
  const created = instantText(now);
  const record = { ...(await apiKeyRecord(peppers, apiKey, created)), scope: 'admin' as const };
  const partner = newPartner({ partnerId, name, now: created, apiKeys: [record] });
  const by = { partnerId, actor, now };
  const result = await table.write([
    partners.save(partner),
    partners.enlist(partnerId),
    auditEntry({ ...by, action: 'partner-created', detail: { name } }),
    auditEntry({ ...by, action: 'api-key-created', detail: { keyId: record.keyId } }),
  ]);
  if (result === 'conflict') throw new Error('A new id is already taken');
  return { partner, apiKey };
}

export async function changePartner(
  table: Table,
  given: By & { readonly partnerId: string; readonly change: SettingsChange },
): Promise<PartnerRecord | Failure<'partner_not_found' | 'invalid_request' | 'request_conflict'>> {
  const { partnerId, actor, now, change } = given;
  const partners = partnerStore(table);
  return retryConflict(async () => {
    const found = await partners.find(partnerId);
    if (!found) return fail('partner_not_found');
    const changed = changePartnerSettings(found, change);
    if (isFailure(changed)) return changed;
    const brake = brakeOf(table, given);
    if (changed.entries.length === 0) {
      // A partner that was suspended before there was a brake has none until it is suspended again.
      // The partner is saved with it, so that two operators cannot undo each other's unseen.
      const same = { ...found, version: found.version + 1 };
      if (brake.length === 0) return found;
      return attemptWrite(table, same, [...brake, partners.save(same)]);
    }
    const { partner, entries } = changed;
    const resumes = found.status === 'suspended' && partner.status === 'active';
    const result = await table.write([
      ...settingsChange(table, partner, { actor, now }, ...entries),
      ...brake,
      ...(resumes ? await resumeEndpoints(table, partnerId, now) : []),
    ]);
    return result === 'conflict' ? conflict : changed.partner;
  });
}

/** A suspended partner's payments wait; they go on when it is resumed. */
function brakeOf(
  table: Table,
  { partnerId, actor, now, change }: Parameters<typeof changePartner>[1],
): Write[] {
  const scope = { kind: 'suspended', id: partnerId } as const;
  const pauses = pauseStore(table);
  if (change.status === 'suspended') return [pauses.pause(scope, newPause(actor.id, now))];
  return change.status === 'active' ? [pauses.resume(scope)] : [];
}

/** What was put aside while the partner was suspended is taken up again. */
async function resumeEndpoints(table: Table, partnerId: string, now: number): Promise<Write[]> {
  const endpoints = await webhookEndpointStore(table).list(partnerId);
  const queues = endpointQueueStore(table);
  return endpoints.map(({ _id }) => queues.resume({ endpointId: _id, partnerId }, now));
}
