/**
 * An operation, followed to its end: asked, asked again where that is safe, and polled while it is
 * running.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { withoutBadBills } from '@billhook/connector-kit/protocol/bills';
import type { Connection, Step } from '@billhook/connector-kit/protocol/fields';
import { MAX_POLL_SECONDS } from '@billhook/connector-kit/protocol/limits';
import {
  type OperationState,
  operations,
  resultSecrets,
  type StatefulName,
} from '@billhook/connector-kit/protocol/operations';
import type { ProblemCode } from '@billhook/connector-kit/protocol/problems';
import { decryptSecrets } from '@billhook/connector-kit/wire/secrets';
import * as v from 'valibot';
import {
  type Exchanged,
  exchange,
  type RemoteConnector,
  type WireCall,
  type WireDeps,
} from './exchange.ts';

/** Requests of one operation, of which the first may have been lost. */
const MAX_ATTEMPTS = 3;
const BETWEEN_ATTEMPTS_SECONDS = 1;

export type FollowDeps = WireDeps & {
  /** Milliseconds of a second: tests are in a hurry. */
  readonly secondMilliseconds?: number;
  /** Told what an operator should know. */
  readonly tell: (trouble: Trouble) => void;
};

export type Trouble = {
  readonly what: 'another-body' | 'unreadable-secrets' | 'nonsense' | 'refused' | 'doubt';
  readonly name: StatefulName;
  readonly operation: string;
  readonly code?: ProblemCode;
};

export type Following = {
  /** How long it is waited for here: what goes on for longer is asked about later. */
  readonly seconds: number;
  /** It was begun earlier: it is polled, and not asked for again. */
  readonly polls?: boolean;
  /** How far it is known to be: it is told at once when it gets further. */
  readonly step?: Step;
  readonly signal?: AbortSignal;
  /** Told for how many seconds the connector wants to be left alone. */
  readonly closeFor?: (seconds: number) => void;
  /** Told which member of a result makes no sense. */
  readonly nonsense?: (member: string) => void;
};

export type Followed<R> =
  | { readonly kind: 'done'; readonly result: R; readonly connection?: Connection }
  | {
      readonly kind: 'refused';
      readonly code: ProblemCode;
      /** The connector refused it before it asked the company for anything. */
      readonly isUntried: boolean;
    }
  /** Nothing was sent. */
  | { readonly kind: 'not-sent' }
  /** It goes on, and is to be asked about in so many seconds. */
  | {
      readonly kind: 'running';
      readonly askAgainSeconds: number;
      readonly step?: Step;
      readonly carried?: true;
    }
  /** Nobody knows, or not yet. */
  | { readonly kind: 'unclear' };

export type StatefulCall = WireCall & { readonly name: StatefulName };

type ResultOf<N extends StatefulName> = v.InferOutput<(typeof operations)[N]['result']>;

export async function follow<N extends StatefulName>(
  connector: RemoteConnector,
  deps: FollowDeps,
  call: StatefulCall & { readonly name: N },
  {
    seconds,
    polls = false,
    step: known = firstSteps[call.name],
    signal,
    closeFor,
    nonsense,
  }: Following,
): Promise<Followed<ResultOf<N>>> {
  const { secondMilliseconds = 1_000, tell } = deps;
  const { name, operation } = call;
  const until = performance.now() + seconds * secondMilliseconds;
  const pause = async (pauseSeconds: number) => {
    if (performance.now() + pauseSeconds * secondMilliseconds > until) return false;
    return wait(pauseSeconds * secondMilliseconds, true, { signal }).catch(() => false);
  };
  const asked = polls ? { name: 'poll' as const, operation } : call;
  const first = await askRepeatedly(connector, deps, asked, pause);
  if (polls && isNoAnswer(first.exchanged)) return { kind: 'running', ...LATER };
  let { exchanged } = first;
  let question = 0;
  let seen = 0;
  while (exchanged.kind === 'state' && exchanged.state.state === 'running') {
    seen = Math.max(seen, exchanged.state.sequence);
    const { askAgainAfterSeconds, step } = exchanged.state;
    const next = Math.min(askAgainAfterSeconds * 2 ** question, MAX_POLL_SECONDS);
    const { carried } = exchanged;
    const further = {
      ...({ kind: 'running', askAgainSeconds: next } as const),
      ...(step && { step }),
      ...(carried && { carried }),
    };
    if (step !== undefined && step !== known) return further;
    if (!(await pause(next))) return further;
    question += 1;
    const polled = await exchange(connector, deps, { name: 'poll', operation });
    // A poll that got lost, or is older than what is known, says nothing.
    if (!isNoAnswer(polled) && (polled.kind === 'refused' || isNewer(polled, seen))) {
      exchanged = polled;
    }
  }
  if (exchanged.kind === 'not-sent') return { kind: 'not-sent' };
  if (exchanged.kind === 'refused') {
    const { code, retryAfterSeconds } = exchanged;
    if (retryAfterSeconds !== undefined) closeFor?.(retryAfterSeconds);
    tell({ what: code === 'another_body' ? 'another-body' : 'refused', name, operation, code });
    const isFirst = !polls && !first.mayHaveArrived && question === 0;
    const isUntried = isFirst && refusedAtOnce.has(code);
    return { kind: 'refused', code, isUntried };
  }
  if (exchanged.kind !== 'state' || exchanged.state.state !== 'done') {
    tell({ what: 'doubt', name, operation });
    return { kind: 'unclear' };
  }
  return read({ ...deps, nonsense }, call, exchanged.state);
}

