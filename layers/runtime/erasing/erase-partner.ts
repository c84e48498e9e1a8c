/**
 * Erasing a partner with all of its clients (decision: partners-can-be-erased). Repeated, it goes on: the
 * partner's own record goes last.
 */
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import { CLIENT_SORT_KEY, keptPartition, rootKey } from '@billhook/core/base/table-keys';
import { type Actor, DEPLOYMENT } from '@billhook/core/partner/audit';
import type { PartnerRecord } from '@billhook/core/partner/partner';
import { ceilingNames } from '@billhook/core/payment/withheld';
import { listErasure } from '../aws/erasures.ts';
import { auditEntry } from '../partners/audit.ts';
import { deleteEncryptionKey } from '../partners/encryption-keys.ts';
import type { EncryptionKms } from '../partners/encryption-kms.ts';
import { changePartner } from '../partners/settings.ts';
import { partnerStore } from '../stores/partner-store.ts';
import { pauseStore } from '../stores/pause-store.ts';
import { writeSurely } from '../table/intended-writes.ts';
import { eraseClient } from './erase-client.ts';
import type { EraseDeps, Run } from './pass-over.ts';
import type { Named, ScanPartner } from './scan-partner.ts';

export type ErasePartnerDeps = EraseDeps & {
  readonly kms: EncryptionKms;
  readonly scan: ScanPartner;
};

/** What an erased partner's clients came to. The partner is gone when none is `busy` or `left`. */
export type ErasedPartner = {
  readonly erased: number;
  /** Clients whose money is under way. */
  readonly busy: readonly string[];
  /** Clients that the sweep goes on with, or that were made while the others were erased. */
  readonly left: readonly string[];
};

type Erasing = { readonly partnerId: string; readonly actor: Actor };
type Refusal = Failure<'partner_not_found' | 'invalid_request' | 'request_conflict'>;

export async function erasePartner(
  deps: ErasePartnerDeps,
  { partnerId, actor }: Erasing,
  run: Run,
): Promise<ErasedPartner | Refusal> {
  const { table, aws } = deps;
  const now = run.clock();
  const partner = await partnerStore(table).find(partnerId);
  if (!partner) return fail('partner_not_found');
  // From here on nothing of it begins any more.
  const change = { status: 'suspended' as const };
  const suspended = await changePartner(table, { partnerId, actor, now, change });
  if (isFailure(suspended)) return suspended;
  await listErasure(aws, 'partners', { id: partnerId, at: now });
  const clients = await eraseClients(deps, { partnerId, actor }, run);
  if (clients.busy.length + clients.left.length > 0) return clients;
  await dropEncryptionKeys(deps, suspended, { actor, now });
  const late = await dropOwn(deps, partnerId);
  if (late.length > 0) return { ...clients, left: late };
  await writeSurely(table, [
    { delete: rootKey(partnerId) },
    auditEntry({
      partnerId: DEPLOYMENT,
      actor,
      action: 'partner-erased',
      now,
      detail: { partnerId },
    }),
  ]);
  return clients;
}

async function eraseClients(
  deps: ErasePartnerDeps,
  { partnerId, actor }: Erasing,
  run: Run,
): Promise<ErasedPartner> {
  const busy: string[] = [];
  const left: string[] = [];
  let erased = 0;
  for await (const item of deps.scan(partnerId)) {
    if (!isClientOf(item, partnerId)) continue;
    const { pk: clientId } = item;
    const done = await eraseClient(deps, { clientId, partnerId, actor }, run);
    if (isFailure(done)) {
      // One that is gone by now was erased by another hand.
      if (done.failure !== 'client_not_found') busy.push(clientId);
    } else if (done.erasure === 'erasing') left.push(clientId);
    else erased += 1;
  }
  return { erased, busy, left };
}

function isClientOf({ pk, sk, partnerId, ofPartner }: Named, wanted: string): boolean {
  return pk.startsWith('cl_') && sk === CLIENT_SORT_KEY && (partnerId ?? ofPartner) === wanted;
}

/** Each begins by what the sweep finds if nobody ends it. */
async function dropEncryptionKeys(
  { table, kms }: ErasePartnerDeps,
  partner: PartnerRecord,
  by: { readonly actor: Actor; readonly now: number },
): Promise<void> {
  for (const { keyId } of partner.encryptionKeys ?? []) {
    const deleted = await deleteEncryptionKey(
      { table, kms },
      { partnerId: partner._id, keyId, ...by },
    );
    if (isFailure(deleted) && deleted.failure !== 'encryption_key_not_found') {
      throw new Error('An encryption key could not be deleted');
    }
  }
}

/**
 * Its settings, endpoints, events and audit: all but its record, and what stays of payments. Answers
 * clients that the first look missed: a request that began before the partner was suspended made them.
 */
async function dropOwn({ table, scan }: ErasePartnerDeps, partnerId: string): Promise<string[]> {
  const late: string[] = [];
  for await (const item of scan(partnerId)) {
    const { pk, sk, partnerId: named } = item;
    if (named !== undefined && isClientOf(item, partnerId)) late.push(pk);
    const own = pk.startsWith(partnerId) && pk !== keptPartition(partnerId) && !(pk === sk);
    const apart = sk === partnerId && pk !== partnerId;
    const font = pk.startsWith('font_') && named === partnerId;
    if (own || apart || font) await writeSurely(table, [{ delete: { pk, sk } }]);
  }
  const pauses = pauseStore(table);
  await writeSurely(table, [pauses.resume({ kind: 'partner', id: partnerId })]);
  await writeSurely(table, [pauses.resume({ kind: 'suspended', id: partnerId })]);
  const scopes = ceilingNames.map((name) => ({ scope: { name, partnerId } }));
  await writeSurely(table, [pauses.setCeilings(scopes)]);
  return late;
}
