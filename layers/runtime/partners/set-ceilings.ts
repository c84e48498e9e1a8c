/** Setting ceilings of payments, as an operator, with the audit entry in one transaction. */
import { type Failure, fail } from '@billhook/core/base/errors';
import { moneyText } from '@billhook/core/base/money';
import { type Actor, type AuditDetail, DEPLOYMENT } from '@billhook/core/partner/audit';
import { newCeiling, setCeilingOf } from '@billhook/core/payment/ceilings';
import { type CeilingName, ceilingNames } from '@billhook/core/payment/withheld';
import { partnerStore } from '../stores/partner-store.ts';
import { pauseStore } from '../stores/pause-store.ts';
import { attemptWrite, retryConflict } from '../table/retry-conflict.ts';
import type { Table, Write } from '../table/types.ts';
import { auditEntry } from './audit.ts';
import { settingsNoted } from './settings-change.ts';

/** Cents, or off; `default` is what holds where nothing is set. */
export type CeilingChange = Readonly<Partial<Record<CeilingName, number | 'off' | 'default'>>>;

type Given = {
  /** Of all partners, where it is left out. */
  readonly partnerId?: string;
  readonly change: CeilingChange;
  readonly actor: Actor;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

/** `unchanged` when it is as asked for already: then nothing is written. */
export async function setCeilings(
  table: Table,
  given: Given,
): Promise<'changed' | 'unchanged' | Failure<'partner_not_found' | 'request_conflict'>> {
  const { partnerId, change } = given;
  return retryConflict(async () => {
    if (partnerId !== undefined && !(await partnerStore(table).find(partnerId)))
      return fail('partner_not_found');
    const standing = await pauseStore(table).find();
    const names = ceilingNames.filter((name) => {
      const set = setCeilingOf(standing, { name, partnerId });
      const now = set ? (set.cents ?? 'off') : 'default';
      return change[name] !== undefined && change[name] !== now;
    });
    if (names.length === 0) return 'unchanged' as const;
    return attemptWrite(table, 'changed' as const, [
      changeOf(table, names, given),
      ...(await auditOf(table, names, given)),
    ]);
  });
}

/** One write: a transaction may name an item once. */
function changeOf(
  table: Table,
  names: readonly CeilingName[],
  { partnerId, change, actor, now }: Given,
): Write {
  return pauseStore(table).setCeilings(
    names.map((name) => {
      const asked = change[name];
      const cents = typeof asked === 'number' ? asked : undefined;
      const ceiling = asked === 'default' ? undefined : newCeiling(cents, actor.id, now);
      return { scope: { name, partnerId }, ceiling };
    }),
  );
}

/** A partner is told what was set for it. */
async function auditOf(
  table: Table,
  names: readonly CeilingName[],
  { partnerId, change, actor, now }: Given,
): Promise<Write[]> {
  const textOf = (value: number | string | undefined) =>
    typeof value === 'number' ? moneyText(value) : String(value);
  const detail: AuditDetail = Object.fromEntries(names.map((name) => [name, textOf(change[name])]));
  const entry = { action: 'limits-changed', detail } as const;
  if (partnerId !== undefined) return settingsNoted(table, { partnerId, actor, now }, entry);
  return [auditEntry({ partnerId: DEPLOYMENT, actor, now, ...entry })];
}
