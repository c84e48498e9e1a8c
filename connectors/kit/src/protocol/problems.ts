/** Problem documents (RFC 9457): what a connector answers instead of an outcome. */
import * as v from 'valibot';
import { optionally, plainText, said } from './fields.ts';

type Problem = {
  readonly status: number;
  readonly title: string;
  /** What the caller does next. */
  readonly callerDoes: string;
};

const NEVER_AGAIN = 'Not sent again; an operator is told.';
const WAIT = 'Asks nothing of the company until `Retry-After`.';

/** Every code with its status. A problem never says that money has not moved: for money it is unknown. */
export const problems = {
  malformed: {
    status: 400,
    title: 'The request is no document of the protocol.',
    callerDoes: NEVER_AGAIN,
  },
  unsupported_protocol: {
    status: 400,
    title: 'The protocol is another version.',
    callerDoes: NEVER_AGAIN,
  },
  secrets_unreadable: {
    status: 400,
    title: 'The secrets do not open, or belong to another operation.',
    callerDoes: 'Reads the manifest again, for a new key, and sends it once more.',
  },
  not_signed: {
    status: 401,
    title: 'The request has no signature that counts.',
    callerDoes: NEVER_AGAIN,
  },
  replayed: {
    status: 401,
    title: 'The nonce was seen before.',
    callerDoes: 'Signs again and sends it once more.',
  },
  clock: {
    status: 401,
    title: 'The signature is too old, or from the future.',
    callerDoes: 'Signs again and sends it once more.',
  },
  not_found: {
    status: 404,
    title: 'There is no such operation, session or path for this caller.',
    callerDoes: NEVER_AGAIN,
  },
  not_yet: {
    status: 404,
    title: 'There is no report of this day yet.',
    callerDoes: 'Asks again later.',
  },
  another_body: {
    status: 409,
    title: 'The operation or submission is known with another content.',
    callerDoes: NEVER_AGAIN,
  },
  stale_round: { status: 409, title: 'The login is at another round.', callerDoes: NEVER_AGAIN },
  gone: {
    status: 410,
    title: 'The operation is no longer kept. Only where no money moves.',
    callerDoes: 'Begins another operation.',
  },
  too_large: { status: 413, title: 'The body is longer than 256 KiB.', callerDoes: NEVER_AGAIN },
  media_type: { status: 415, title: 'The body is not JSON in UTF-8.', callerDoes: NEVER_AGAIN },
  not_supported: {
    status: 422,
    title: 'The manifest does not say that the connector can do this.',
    callerDoes: NEVER_AGAIN,
  },
  too_many: { status: 429, title: 'More than the limits of the manifest allow.', callerDoes: WAIT },
  failed: {
    status: 500,
    title: 'The connector has failed.',
    callerDoes: 'Reading: sent again. Money: looked for.',
  },
  unavailable: { status: 503, title: 'The connector can do nothing at present.', callerDoes: WAIT },
} as const satisfies Record<string, Problem>;

export type ProblemCode = keyof typeof problems;
export const problemCodes = Object.keys(problems) as ProblemCode[];

export const problemDocument = v.object({
  type: said(v.literal('about:blank'), 'Always the same.'),
  title: said(plainText(), 'For people.'),
  status: said(v.number(), 'The status of the response.'),
  code: said(v.picklist(problemCodes), 'For programs.'),
  field: optionally(plainText(), 'The member that is wrong. Never its value.'),
});

export type ProblemDocument = v.InferOutput<typeof problemDocument>;

export function problemOf(code: ProblemCode, field?: string): ProblemDocument {
  const { status, title } = problems[code];
  return { type: 'about:blank', title, status, code, ...(field !== undefined && { field }) };
}
