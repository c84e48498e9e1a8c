/** Audit entries: written in the transaction of the change that they tell of, and never changed. */
import { randomBytes } from 'node:crypto';
import { instantText } from '@billhook/core/base/dates';
import { randomText } from '@billhook/core/base/ids';
import { auditPartition } from '@billhook/core/base/table-keys';
import type {
  Actor,
  AuditAction,
  AuditDetail,
  AuditRecord,
  ConsentAction,
} from '@billhook/core/partner/audit';
import type { Table, Write } from '../table/types.ts';

/** Tells two changes of the same millisecond apart. */
const OWN_LENGTH = 8;

type Entry = Omit<Given, 'partnerId' | 'action'> & {
  readonly action: AuditAction | ConsentAction;
};

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
export function auditEntry({ partnerId, ...entry }: Given): Write {
  return entryOf(partnerId, entry);
}

/** The same of a client: users are many, and are not mixed with the settings of their partner. */
export function clientAuditEntry(
  clientId: string,
  entry: Omit<Entry, 'action'> & { readonly action: ConsentAction },
): Write {
  return entryOf(clientId, entry);
}

function entryOf(ownerId: string, { actor, action, now, detail }: Entry): Write {
  const at = instantText(now);
  const record: AuditRecord = { at, actor, action, ...(detail && { detail }) };
  const sk = `${at}#${randomText(OWN_LENGTH, randomBytes)}`;
  return { put: { pk: auditPartition(ownerId), sk, ...record }, when: { absent: true } };
}

/** The entries of a partner, a client, or the deployment, the oldest first. */
export async function listAudit(table: Table, ownerId: string): Promise<AuditRecord[]> {
  const entries: AuditRecord[] = [];
  let after: Record<string, string> | undefined;
  do {
    const rows = await table.query<AuditRecord>({ partition: auditPartition(ownerId), after });
    for (const { at, actor, action, detail } of rows.items) {
      entries.push({ at, actor, action, ...(detail && { detail }) });
    }
    after = rows.next;
  } while (after);
  return entries;
}
