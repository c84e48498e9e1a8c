import { isLinked } from '@billhook/core/auth/auth';
import { waitSecondsOf } from '@billhook/core/auth/auth-challenge';
import { verifyAttempt } from '@billhook/core/auth/login-attempt';
import { isGateWait } from '@billhook/core/company/gate/gate';
import { openReach } from '@billhook/runtime/companies/reach';
import { fillForm } from '@billhook/runtime/links/fill-form';
import { isLoginUnderWay, logInOnce } from '@billhook/runtime/links/log-in';
import { changeKeeping, recordRefused } from '@billhook/runtime/links/record-login';
import { waitToLogIn } from '@billhook/runtime/links/wait-for-company';
import { waitForRunningLogin } from '@billhook/runtime/links/wait-for-running';
import { runQueuedTask } from '@billhook/runtime/serve/run-queued-task';
import { linkTaskInput } from '@billhook/runtime/serve/run-task';
import { openStores } from '@billhook/runtime/stores/open-stores';
import type { Outside } from '@billhook/runtime/table/outside';

const open = (outside: Outside) => {
  const { random } = outside;
  return { ...openStores(outside), ...openReach(outside), random };
};

/** `verified` goes on to the bills, which record it; every other outcome is recorded here. */
export const handler = runQueuedTask(
  { task: 'logIn', input: linkTaskInput, repeated: 'again' },
  open,
  async ({ linkId, authId }, runtime, machineNow) => {
    const auth = await runtime.auths.findAny(authId);
    if (!auth || !isLinked(auth, linkId)) {
      const known = auth?.lastLinkId === linkId && auth.status;
      return { outcome: known || 'superseded' };
    }
    // This task has asked before, and the response was lost: the company sends no second code.
    const asked = waitSecondsOf(auth);
    if (asked !== undefined) return { outcome: 'mfa-required', waitSeconds: asked };
    const ids = { authId, linkId };
    const filled = await fillForm(runtime, auth, ids);
    if (!filled) return { outcome: 'superseded' };
    const login = await logInOnce(runtime, filled, ids, machineNow);
    if (!login) return { outcome: 'superseded' };
    if (isGateWait(login)) return waitToLogIn(runtime, ids, login, machineNow);
    if (isLoginUnderWay(login)) return { outcome: 'waits', waitSeconds: login.underWaySeconds };
    if (login.outcome.kind === 'verified') {
      const { opened } = login;
      const stands = await changeKeeping(runtime, ids, opened, machineNow, verifyAttempt);
      return { outcome: stands ? 'verified' : 'superseded' };
    }
    if (login.outcome.kind === 'running') {
      const { outcome: said, opened } = login;
      if (!opened) throw new Error('Only a session knows what is running');
      return waitForRunningLogin(runtime, ids, { said, call: 'logIn', opened }, machineNow);
    }
    const said = { outcome: login.outcome, opened: login.opened };
    const recorded = await recordRefused(runtime, ids, said, filled, machineNow);
    if (!recorded) return { outcome: 'superseded' };
    const waitSeconds = waitSecondsOf(recorded);
    if (waitSeconds !== undefined) return { outcome: 'mfa-required', waitSeconds };
    // What the other run asked is answered by now: tried again, this task logs in with the answer.
    if (recorded.link) throw new Error('Another run of the task finished first');
    return { outcome: recorded.status ?? 'superseded' };
  },
);
