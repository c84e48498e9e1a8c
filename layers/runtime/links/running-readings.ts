/**
 * A daily reading while its company is at it: a message asks about it in a while (decision: calls-that-run).
 * No workflow waits, so that no heartbeat could wake one: that a worker is gone, the next message finds.
 */
import type { AuthRecord } from '@billhook/core/auth/auth';
import type { Running } from '@billhook/core/company/connector';
import type { GateWait } from '@billhook/core/company/gate/gate';
import { goOnRunning, pollSeconds, type RunningCall } from '@billhook/core/company/running';
import type { AwsClients } from '../aws/clients.ts';
import { logWarning } from '../aws/logger.ts';
import { openQueues } from '../aws/queues.ts';
import { withKept } from '../companies/kept-sessions.ts';
import type { Reach } from '../companies/reach.ts';
import type { CompanySession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { runningStore } from '../stores/running-store.ts';
import { askLater } from './queue-readings.ts';

type Deps = Stores & Reach & { readonly aws: AwsClients };

type Goes =
  | {
      readonly said: Running;
      readonly call: 'logIn' | 'listBills';
      readonly opened: CompanySession;
    }
  /** Nobody could be asked: its company's gate is shut. */
  | { readonly wait: GateWait };

/**
 * Written under the version that was read. What has run for too long is left to the reading that was
 * planned when this one began.
 */
export async function goOnLater(
  deps: Deps,
  auth: AuthRecord,
  goes: Goes,
  machineNow: number,
): Promise<false> {
  const { said, which, opened } = partsOf(auth, goes);
  const reading = goOnRunning(auth.refresh?.running, said, which, machineNow);
  const company = opened?.company ?? (await deps.companies.find(auth.company._id));
  const { timeouts } = (company && deps.connectorOf(company).capabilities(company)) ?? {};
  const waitSeconds = pollSeconds(reading, said, timeouts, machineNow);
  if (waitSeconds === undefined) {
    const ids = { authId: auth._id, companyId: auth.company._id };
    logWarning('A company did not respond in time', ids);
  }
  const running = waitSeconds === undefined ? undefined : reading;
  const next = { ...auth, ...(auth.refresh && { refresh: { ...auth.refresh, running } }) };
  const kept = await withKept(deps, next, opened, machineNow);
  const written = await deps.table.write([
    deps.auths.save(kept.auth, auth),
    ...kept.writes,
    runningStore(deps.table).beginByMessages(reading, machineNow),
  ]);
  // The user links the account, or somebody else reads it: they know more.
  if (written === 'written' && waitSeconds !== undefined)
    await askLater(openQueues(deps.aws), auth, reading.asked, waitSeconds);
  return false;
}

type Parts = {
  readonly said: Running;
  readonly which: Pick<RunningCall, 'call' | 'connector'>;
  readonly opened?: CompanySession;
};

function partsOf({ refresh }: AuthRecord, goes: Goes): Parts {
  if ('said' in goes) {
    const { said, call, opened } = goes;
    return { said, which: { call, connector: opened.company.connector }, opened };
  }
  const reading = refresh?.running;
  if (!reading) throw new Error('Nothing is running');
  const { operation } = reading;
  return { said: { kind: 'running', operation, askAgainAt: goes.wait.until }, which: reading };
}
