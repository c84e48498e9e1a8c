/**
 * One message, one session at a company: what it is about first, and then whatever comes for the same
 * account as long as the session is open. All that is known of it comes from the broker, and goes there.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type LogInSession,
  newPrivateJwk,
  openKeyPair,
  type PaymentOrder,
  type Run,
  type Session,
} from '@billhook/connector-kit';
import { connection as connectionSchema } from '@billhook/connector-kit/protocol/fields';
import { seen } from '@billhook/connector-kit/protocol/looks';
import type { Result } from '@billhook/connector-kit/protocol/machine';
import { operations } from '@billhook/connector-kit/protocol/operations';
import { openKey } from '@billhook/connector-kit/wire/keys';
import { agreementOf, decryptSecrets, encryptSecrets } from '@billhook/connector-kit/wire/secrets';
import type { BrokerSays, Work, WorkerAsks } from '@billhook/runtime/companies/worker/broker';
import type { WorkMessage } from '@billhook/runtime/companies/worker/given';
import * as v from 'valibot';
import { type BrowserAuthor, createBrowserAuthor } from '../author.ts';
import type { Structure } from '../blocks/structure.ts';
import type { BrowserCompany } from '../company.ts';
import type { Committed, Submissions } from '../submissions.ts';
import { keptOpen } from './kept-open.ts';

export type AskBroker = (asked: WorkerAsks) => Promise<BrokerSays>;

export type WorkerDeps = {
  /** Looked at with each session: of a stand-in, its address may be another. */
  readonly companies: () => readonly BrowserCompany[];
  readonly ask: AskBroker;
  /** Told what happened, by ids alone. */
  readonly log: (event: WorkEvent) => void;
  /** Milliseconds that this session may go on for, at most. */
  readonly mostMilliseconds?: number;
  /** Of a second: tests are in a hurry. */
  readonly secondMilliseconds?: number;
};

export type WorkEvent = {
  readonly what: 'begun' | 'ended' | 'stopped' | 'failed' | 'result-refused' | 'not-ours';
  readonly operation: string;
  readonly name?: Work['name'];
  readonly outcome?: string;
  readonly milliseconds?: number;
};

/** So that a code that comes late can still be used for what follows. */
const MOST_MILLISECONDS = 13.5 * 60 * 1000;
/** For a login, a reading, a payment each. */
const WORK_SECONDS = 120;
const BEAT_SECONDS = 10;
const LOOK_SECONDS = 1;
const MAX_TELLS = 4;

/** Whatever was under way is another's now, or nobody's any more. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** @returns once its session has ended, and nothing of it is left. */
export async function workOn(deps: WorkerDeps, message: WorkMessage): Promise<void> {
  const { ask, log, mostMilliseconds = MOST_MILLISECONDS } = deps;
  const until = Date.now() + mostMilliseconds;
  const pair = openKeyPair(newPrivateJwk('enc'));
  const { id, attempt, ticket } = message;
  const first = await ask({ do: 'take', id, attempt, ticket, key: pair.publicJwk });
  if (first.kind !== 'work') {
    // Its message was handed out before, or it has ended meanwhile.
    log({ what: 'not-ours', operation: id });
    return;
  }
  let work: Work = first;
  const current = () => work;
  const met: Met = {};
  const author = createBrowserAuthor(deps.companies(), submissionsOf(deps, current), {
    liveName: work.session,
    met: (_company, structure) => {
      met.page = structure;
    },
    trying: async () => goOn(await ask({ do: 'try', id: work.id, lease: work.lease })),
  });
  try {
    for (;;) {
      const keptSeconds = await perform(deps, { author, work, pair, until, met });
      if (keptSeconds === undefined) return;
      const end = Math.min(Date.now() + keptSeconds * 1000, until);
      const next = await nextOf(deps, { work, key: pair.publicJwk, end });
      if (!next) return;
      work = next;
    }
  } finally {
    await author.close();
  }
}

function goOn(said: BrokerSays): void {
  if (said.kind !== 'go-on') throw new Stopped();
}

/** What comes for the session while it is open; nothing once it is over. */
async function nextOf(
  { ask, secondMilliseconds = 1_000 }: WorkerDeps,
  {
    work: { session, lease },
    key,
    end,
  }: {
    readonly work: Work;
    readonly key: Extract<WorkerAsks, { do: 'next' }>['key'];
    readonly end: number;
  },
): Promise<Work | undefined> {
  for (;;) {
    const said = await ask({ do: 'next', session, lease, key });
    if (said.kind === 'work') return said;
    if (said.kind !== 'wait') return undefined;
    if (Date.now() < end) await pause(LOOK_SECONDS * secondMilliseconds);
    else if ((await ask({ do: 'close', session, lease })).kind !== 'wait') return undefined;
  }
}

type Performing = {
  readonly author: BrowserAuthor;
  readonly work: Work;
  readonly pair: ReturnType<typeof openKeyPair>;
  readonly until: number;
  readonly met: Met;
};

/** The page that was not known of what is under way. */
type Met = { page?: Structure };

