/** Pausing and resuming payments, as an operator, with its audit entry in one transaction. */
import { type Failure, fail } from '@billhook/core/base/errors';
import { type Actor, type AuditAction, DEPLOYMENT } from '@billhook/core/partner/audit';
import { newPause, type PauseScope, pauseName } from '@billhook/core/partner/payment-pause';
import { companyStore } from '../stores/company-store.ts';
import { partnerStore } from '../stores/partner-store.ts';
import { pauseStore } from '../stores/pause-store.ts';
import { attemptWrite, retryConflict } from '../table/retry-conflict.ts';
import type { Table, Write } from '../table/types.ts';
import { auditEntry } from './audit.ts';
import { settingsNoted } from './settings-change.ts';

/** A partner's suspension is not paused or resumed here. */
export type OperatorScope = Exclude<PauseScope, { readonly kind: 'suspended' }> & {
  readonly kind: 'everything' | 'partner' | 'company';
};

type Given = {
  readonly scope: OperatorScope;
  readonly paused: boolean;
  readonly actor: Actor;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

type Refusal = Failure<'partner_not_found' | 'company_not_found' | 'request_conflict'>;

/** `unchanged` when it is as asked for already: then nothing is written. */
export async function setPaused(
  table: Table,
  given: Given,
): Promise<'changed' | 'unchanged' | Refusal> {
  const { scope, paused, actor, now } = given;
  const pauses = pauseStore(table);
  return retryConflict(async () => {
    const missing = await checkScope(table, scope);
    if (missing) return missing;
    const standing = (await pauses.find())?.[pauseName(scope)] !== undefined;
    if (standing === paused) return 'unchanged' as const;
    const change = paused ? pauses.pause(scope, newPause(actor.id, now)) : pauses.resume(scope);
    return attemptWrite(table, 'changed' as const, [change, ...(await auditOf(table, given))]);
  });
}

async function checkScope(table: Table, scope: OperatorScope) {
  if (scope.kind === 'everything') return undefined;
  if (scope.kind === 'company') {
    return (await companyStore(table).find(scope.id)) ? undefined : fail('company_not_found');
  }
  return (await partnerStore(table).find(scope.id)) ? undefined : fail('partner_not_found');
}

/** A partner is told what was done to it; what was done to all, or at a company, is our own affair. */
async function auditOf(table: Table, { scope, paused, actor, now }: Given): Promise<Write[]> {
  const action: AuditAction = paused ? 'payments-paused' : 'payments-resumed';
  if (scope.kind === 'partner') {
    return settingsNoted(table, { partnerId: scope.id, actor, now }, { action });
  }
  const detail: Readonly<Record<string, string>> =
    scope.kind === 'company' ? { companyId: scope.id } : { payments: 'all' };
  return [auditEntry({ partnerId: DEPLOYMENT, actor, action, now, detail })];
}