/** What an operation begins with, as those who wait for it are shown anyway. */
const firstSteps: Partial<Record<StatefulName, Step>> = {
  logIn: 'signing-in',
  listBills: 'reading-bills',
  pay: 'paying',
  swap: 'updating-card',
};

/** After a poll that came to nothing: what it was about goes on. */
const LATER = { askAgainSeconds: 5 };

/** Of a poll: it says nothing of the operation. */
function isNoAnswer(exchanged: Exchanged): boolean {
  if (exchanged.kind === 'refused') return busy.has(exchanged.code);
  return exchanged.kind === 'doubt' || exchanged.kind === 'not-sent';
}

const busy: ReadonlySet<ProblemCode> = new Set(['too_many', 'unavailable']);

/** What a connector says of a request before it does anything with it. */
const refusedAtOnce: ReadonlySet<ProblemCode> = new Set([
  'malformed',
  'unsupported_protocol',
  'secrets_unreadable',
  'too_large',
  'media_type',
  'not_supported',
  'too_many',
  'unavailable',
]);

function isNewer(exchanged: Exchanged, seen: number): boolean {
  return exchanged.kind === 'state' && exchanged.state.sequence >= seen;
}

/** The same operation again is the same thing: it is safe to repeat, signed again each time. */
async function askRepeatedly(
  connector: RemoteConnector,
  deps: FollowDeps,
  call: WireCall,
  pause: (seconds: number) => Promise<boolean>,
): Promise<{ readonly exchanged: Exchanged; readonly mayHaveArrived: boolean }> {
  let mayHaveArrived = false;
  for (let attempt = 1; ; attempt += 1) {
    const exchanged = await exchange(connector, deps, call);
    if (exchanged.kind === 'doubt') mayHaveArrived = true;
    else if (exchanged.kind !== 'not-sent') return { exchanged, mayHaveArrived };
    const isLast = attempt === MAX_ATTEMPTS || !(await pause(BETWEEN_ATTEMPTS_SECONDS));
    // An earlier attempt may have arrived, though this one was not sent.
    if (isLast && mayHaveArrived) {
      return { exchanged: { kind: 'doubt', reason: 'no-response' }, mayHaveArrived };
    }
    if (isLast) return { exchanged, mayHaveArrived };
  }
}

async function read<N extends StatefulName>(
  { agreements, tell, nonsense }: FollowDeps & Pick<Following, 'nonsense'>,
  { name, operation }: StatefulCall & { readonly name: N },
  state: Extract<OperationState, { state: 'done' }>,
): Promise<Followed<ResultOf<N>>> {
  const { result: given, bad } = withoutBadBills(state.result);
  for (const { member } of bad) nonsense?.(`${name}: ${member}`);
  if (bad.length > 0) tell({ what: 'nonsense', name, operation });
  const parsed = v.safeParse(operations[name].result, given);
  if (!parsed.success) {
    nonsense?.(`${name}: ${v.getDotPath(parsed.issues[0]) ?? 'all of it'}`);
    tell({ what: 'nonsense', name, operation });
    return { kind: 'unclear' };
  }
  const result = parsed.output as ResultOf<N>;
  for (const member of result.wrongMembers ?? []) nonsense?.(`${name}: ${member}`);
  if (state.secrets === undefined) return { kind: 'done', result };
  // The result stands: it is signed. What could make the next login easier is lost, also where KMS can't
  // be asked now, which is not the connector's fault.
  const opened = await decryptSecrets(state.secrets, agreements, operation).catch(
    () => 'later' as const,
  );
  if (opened === 'later') return { kind: 'done', result };
  const secrets = v.safeParse(resultSecrets, opened?.value);
  if (!secrets.success) tell({ what: 'unreadable-secrets', name, operation });
  const connection = secrets.success ? secrets.output.connection : undefined;
  return { kind: 'done', result, ...(connection && { connection }) };
}
