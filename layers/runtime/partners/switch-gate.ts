/** The operator's switch of a company's gate, or of a connector's, with its audit entry in one transaction. */

import type { Failure } from '@billhook/core/base/errors';
import type { GateOf, GateRecord } from '@billhook/core/company/gate/gate';
import {
  type Actor,
  type AuditAction,
  type AuditDetail,
  DEPLOYMENT,
} from '@billhook/core/partner/audit';
import { newPause } from '@billhook/core/partner/payment-pause';
import { gateStore } from '../stores/gate-store.ts';
import { attemptWrite, retryConflict } from '../table/retry-conflict.ts';
import type { Table } from '../table/types.ts';
import { auditEntry } from './audit.ts';

type Given = {
  readonly gate: GateOf;
  readonly paused: boolean;
  readonly actor: Actor;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

/**
 * A pause that stands keeps its date and its author: then nothing is written. The end of a pause closes the
 * breaker too: whoever resumes a company knows that it works again.
 */
export async function switchGate(
  table: Table,
  { gate, paused, actor, now }: Given,
): Promise<'changed' | 'unchanged' | Failure<'request_conflict'>> {
  const gates = gateStore(table);
  return retryConflict(async () => {
    const standing = await gates.find(gate);
    const opens = !paused && standing?.breaker?.state === 'open';
    if ((standing?.paused !== undefined) === paused && !opens) return 'unchanged' as const;
    const { paused: _before, breaker, ...rest } = standing ?? { version: 0 };
    const next: GateRecord = {
      ...rest,
      ...(breaker && !opens && { breaker }),
      version: rest.version + 1,
      ...(paused && { paused: newPause(actor.id, now) }),
    };
    const action: AuditAction = paused ? 'company-paused' : 'company-resumed';
    const detail: AuditDetail =
      gate.kind === 'company' ? { companyId: gate.id } : { connector: gate.id };
    return attemptWrite(table, 'changed' as const, [
      gates.save(gate, next, standing, now),
      auditEntry({ partnerId: DEPLOYMENT, actor, action, now, detail }),
    ]);
  });
}
