/** A link while its login, or the reading of its bills, is running at the company (decision: calls-that-run). */

import { withRunningLink } from '@billhook/core/auth/running-link';
import type { Running } from '@billhook/core/company/connector';
import { type ReportWait, reportWait } from '@billhook/core/company/running';
import type { Reach } from '../companies/reach.ts';
import type { CompanySession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { runningStore } from '../stores/running-store.ts';
import { recordFailedLink } from './record.ts';
import { changeKeeping } from './record-login.ts';

type Deps = Pick<Stores, 'table' | 'auths'> & Pick<Reach, 'vault'>;
type LinkIds = { readonly authId: string; readonly linkId: string };

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
  const recorded = await changeKeeping(
    deps,
    ids,
    {
      change: (auth) => withRunningLink(auth, said, which, machineNow),
      // Those who watch the link are told; its copies in bills tell nothing of that.
      save: (auth, before) => [
        deps.auths.save(auth, before),
        runningStore(deps.table).begin({ ...which, ...said }, machineNow),
      ],
      opened,
    },
    machineNow,
  );
  const running = recorded?.link?.running;
  if (!recorded) return { outcome: 'superseded' };
  if (running?.call !== call) throw new Error('Another run of the task finished first');
  const { timeouts } = connector.capabilities(company);
  const wait = reportWait(running, said, timeouts, machineNow);
  if (wait) return { outcome: wait.kind, waitSeconds: wait.waitSeconds };
  const held = await recordFailedLink(deps, ids, 'job-timeout', machineNow);
  return { outcome: held ? 'hold' : 'superseded' };
}
