/** Whether a failed call may have given a company its user's credentials (decision: one-login-a-round). */

/**
 * What a connector throws when it has given the company no credentials: the company was not reached, or
 * broke off before it asked for them. Only then is the call made again by itself. Any other error counts
 * as a login that may have been tried.
 */
export class NothingTried extends Error {
  override readonly name = 'NothingTried';
  /** When the company says that it can be reached again, if it does. */
  readonly retryAfterSeconds: number | undefined;

  constructor(retryAfterSeconds?: number) {
    super();
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** By its name: a connector may come with a copy of this file. */
export function isNothingTried(error: unknown): boolean {
  return error instanceof Error && error.name === 'NothingTried';
}

/** How a workflow knows the error of a task that may have tried the credentials. */
export const MAY_HAVE_TRIED = 'MayHaveTried';

/** The failure of a call that may have tried the credentials; it says and shows what its cause does. */
export class MayHaveTried extends Error {
  override readonly name = MAY_HAVE_TRIED;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : '', { cause });
    if (cause instanceof Error) this.stack = cause.stack;
  }
}

/** The login of one round of a link: each answer of the user begins another. */
export type LoginAttempt = {
  /** Which run of the task made it. */
  readonly id: string;
  readonly begunAt: string;
  /** The company took the credentials. */
  readonly verified?: true;
};
