/**
 * The life of one operation: begun once, repeated from what is stored, fenced where it never came, and
 * ended. Whoever keeps the records, and however workers hold them, what may follow what is decided here.
 */
import type { Step } from './fields.ts';
import type { OperationState } from './operations.ts';
import type { ProblemCode } from './problems.ts';

export type Result = { readonly kind: string };

/** What every record of an operation has, wherever it is kept. */
export type Operation = {
  readonly name: string;
  readonly operation: string;
  /** What was asked for, as a keyed hash. Nothing: it was looked for before it came, and is refused. */
  readonly fingerprint?: string;
  readonly round?: number;
  /** What is being done, while it goes on. */
  readonly step?: Step;
  /** Rises with each change. */
  readonly sequence: number;
  /** Nothing while it goes on. */
  readonly result?: Result;
  readonly secrets?: string;
};

/** How one without a result stands: whoever keeps it knows by its lease. */
export type Standing =
  /** Somebody has it. */
  | 'at-it'
  /** Somebody is going to take it. */
  | 'waits'
  /** It may be given out again. */
  | 'lost'
  /** Whoever had it is gone, and nobody does it again: it has come to this. */
  | { readonly gone: Result };

export type Request =
  | ({ readonly do: 'begin' } & Required<Pick<Operation, 'name' | 'operation' | 'fingerprint'>> &
      Pick<Operation, 'round'>)
  | { readonly do: 'poll' }
  | {
      readonly do: 'find';
      /** Whether somebody can be asked what became of it. */
      readonly canAsk: boolean;
      /** Whether what was paid may come back. */
      readonly mayReturn: boolean;
    }
  | { readonly do: 'end'; readonly result: Result };

export type Next =
  /** A new record follows the one that stands, if one does. */
  | { readonly kind: 'begins' }
  /** The record as it stands is what is told. */
  | { readonly kind: 'stands' }
  | { readonly kind: 'given-again' }
  /** It comes to this, under the version that was read; what was looked for and never came, too. */
  | { readonly kind: 'ends'; readonly result: Result }
  /** Told to whoever looks for it. Nothing changes. */
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
    // Nobody has it: from here on nobody may take it.
    if (typeof standing !== 'object') return { kind: 'ends', result: neverTaken };
    if (isFinal(standing.gone)) return { kind: 'ends', result: standing.gone };
    known = standing.gone;
  }
  if (!canAsk || isFinal(known)) return { kind: 'says', result: asFound(known) };
  return { kind: 'asks' };
}

/**
 * `unknown` is what a submission says; who asks about one gets `not-known`. One that could not log in
 * asked the company for nothing, and is closed.
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

/** What is said of one that nobody is at any more: of money that was committed, nobody knows. */
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
 * What may still follow an outcome of money. One that came back, was declined or held stays so, and
 * `not-logged-in` closes a submission: nothing was asked of the company. What was taken is never denied,
 * whatever was said before.
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
 * What makes a request another one, as text: whatever else is in it, such as who is there or a code that
 * nobody keeps, may differ when it comes again.
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
