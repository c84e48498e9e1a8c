/** A link while its login, or the reading of its bills, is running at the company (decision: calls-that-run). */

import type { AuthRecord } from '@billhook/core/auth/auth';
import { withRunningLink } from '@billhook/core/auth/login-attempt';
import type { Running } from '@billhook/core/company/connector';
import { type ReportWait, reportWait } from '@billhook/core/company/running';
import type { Reach } from '../companies/reach.ts';
import type { CompanySession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { runningStore } from '../stores/running-store.ts';
import { type LinkIds, recordFailedLink } from './record.ts';
import { changeKeeping } from './record-login.ts';

type Deps = Pick<Stores, 'table' | 'auths'> & Pick<Reach, 'vault'>;

type Said = {
  readonly said: Running;
  readonly call: 'logIn' | 'listBills';
  readonly opened: CompanySession;
};

/**
 * `running`, `carried`: the workflow asks again after so many seconds, once it is woken, or once the worker
 * of ours that carries it has gone silent. `hold`: the user was told.
 */
type Waited =
  | { readonly outcome: ReportWait['kind']; readonly waitSeconds: number }
  | { readonly outcome: 'hold' | 'superseded' };

export async function waitForRunningLogin(
  deps: Deps,
  ids: LinkIds,
  { said, call, opened }: Said,
  machineNow: number,
): Promise<Waited> {
  const { company, connector } = opened;
  const which = { call, connector: company.connector };
  const change = (auth: AuthRecord) => withRunningLink(auth, said, which, machineNow);
  const begun = runningStore(deps.table).begin({ ...which, ...said }, machineNow);
  const recorded = await changeKeeping(deps, ids, opened, machineNow, change, [begun]);
  const running = recorded?.link?.running;
  if (!recorded) return { outcome: 'superseded' };
  if (running?.call !== call) throw new Error('Another run of the task finished first');
  const { timeouts } = connector.capabilities(company);
  const wait = reportWait(running, said, timeouts, machineNow);
  if (wait) return { outcome: wait.kind, waitSeconds: wait.waitSeconds };
  return { outcome: await recordFailedLink(deps, ids, 'job-timeout', machineNow) };
}
