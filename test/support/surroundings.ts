/** What calling every operation takes. The calls are those of the tests' cases, and are handed in. */
import type { Outcome } from '../../lib/client/accepted.ts';

export type Surroundings = {
  /** With `/v1`. */
  readonly baseUrl: string;
  readonly partnerId: string;
  readonly apiKey: string;
  /** Another partner of the same service. */
  readonly addPartner: () => Promise<{ readonly apiKey: string }>;
  /** A partner's own addresses, where nothing has to answer: a deployed stage takes no local ones. */
  readonly addresses?: { readonly jwks: string; readonly webhook: string };
  /** Runs a call that a case is about; `name` is the operation's, and after a comma what is special. */
  readonly observe: <T extends Outcome<unknown>>(
    name: string,
    call: () => Promise<T>,
  ) => Promise<T>;
};

/** Calls every operation once and successfully. @throws Error when a call is refused. */
export type CallEveryOperation = (around: Surroundings) => Promise<void>;
