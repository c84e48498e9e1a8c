/** Whose fault it is that a session at a company came to nothing. */

import type { HoldCode, HoldSubcode } from '../../schemas/hold-codes.ts';
import type {
  FaultSource,
  FoundPayment,
  LoginOutcome,
  NotLoggedIn,
  PartialBills,
  SubmittedPayment,
  SwapOutcome,
} from '../connector.ts';
import { isNothingTried, type NothingTried } from '../nothing-tried.ts';

export type SessionOutcome = 'success' | FaultSource;

/** What one call of a connector says of the company. */
export type CallOutcome = {
  readonly outcome: SessionOutcome;
  /** The company takes us for a machine, and wants us to stay away. */
  readonly blocked?: true;
  /** The company said when to come again. */
  readonly retryAfterSeconds?: number;
};

type Result =
  | NotLoggedIn
  | LoginOutcome
  | SubmittedPayment
  | FoundPayment
  | SwapOutcome
  | PartialBills
  | readonly unknown[]
  | undefined;

const success: CallOutcome = { outcome: 'success' };

const subcodeFaults: Readonly<Record<HoldSubcode, CallOutcome>> = {
  'invalid-credentials': { outcome: 'user' },
  'no-mfa-response-received': { outcome: 'user' },
  'invalid-mfa': { outcome: 'user' },
  'unanswered-mfa-question': { outcome: 'user' },
  'selector-not-found': { outcome: 'connector' },
  'navigation-error': { outcome: 'connector' },
  'captcha-failure': { outcome: 'connector', blocked: true },
  'proxy-failure': { outcome: 'connector', blocked: true },
  'issue-unidentified': { outcome: 'connector' },
  'job-timeout': { outcome: 'company' },
  'known-system-error': { outcome: 'company' },
};

/** Holds without a subcode that are the company's own. */
const companyHolds: ReadonlySet<HoldCode> = new Set([
  'system_issue_with_swap',
  'system_issue_with_bill',
  'system_issue_with_bill_payment',
  'provider_system_issue',
] satisfies HoldCode[]);

/** What a result says, once the call has ended. That nothing was found, or that the user has to answer first, is a good answer. */
export function outcomeOfResult(result: Result): CallOutcome {
  if (!result || !('kind' in result)) return success;
  if ('fault' in result && result.fault) return { outcome: result.fault };
  switch (result.kind) {
    case 'authenticate':
    case 'declined':
      return { outcome: 'user' };
    case 'not-logged-in':
      return outcomeOfResult(result.login);
    case 'hold':
    case 'held':
      return outcomeOfHold(result);
    case 'unknown':
      return { outcome: 'company' };
    default:
      return success;
  }
}

function outcomeOfHold({
  code,
  subcode,
}: {
  readonly code: HoldCode;
  readonly subcode?: HoldSubcode;
}): CallOutcome {
  if (subcode) return subcodeFaults[subcode];
  return { outcome: companyHolds.has(code) ? 'company' : 'user' };
}

/** What an error says: the company was not reached, or its connector broke down. */
export function outcomeOfError(error: unknown): CallOutcome {
  if (!isNothingTried(error)) return { outcome: 'connector' };
  const { retryAfterSeconds } = error as NothingTried;
  return { outcome: 'company', ...(retryAfterSeconds && { retryAfterSeconds }) };
}

/** What a session comes to, of all its calls; nothing where there were none. */
export function worstOf(calls: readonly CallOutcome[]): SessionOutcome | undefined {
  const order: readonly SessionOutcome[] = ['connector', 'company', 'operator', 'user', 'success'];
  return order.find((one) => calls.some(({ outcome }) => outcome === one));
}
