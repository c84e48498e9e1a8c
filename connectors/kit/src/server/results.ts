/** What an author's function returned, checked before anyone believes it, and its secrets encrypted. */
import * as v from 'valibot';
import { withoutBadBills } from '../protocol/bills.ts';
import { connection, MAX_WRONG_MEMBERS } from '../protocol/fields.ts';
import { type Result, resultOfGone } from '../protocol/machine.ts';
import { operations, type StatefulName } from '../protocol/operations.ts';
import { encryptionKey } from '../wire/keys.ts';
import { encryptSecrets } from '../wire/secrets.ts';
import type { LogEvent, OpenCaller, Opened } from './options.ts';

export type Outcome = { readonly result: Result; readonly secrets?: string };

export type Asked = {
  readonly name: StatefulName;
  readonly caller: OpenCaller;
  readonly operation: string;
  /** What a payment was asked for. */
  readonly cents?: number;
};

/** The outcome of a function of the author's. What it throws, or returns wrongly, is unclear. */
export async function outcomeOf(
  server: Opened,
  asked: Asked,
  work: () => Promise<object> | object,
): Promise<Outcome> {
  const { name, operation, caller } = asked;
  const ids = { operation, caller: caller.name };
  let returned: object;
  try {
    returned = await work();
  } catch (error) {
    tellFailure(server, error, { what: 'author-failed', ...ids, name });
    return { result: resultOfGone({ name, tried: !isNothingTried(error), committed: true }) };
  }
  const { connection: given, ...rest } = { ...returned } as { connection?: unknown };
  const read = withoutBadBills(rest);
  for (const wrong of read.bad) server.log({ what: 'result-refused', ...ids, name, ...wrong });
  const parsed = v.safeParse(operations[name].result, read.result, { abortEarly: true });
  const opened = v.safeParse(v.optional(connection), given);
  if (!parsed.success || !opened.success || !isAsAsked(parsed.output, asked.cents)) {
    const [issue] = parsed.issues ?? opened.issues ?? [];
    const amount = { member: 'amount', rule: 'as_asked', got: 'number' };
    const wrong = issue ? wrongMember(issue) : amount;
    server.log({ what: 'result-refused', ...ids, name, ...wrong });
    const unclear = resultOfGone({ name, tried: true, committed: true });
    return { result: withWrong(unclear, [wrong.member]) };
  }
  const left = read.bad.map(({ member }) => member);
  return { result: withWrong(parsed.output as Result, left), ...sealed(opened.output, asked) };
}

/** Whoever operates the caller reads it too: they don't have this connector's log. */
function withWrong(result: Result, members: readonly string[]): Result {
  if (members.length === 0) return result;
  return { ...result, wrongMembers: members.slice(0, MAX_WRONG_MEMBERS) } as Result;
}

/** @param error what an author's function threw. The log has ids alone, and the error may say anything. */
export function tellFailure(server: Opened, error: unknown, event: LogEvent): void {
  server.log(event);
  server.onError(error, event);
}

/** Which member breaks which rule of the protocol. Neither has anything of the value. */
export function wrongMember(issue: v.BaseIssue<unknown>) {
  return { member: v.getDotPath(issue) ?? 'all of it', rule: issue.type, got: typeOf(issue.input) };
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** Another amount may be another payment. */
export function isAsAsked(result: Result, cents: number | undefined): boolean {
  if (result.kind !== 'paid' || cents === undefined) return true;
  const { amount } = result as unknown as { amount: { cents: number } };
  return amount.cents === cents;
}

function sealed(given: unknown, { caller, operation }: Asked): { secrets?: string } {
  const key = encryptionKey(caller.keys);
  if (given === undefined || !key) return {};
  return { secrets: encryptSecrets({ connection: given }, key, operation) };
}

function isNothingTried(error: unknown): boolean {
  return error instanceof Error && error.name === 'NothingTried';
}
