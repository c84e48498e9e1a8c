/**
 * Wrong passwords: companies count them and lock accounts, so a run tries one at each login at most, and
 * signs in rightly after it where it can.
 */
import type { Manifest, TestLogin } from '../protocol/manifest.ts';
import { type Done, done, loginAsk, type Result } from './asks.ts';
import { CheckSkipped, must } from './check.ts';
import { rightLoginFor } from './directory.ts';
import type { Probe } from './probe.ts';

/** The suite's own invented faults lock nothing. */
export function countsWrongTries({ capabilities }: Pick<Manifest, 'capabilities'>): boolean {
  return capabilities.countsFailedLogins && !capabilities.inventsFaults;
}

/**
 * The logins of `wrong-password` that a check may try. With as many logins as there are checks, each has
 * its own; with fewer, the first check has them all, so that a login that is locked has a substitute.
 * @param checks the checks of this run that try a wrong password, in order.
 */
export function wrongLoginsFor(
  manifest: Manifest,
  id: string,
  checks: readonly string[],
): readonly TestLogin[] {
  const logins = (manifest.testLogins ?? []).filter((one) => one.scenario === 'wrong-password');
  if (logins.length === 0)
    throw new CheckSkipped('The manifest has no test login for wrong-password');
  if (!countsWrongTries(manifest)) return logins.slice(0, 1);
  const place = checks.indexOf(id);
  if (logins.length >= checks.length) {
    return logins.filter((_, at) => at % checks.length === place);
  }
  if (place === 0) return logins;
  throw new CheckSkipped(
    `Another wrong password could lock an account: list ${checks.length} test logins for wrong-password`,
  );
}

/**
 * Tries the logins until one of them is not locked.
 * @param look throws unless the result is the right one.
 * @returns how many were tried.
 */
export async function tryWrong(
  probe: Probe,
  logins: readonly TestLogin[],
  ask: (login: TestLogin) => Promise<Done>,
  look: (ended: Done) => void,
): Promise<string | undefined> {
  for (const [at, login] of logins.entries()) {
    const ended = await ask(login);
    const isLast = at === logins.length - 1;
    const tried = `Wrong passwords tried: ${at + 1}`;
    if (isLocked(ended.result) && !isLast) continue;
    const unlock = 'The account is locked: unlock it, or list more test logins for wrong-password';
    if (countsWrongTries(probe.manifest)) must(!isLocked(ended.result), `${tried}. ${unlock}`);
    await signInRightly(probe, login);
    look(ended);
    return countsWrongTries(probe.manifest) ? tried : undefined;
  }
  return undefined;
}

/** `hold` of a login, `held` of a payment, or what a reading or a payment says of its login. */
function isLocked({ kind, code, login }: Result): boolean {
  if (kind === 'not-logged-in') return isLocked(login as Result);
  return (kind === 'hold' || kind === 'held') && code === 'account_issue_account_locked';
}

/** Most companies forget wrong passwords once the right one came. */
async function signInRightly(probe: Probe, wrong: TestLogin): Promise<void> {
  if (!countsWrongTries(probe.manifest)) return;
  const right = await rightLoginFor(probe, wrong);
  if (right) await done(probe, 'logIn', loginAsk(right));
}
