/** What a check is, and what comes of it. */
import type { Capabilities, Scenario, TestLogin } from '../protocol/manifest.ts';
import type { Probe } from './probe.ts';

export type Check = {
  /** `wire.replay`: it stays what it is, since lists of expected failures name it. */
  readonly id: string;
  /** What holds if it passes. */
  readonly proves: string;
  /** What goes wrong if it does not. */
  readonly why: string;
  /** Not run without test logins for these. */
  readonly logins?: readonly Scenario[];
  /** Not run unless the connector can do this. */
  readonly can?: (capabilities: Capabilities) => boolean;
  /** Without it, the connector works, less well: a warning. */
  readonly onlyWarns?: true;
  /** It tries a wrong password, which companies count. */
  readonly triesWrong?: true;
  /**
   * @param wrong the logins of `wrong-password` that this check may try, where it `triesWrong`.
   * @returns what to say of a check that holds, if anything.
   * @throws CheckFailed when it does not hold.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most checks have nothing to say.
  readonly run: (probe: Probe, wrong: readonly TestLogin[]) => Promise<string | void>;
};

export type Verdict = 'PASS' | 'WARN' | 'FAIL' | 'SKIP';

export type CheckResult = Pick<Check, 'id' | 'proves' | 'why'> & {
  readonly verdict: Verdict;
  /** What was seen, or why it was not run. */
  readonly detail?: string;
  /** The failure was expected, and why. */
  readonly expected?: string;
  readonly milliseconds: number;
};

export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}

/** Thrown by a check that finds out that it can't be run. */
export class CheckSkipped extends Error {
  override readonly name = 'CheckSkipped';
}

export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new CheckFailed(otherwise);
}
