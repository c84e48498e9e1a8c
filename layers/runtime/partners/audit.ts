/** Audit entries: written in the transaction of the change that they tell of, and never changed. */
import { randomBytes } from 'node:crypto';
import { instantText } from '@billhook/core/dates';
import { randomText } from '@billhook/core/ids';
import type { Actor, AuditAction, AuditDetail, AuditRecord } from '@billhook/core/partner/audit';
import { auditPartition } from '@billhook/core/table-keys';
import type { Table, Write } from '../table/types.ts';

/** Tells two changes of the same millisecond apart. */
const OWN_LENGTH = 8;

type Given = {
  /** The partner's id, or `DEPLOYMENT`. */
  readonly partnerId: string;
  readonly actor: Actor;
  readonly action: AuditAction;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly detail?: AuditDetail;
};

/** The entry as a write, to stand beside the change in one transaction. */
export function auditEntry({ partnerId, actor, action, now, detail }: Given): Write {
  const at = instantText(now);
  const record: AuditRecord = { at, actor, action, ...(detail && { detail }) };
  const sk = `${at}#${randomText(OWN_LENGTH, randomBytes)}`;
  return { put: { pk: auditPartition(partnerId), sk, ...record }, when: { absent: true } };
}

/** A partner's entries, or the deployment's, the oldest first. */
export async function listAudit(table: Table, partnerId: string): Promise<AuditRecord[]> {
  const entries: AuditRecord[] = [];
  let after: Record<string, string> | undefined;
  do {
    const rows = await table.query<AuditRecord>({ partition: auditPartition(partnerId), after });
    for (const { at, actor, action, detail } of rows.items) {
      entries.push({ at, actor, action, ...(detail && { detail }) });
    }
    after = rows.next;
  } while (after);
  return entries;
}
