/**
 * The life of one operation: it begins once, is repeated from its record, is fenced if it never came, and
 * ends. The kit's server and a deployment's workers keep their own records and leases; the rules of what
 * may follow are these for both.
 */
import type { Step } from './fields.ts';
import type { OperationState } from './operations.ts';
import type { ProblemCode } from './problems.ts';

export type Result = { readonly kind: string };

/** What every record of an operation has, wherever it is kept. */
export type Operation = {
  readonly name: string;
  readonly operation: string;
  /** A keyed hash of the request; missing where it was looked for before it came, and is refused. */
  readonly fingerprint?: string;
  readonly round?: number;
  /** The step that it is at, until it ends. */
  readonly step?: Step;
  /** Rises with each change. */
  readonly sequence: number;
  /** Missing until it ends. */
  readonly result?: Result;
  readonly secrets?: string;
};

/** How a record without a result stands, by its lease. */
export type Standing =
  /** A worker has it. */
  | 'at-it'
  /** A worker is going to take it. */
  | 'waits'
  /** It may be given out again. */
  | 'lost'
  /** Its worker is gone, and it isn't given out again: this is its result. */
  | { readonly gone: Result };

export type Request =
  | ({ readonly do: 'begin' } & Required<Pick<Operation, 'name' | 'operation' | 'fingerprint'>> &
      Pick<Operation, 'round'>)
  | { readonly do: 'poll' }
  | {
      readonly do: 'find';
      /** Whether the company can be asked about it. */
      readonly canAsk: boolean;
      /** Whether a payment may be returned. */
      readonly mayReturn: boolean;
    }
  | { readonly do: 'end'; readonly result: Result };

export type Next =
  /** A new record takes the place of the old one, if there is one. */
  | { readonly kind: 'begins' }
  /** The answer is the record as it is. */
  | { readonly kind: 'stands' }
  | { readonly kind: 'given-again' }
  /** It ends with this result, under the version that was read, even if it never came. */
  | { readonly kind: 'ends'; readonly result: Result }
  /** The answer to a question about it. Nothing changes. */
  | { readonly kind: 'says'; readonly result: Result }
  /** The company has to be asked. */
  | { readonly kind: 'asks' }
  | { readonly kind: 'refused'; readonly problem: ProblemCode };

const stands = { kind: 'stands' } as const;
const begins = { kind: 'begins' } as const;
const anotherBody = { kind: 'refused', problem: 'another_body' } as const;
const neverTaken: Result = { kind: 'never-taken' };
const notKnown: Result = { kind: 'not-known' };

/** @param standing of a record without a result. */
export function next(
  record: Operation | undefined,
  request: Request,
  standing: Standing | undefined,
): Next {
  switch (request.do) {
    case 'begin':
      return record ? afterBegin(record, request, standing) : begins;
    case 'poll':
      return record ? afterPoll(record, standing) : { kind: 'refused', problem: 'not_found' };
    case 'find':
      return afterFind(record, request, standing);
    case 'end':
      return !record?.result || replaces(record.result, request.result)
        ? { kind: 'ends', result: request.result }
        : stands;
  }
}

function afterBegin(
  record: Operation,
  asked: Extract<Request, { do: 'begin' }>,
  standing: Standing | undefined,
): Next {
  const { name, fingerprint, operation, round: at = 1, result } = record;
  // It was looked for before it came: whatever it says, it is refused.
  if (fingerprint === undefined) return stands;
  if (name !== asked.name) return anotherBody;
  const { round = 1 } = asked;
  if (name === 'logIn' && round !== at) {
    const isNext = round === at + 1 && result?.kind === 'mfa-required';
    return isNext ? begins : { kind: 'refused', problem: 'stale_round' };
  }
  if (operation !== asked.operation || fingerprint !== asked.fingerprint) return anotherBody;
  return isRepeated(record, standing) ? begins : stands;
}

/** A login or a reading that came to nothing. Never what moves money. */
function isRepeated({ name, result }: Operation, standing: Standing | undefined): boolean {
  if (movesMoney(name)) return false;
  if (!result) return name === 'listBills' && typeof standing === 'object';
  const { kind, tried } = result as Result & { readonly tried?: boolean };
  return kind === 'failed' && (tried === false || name === 'listBills');
}

