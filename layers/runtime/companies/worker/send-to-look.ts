/**
 * Has the worker of this deployment look at its companies' pages, without a login: a message for each. It
 * takes no place of a company's limits, as nobody signs in; what an operator has paused, and what has asked
 * for time, it leaves alone (decision: looks-without-a-login).
 */
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import { companyOfConnector } from '@billhook/core/company/remote-company';
import { standingOf, type WorkOperation } from '@billhook/core/company/worker/operation';
import { companyStore } from '../../stores/company-store.ts';
import { gateStore } from '../../stores/gate-store.ts';
import { workStore } from '../../stores/work-store.ts';
import { type GivingDeps, giveOut } from './given.ts';

/** The job comes every hour, and on a developer's machine with each start besides. */
const FRESH_MILLISECONDS = 55 * 60_000;

/**
 * One that is still under way is not sent again, nor one of the last hour: there is one at most of each
 * company, however long the queue is.
 * @param deadline milliseconds since the epoch; nothing is begun after it.
 * @returns to how many.
 */
export async function sendToLook(
  deps: GivingDeps,
  connector: RegisteredConnector,
  deadline: number,
): Promise<number> {
  let count = 0;
  for (const row of connector.watches ?? []) {
    if (deps.clock() > deadline) break;
    if (await sendTo(deps, connector, row)) count += 1;
  }
  return count;
}

async function sendTo(
  deps: GivingDeps,
  connector: RegisteredConnector,
  row: string,
): Promise<boolean> {
  const { table, clock } = deps;
  const companyId = companyOfConnector(connector, row);
  // It was removed, or is another connector's by now.
  const company = await companyStore(table).findOffered(companyId);
  if (company?.connector !== connector.id) return false;
  const gates = gateStore(table);
  const [own, all] = await Promise.all([
    gates.find({ kind: 'company', id: companyId }),
    gates.find({ kind: 'connector', id: connector.id }),
  ]);
  // One whose breaker is open is looked at all the same: that says whether its page is why.
  if (own?.paused || all?.paused || (own?.coolUntil ?? 0) > clock()) return false;
  const id = `look-${row}`;
  const kept = await workStore(table).find(id);
  if (kept && isLately(kept, clock())) return false;
  const record: WorkOperation = {
    ...{ id, operation: id, name: 'look', company: row, auth: '', attended: false },
    ...{ sequence: (kept?.sequence ?? 0) + 1, attempt: 0, sentAt: 0, sentTo: 'queue' },
    version: kept?.version ?? 0,
  };
  return (await giveOut(deps, record, { request: { document: { company: row } } })) !== undefined;
}

function isLately(kept: WorkOperation, now: number): boolean {
  if (kept.result) return now - kept.sentAt < FRESH_MILLISECONDS;
  return ['at-it', 'waits'].includes(standingOf(kept, now) as string);
}
