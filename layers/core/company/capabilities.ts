/** What a connector can say of a company without asking it. */
import type { CompanyLimits } from './gate/limits.ts';

/** What a connector can say of a company. */
export type Capabilities = {
  /** Days in which the company shows a payment in its balance, or among its payments. */
  readonly postingDays: number;
  /** Whether the company names its statements, so that one is known when its due date moves. */
  readonly namesStatements: boolean;
  /**
   * How often the company issues a statement, where that is more often than monthly: a due date that
   * moves is another statement sooner then.
   */
  readonly billsEvery?: 'week';
  /**
   * `false`: the company shows no payments at all, neither listed nor as the last one. Another statement
   * after the posting time is taken as proof then that a payment arrived.
   */
  readonly showsPayments?: false;
  /** Whether the company takes a card only with its code. */
  readonly needsCardCode: boolean;
  /** Whether the company counts failed logins, and locks accounts for too many. */
  readonly countsFailedLogins: boolean;
  /** How often the company may be reached; without any, as often as there is something to do. */
  readonly limits?: CompanyLimits;
  /** Its users choose what goes wrong, as in the sandbox: it says nothing about the company. */
  readonly inventsFaults?: true;
  /**
   * How the money gets to the company: the user's method is entered there, a network debits the user's
   * bank account, or the operator's balance at a network pays. Left out, it is the first.
   */
  readonly funding?: 'method-at-company' | 'pulled' | 'prefunded';
  /** Days after `paid` within which a payment may still be returned. Left out, none is. */
  readonly returnsWithinDays?: number;
  /**
   * Whether `findPayment` needs no login form: it is asked with an empty one once the account is
   * unlinked.
   */
  readonly findsWithoutLogin?: boolean;
  /**
   * Its connector looks at the company's page every hour, and tells when that has changed. Of such a
   * company it is counted how sessions end: a browser is what costs there.
   */
  readonly looks?: true;
  /** Whether a payment that was accepted can be cancelled. */
  readonly cancels?: boolean;
  /** Seconds after which what is still running counts as failed, or unknown where money is at stake. */
  readonly timeouts?: RunningTimeouts;
};

/** 600 of what is left out; at most 1,800. */
export type RunningTimeouts = {
  readonly login?: number;
  readonly bills?: number;
  readonly payment?: number;
  readonly swap?: number;
};