/** @returns for how many seconds the session stays open; nothing where it has ended. */
async function perform(deps: WorkerDeps, performing: Performing): Promise<number | undefined> {
  const { ask, log, secondMilliseconds = 1_000 } = deps;
  const { work, author, until } = performing;
  const { id, lease, operation, name } = work;
  const begunAt = performance.now();
  log({ what: 'begun', operation, name });
  const over = new AbortController();
  const limit = setTimeout(() => over.abort(), WORK_SECONDS * 1000);
  let step: Parameters<NonNullable<Run['step']>>[0] | undefined;
  const beat = () =>
    void ask({ do: 'beat', id, lease, ...(step && { step }) })
      // What can't be told now is told the next time; the lease lasts for four of them.
      .then((said) => said.kind === 'stop' && over.abort(new Stopped()))
      .catch(() => {});
  const tellStep: Run['step'] = (next) => {
    if (next === step) return;
    step = next;
    beat();
  };
  const beats = setInterval(beat, BEAT_SECONDS * secondMilliseconds);
  let returned: Returned;
  try {
    returned = await Promise.race([
      callAuthor(performing, over.signal, tellStep),
      whenOver(over.signal),
    ]);
  } catch (error) {
    if (error instanceof Stopped) {
      log({ what: 'stopped', operation, name });
      return undefined;
    }
    log({ what: 'failed', operation, name, outcome: (error as Error).name });
    returned = unclear(name, error);
  } finally {
    clearTimeout(limit);
    clearInterval(beats);
  }
  const { page } = performing.met;
  delete performing.met.page;
  const { connection, ...declared } = asDeclared(deps, work, returned);
  const { result, seconds: kept } = keptOpen(declared, until - Date.now());
  const secrets = connection === undefined ? undefined : sealed(work, connection);
  const said = await tell(deps, {
    ...{ do: 'end', id, lease, result },
    ...(secrets !== undefined && { secrets }),
    ...(page && { page: { hash: page.hash, lines: [...page.lines] } }),
    ...(kept !== undefined && { keepSeconds: kept }),
  });
  const milliseconds = Math.round(performance.now() - begunAt);
  log({ what: 'ended', operation, name, outcome: result.kind, milliseconds });
  if (said.kind !== 'go-on' || kept === undefined) return undefined;
  // A payment ends its own browser; another session is begun for what follows.
  if (name === 'logIn' || name === 'listBills') return kept;
  await author.close();
  return undefined;
}

function whenOver(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () =>
      reject(signal.reason instanceof Stopped ? signal.reason : new Error('It took too long'));
    signal.addEventListener('abort', end, { once: true });
  });
}

type Returned = Result & { readonly connection?: unknown };

async function callAuthor(
  { author, work, pair }: Performing,
  signal: AbortSignal,
  step: Run['step'],
) {
  const { name, document, secrets, operation } = work;
  const opened =
    secrets === undefined
      ? undefined
      : await decryptSecrets(secrets, [agreementOf(pair)], operation);
  const {
    form = {},
    answers,
    connection,
    method,
  } = (opened?.value ?? {}) as Partial<Session> & {
    readonly method?: PaymentOrder['method'];
  };
  const session = { ...document, form, answers, connection } as unknown as LogInSession;
  const given = { ...document, method } as unknown as PaymentOrder & { readonly swap: string };
  const run: Run = { signal, caller: CALLER, operation, ...(step && { step }) };
  const calls: Record<Work['name'], () => unknown> = {
    logIn: () => author.logIn(session, run),
    listBills: () => author.listBills?.(session, run),
    pay: () => author.pay?.(session, given, run),
    swap: () => author.swap?.(session, given as never, run),
    findPayment: () => author.findPayment?.(session, given, run),
    findSwap: () => author.findSwap?.(session, given, run),
    look: async () => {
      const { state, page, missing } = await author.look(session.company, run);
      return { kind: 'looked', state, ...(page && { page }), ...(missing && { missing }) };
    },
  };
  return (await calls[name]()) as Returned;
}

/** There is one deployment that it works for. */
const CALLER = 'billhook';

/** What was committed is at the broker, and nowhere else. */
function submissionsOf({ ask }: WorkerDeps, current: () => Work): Submissions {
  let written: Committed | undefined;
  return {
    find: () => written ?? current().committed,
    async write(_name, { confirmation, ...committed }) {
      // Which one it was is in the result.
      if (confirmation !== undefined) return;
      const { id, lease } = current();
      const { cents, card, at, before } = committed;
      goOn(
        await ask({
          ...{ do: 'commit', id, lease },
          committed: { cents, ...(card !== undefined && { card }), at, before: [...before] },
        }),
      );
      written = committed;
    },
    paidOn: () => [],
  };
}

/** What is said of a call that failed. */
function unclear(name: Work['name'], error: unknown): Returned {
  if (name === 'pay' || name === 'swap') return { kind: 'unknown' };
  if (name === 'findPayment' || name === 'findSwap') return { kind: 'not-known' };
  const tried = !(error instanceof Error && error.name === 'NothingTried');
  return { kind: 'failed', ...{ tried } };
}

const looked = v.object({ kind: v.literal('looked'), ...seen.entries });

/** Nothing that the protocol doesn't have goes on from here. */
function asDeclared({ log }: WorkerDeps, { name, operation }: Work, returned: Returned): Returned {
  const { connection, ...rest } = returned;
  const result = v.safeParse(name === 'look' ? looked : operations[name].result, rest);
  const kept = v.safeParse(v.optional(connectionSchema), connection);
  if (result.success && kept.success) {
    return { ...(result.output as Result), ...(kept.output && { connection: kept.output }) };
  }
  log({ what: 'result-refused', operation, name });
  return unclear(name, undefined);
}

function sealed({ encryptTo, operation }: Work, connection: unknown): string | undefined {
  const key = openKey(encryptTo);
  return key && encryptSecrets({ connection }, key, operation);
}

/** Until it was taken: what is lost here leaves a payment unknown. */
async function tell({ ask, secondMilliseconds = 1_000 }: WorkerDeps, asked: WorkerAsks) {
  for (let failures = 1; ; failures += 1) {
    try {
      return await ask(asked);
    } catch (error) {
      if (failures === MAX_TELLS) throw error;
      await pause(failures * secondMilliseconds);
    }
  }
}