function afterPoll({ result }: Operation, standing: Standing | undefined): Next {
  if (result) return stands;
  if (standing === 'lost') return { kind: 'given-again' };
  return typeof standing === 'object' ? { kind: 'ends', result: standing.gone } : stands;
}

function afterFind(
  record: Operation | undefined,
  { canAsk, mayReturn }: Extract<Request, { do: 'find' }>,
  standing: Standing | undefined,
): Next {
  const isFinal = ({ kind }: Result) =>
    kind !== 'unknown' && kind !== 'accepted' && !(mayReturn && kind === 'paid');
  let known = record?.result;
  if (!known) {
    if (standing === 'at-it') return { kind: 'says', result: notKnown };
    // No worker has it, and from here on none may take it.
    if (typeof standing !== 'object') return { kind: 'ends', result: neverTaken };
    if (isFinal(standing.gone)) return { kind: 'ends', result: standing.gone };
    known = standing.gone;
  }
  if (!canAsk || isFinal(known)) return { kind: 'says', result: asFound(known) };
  return { kind: 'asks' };
}

/**
 * A submission ends as `unknown`, and a question about it as `not-known`. One that could not log in asked
 * the company for nothing, and is closed.
 */
export function asFound({ kind, ...rest }: Result): Result {
  if (kind === 'not-logged-in') return neverTaken;
  return kind === 'unknown' ? notKnown : { kind, ...rest };
}

/** With its outcome. A secret goes with the outcome that it came with. */
export function endedWith<R extends Operation>(record: R, result: Result, secrets?: string): R {
  const { secrets: _before, ...rest } = record;
  const sequence = record.sequence + 1;
  return { ...rest, result, sequence, ...(secrets !== undefined && { secrets }) } as R;
}

/** The result of an operation whose worker is gone. Whether committed money was taken isn't known. */
export function resultOfGone(
  record: Pick<Operation, 'name'> & { readonly tried?: boolean; readonly committed?: unknown },
): Result {
  const { name, tried = false, committed } = record;
  const fault = { source: 'connector' as const };
  if (movesMoney(name)) return { kind: committed ? 'unknown' : 'never-taken', ...{ fault } };
  if (/^(?:find|cancel)/.test(name)) return { kind: 'not-known', ...{ fault } };
  return { kind: 'failed', ...{ tried, fault } };
}

export function movesMoney(name: string): boolean {
  return name === 'pay' || name === 'swap';
}

/**
 * Outcomes of a payment that another may still follow. A payment that was returned, declined or held stays
 * so, and `not-logged-in` closes a submission: the company was asked for nothing. A payment that was taken
 * is never denied, whatever was said before.
 */
const mayBecome: Readonly<Record<string, readonly string[]>> = {
  unknown: ['paid', 'accepted', 'declined', 'returned', 'held', 'never-taken', 'completed'],
  accepted: ['paid', 'declined', 'returned', 'held', 'never-taken'],
  paid: ['returned'],
  'never-taken': ['paid', 'accepted', 'completed'],
};

function replaces(known: Result, found: Result): boolean {
  return mayBecome[known.kind]?.includes(found.kind) ?? false;
}

/** The body of a response, of a poll, and of a report. */
export function stateOf(
  { operation, sequence, result, secrets, step }: Operation,
  askAgainAfterSeconds = 2,
): OperationState {
  const about = { operation, sequence };
  return result
    ? { ...about, state: 'done', result, ...(secrets && { secrets }) }
    : { ...about, state: 'running', askAgainAfterSeconds, ...(step && { step }) };
}

/**
 * The part of a request that has to be the same when it comes again, as text. The rest may differ, such as
 * whether the user is there, or a card's code, which isn't kept.
 */
export function sameness(
  name: string,
  asked: { readonly document?: object; readonly secrets?: unknown },
): string {
  const { company, auth, round, accountKey, amount } = (asked.document ?? {}) as Members;
  const { form, method } = (asked.secrets ?? {}) as Members;
  if (name === 'logIn') return sorted({ company, auth, round, form });
  if (name === 'listBills') return sorted({ company, auth, form });
  const { cardCode: _code, ...same } = (method ?? {}) as Members;
  return sorted({ company, auth, accountKey, amount, method: same });
}

type Members = Readonly<Record<string, unknown>>;

/** JSON with members in the order of their names. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
