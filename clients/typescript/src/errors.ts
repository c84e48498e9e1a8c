/** What a call can come to other than its value. */
import type { ErrorCode } from './generated/schemas.ts';

/** One field that was wrong: `form.dueDate`, `cards.0.expMonth`. */
export type FieldError = {
  readonly field: string;
  readonly code: string;
  readonly message: string;
};

type About = {
  /** As in the API's description: `payment.schedulePayment`. */
  readonly operation: string;
  /** How often the request was sent. */
  readonly attempts: number;
  /** What the request was sent with. With it, the same call can be made again without a second effect. */
  readonly idempotencyKey?: string;
};

/** Whatever a call rejects with, unless it was aborted or called wrongly. */
export class BillhookError extends Error {
  readonly operation: string;
  readonly attempts: number;
  readonly idempotencyKey?: string;

  constructor(message: string, about: About, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.operation = about.operation;
    this.attempts = about.attempts;
    if (about.idempotencyKey !== undefined) this.idempotencyKey = about.idempotencyKey;
  }
}

/** The shape of an error's body. */
export type Problem = {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly requestId: string;
  readonly errors?: readonly FieldError[];
};

/** The service refused the request, or failed at it. */
export class ApiError<C extends string = ErrorCode> extends BillhookError {
  readonly status: number;
  /** From a closed set. A newer service may have codes that these types don't know. */
  readonly code: C;
  readonly title: string;
  /** For the operator, if you ask what happened. */
  readonly requestId: string;
  /** What was wrong with which field. */
  readonly fields: readonly FieldError[];
  /** When the request may be sent again, if the service said so. */
  readonly retryAfterSeconds?: number;

  constructor(
    status: number,
    problem: Problem,
    about: About & { readonly retryAfterSeconds?: number },
  ) {
    const fields = problem.errors ?? [];
    const wrong = fields.map(({ field, message }) => ` ${field}: ${message}.`).join('');
    super(`${problem.code}: ${problem.detail}${wrong} (request ${problem.requestId})`, about);
    this.status = status;
    this.code = problem.code as C;
    this.title = problem.title;
    this.requestId = problem.requestId;
    this.fields = fields;
    if (about.retryAfterSeconds !== undefined) this.retryAfterSeconds = about.retryAfterSeconds;
  }
}

/** There was no answer: the request may have been carried out, or not. `cause` says what happened. */
export class ConnectionError extends BillhookError {
  /** Nothing came within `timeoutSeconds`. */
  readonly timedOut: boolean;

  constructor(message: string, about: About & { readonly timedOut: boolean }, cause: unknown) {
    super(message, about, cause);
    this.timedOut = about.timedOut;
  }
}

/** Something answered that is not the service: a proxy, or another server at its address. */
export class UnexpectedAnswerError extends BillhookError {
  readonly status: number;

  constructor(status: number, about: About) {
    super(`${about.operation} got ${status} with a body that is not the service's`, about);
    this.status = status;
  }
}
