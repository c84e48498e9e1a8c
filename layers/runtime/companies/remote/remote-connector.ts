/** A connector that somebody else runs, as the connector contract has it. */

import { instantOf } from '@billhook/connector-kit/protocol/dates';
import { USUAL_LIVE_SECONDS } from '@billhook/connector-kit/protocol/limits';
import type { StatefulName } from '@billhook/connector-kit/protocol/operations';
import { encryptionKey } from '@billhook/connector-kit/wire/keys';
import { encryptSecrets } from '@billhook/connector-kit/wire/secrets';
import { instantText } from '@billhook/core/base/dates';
import type {
  Connector,
  Farewell,
  PayingMethod,
  Running,
  Session,
} from '@billhook/core/company/connector';
import { exchange, type RemoteConnector } from './exchange.ts';
import { type FollowDeps, type Followed, follow, type StatefulCall } from './follow.ts';
import {
  billsOf,
  foundPayment,
  foundSwap,
  loginOutcome,
  submittedPayment,
  swapOutcome,
} from './outcomes.ts';
import { remoteOf } from './rules.ts';
import { readSettlements } from './settlements.ts';
import { type openWireIds, operationOfPayment } from './wire-ids.ts';

export type RemoteDeps = FollowDeps & {
  readonly wireIds: ReturnType<typeof openWireIds>;
  /** Something that no two calls have in common. */
  readonly newCallId: () => string;
  /** Which payment is known by an id of the wire: written down before it is sent, and read again. */
  readonly payments: {
    readonly note: (wireId: string, paymentId: string) => Promise<void>;
    readonly find: (wireId: string) => Promise<string | undefined>;
  };
};

/** For how long an operation is followed within one call: what takes longer is asked about later. */
const SECONDS_HERE = 15;

/** What has to be asked of the connector. */
export type RemoteCalls = Omit<Connector, 'capabilities' | 'checkForm' | 'checkStored' | 'loginOf'>;

export function openRemoteCalls(connector: RemoteConnector, deps: RemoteDeps): RemoteCalls {
  const way = openWay(connector, deps);
  return {
    ...openingCalls(way),
    ...payingCalls(way),
    ...swappingCalls(way),
    settlements: (day, cursor) => readSettlements(connector, deps, day, cursor),
    async endSession({ live }) {
      const operation = deps.wireIds('question', deps.newCallId());
      await exchange(connector, deps, { name: 'endSession', operation, parts: { handle: live } });
    },
  };
}

type Way = ReturnType<typeof openWay>;

/** How any call is made, followed and ended. */
function openWay(connector: RemoteConnector, deps: RemoteDeps) {
  return {
    ...deps,
    asked: async <N extends StatefulName>(
      session: Session,
      call: StatefulCall & { readonly name: N },
    ) => {
      const { signal, retryAfter: closeFor, running, runningStep: step, nonsense } = session;
      const polls = running === call.operation;
      const how = { seconds: SECONDS_HERE, polls, step, signal, closeFor, nonsense };
      const followed = await follow(connector, deps, call, how);
      keep(session, followed, (connection) => farewellTo(connector, deps, session, connection));
      return followed;
    },
    /** The outcome; or that it goes on, for whoever asks about it later. */
    ended: <R, T>(
      followed: Followed<R>,
      { operation }: StatefulCall,
      outcomeOf: (followed: Followed<R>) => T,
    ): T | Running => {
      if (followed.kind !== 'running') return outcomeOf(followed);
      const askAgainAt = deps.clock() + followed.askAgainSeconds * 1000;
      const { step, carried } = followed;
      const how = { ...(step && { step }), ...(carried && { carried }) };
      return { kind: 'running', operation, askAgainAt, ...how };
    },
    about: (session: Session) => ({
      company: remoteOf(session.company).row.id,
      auth: deps.wireIds('auth', session.authId),
      attended: session.attended,
      at: instantText(session.partnerNow),
      ...(session.live !== undefined && { live: session.live }),
    }),
  };
}

function openingCalls(way: Way): Pick<RemoteCalls, 'logIn' | 'listBills'> {
  const { wireIds, newCallId, asked, ended, about } = way;
  return {
    async logIn(session) {
      // What belongs to no link has one round.
      const { name, round, linkId } = session.login ?? { name: newCallId(), round: 1 };
      const operation = session.running ?? wireIds('login', name);
      const document = { ...about(session), ...roundOf(session), round };
      const link = linkId === undefined ? undefined : linkOf(session, linkId);
      const secrets = loginSecrets(session);
      const call = { name: 'logIn', operation, document, secrets, link } as const;
      return ended(await asked(session, call), call, loginOutcome);
    },
    async listBills(session) {
      const operation = session.running ?? wireIds('reading', newCallId());
      const secrets = loginSecrets(session);
      const call = { name: 'listBills', operation, document: about(session), secrets } as const;
      return ended(await asked(session, call), call, billsOf);
    },
  };
}

function linkOf({ authId, company }: Session, linkId: string) {
  return { authId, linkId, companyId: company._id };
}

function payingCalls(way: Way): Pick<RemoteCalls, 'pay' | 'findPayment' | 'cancelPayment'> {
  const { wireIds, payments, asked, ended, about } = way;
  return {
    async pay(session, { paymentId, number, accountKey, amountCents, method }) {
      const parts = { payment: wireIds('payment', paymentId), submission: number };
      // A report of it may come sooner than the response.
      await payments.note(parts.payment, paymentId);
      const amount = { cents: amountCents, currency: 'USD' };
      const call = {
        name: 'pay',
        operation: operationOfPayment(parts.payment, number),
        parts,
        document: { ...about(session), ...parts, accountKey, amount },
        secrets: { ...loginSecrets(session), method: methodOnWire(method) },
      } as const;
      const followed = await asked(session, call);
      return ended(followed, call, (done) => submittedPayment(done, amountCents));
    },
    async findPayment(session, { paymentId, number }) {
      const { running: operation } = session;
      if (operation !== undefined) {
        const call = { name: 'pay', operation } as const;
        const followed = await asked(session, call);
        if (saysSomething(followed)) return ended(followed, call, foundPayment);
      }
      const parts = { payment: wireIds('payment', paymentId), submission: number };
      const call = { ...question(way, session, parts), name: 'findPayment' } as const;
      return foundPayment(await asked(session, call));
    },
    async cancelPayment(session, { paymentId, number }) {
      const parts = { payment: wireIds('payment', paymentId), submission: number };
      const call = { ...question(way, session, parts), name: 'cancelPayment' } as const;
      return foundPayment(await asked(session, call));
    },
  };
}

function swappingCalls(way: Way): Pick<RemoteCalls, 'swap' | 'findSwap'> {
  const { wireIds, asked, ended, about } = way;
  return {
    async swap(session, { attemptId, method }) {
      const parts = { swap: wireIds('swap', attemptId), submission: 1 };
      const call = {
        name: 'swap',
        operation: wireIds('attempt', attemptId),
        parts,
        document: { ...about(session), ...parts },
        secrets: { ...loginSecrets(session), method: methodOnWire(method) },
      } as const;
      return ended(await asked(session, call), call, swapOutcome);
    },
    async findSwap(session, attemptId) {
      const { running: operation } = session;
      if (operation !== undefined) {
        const call = { name: 'swap', operation } as const;
        const followed = await asked(session, call);
        if (saysSomething(followed)) return ended(followed, call, swapOutcome);
      }
      const parts = { swap: wireIds('swap', attemptId), submission: 1 };
      const call = { ...question(way, session, parts), name: 'findSwap' } as const;
      return foundSwap(await asked(session, call));
    },
  };
}

/**
 * Of what was begun earlier. Where a poll says nothing of it, the connector is asked to look for it: one
 * that ended amid it says `unknown` for good, and may have paid (decision: polls-that-say-unknown). That
 * something was never taken is believed of the submission that was asked for by its number alone.
 */
function saysSomething(followed: Followed<{ readonly kind: string }>): boolean {
  if (followed.kind !== 'done') return followed.kind === 'running';
  return followed.result.kind !== 'unknown' && followed.result.kind !== 'never-taken';
}

/** Each question is an operation of its own: what became of a submission changes. */
function question(
  { wireIds, newCallId, about }: Way,
  session: Session,
  parts: Readonly<Record<string, string | number>>,
) {
  const operation = wireIds('question', newCallId());
  const document = { ...about(session), ...parts };
  return { operation, parts, document, secrets: loginSecrets(session) };
}

/** Of a connection whose connector does not say when it ends. */
const CONNECTION_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;

function keep(
  session: Session,
  followed: Followed<{ readonly live?: string; readonly liveSeconds?: number }>,
  farewellOf: (connection: string) => Farewell | undefined,
): void {
  if (followed.kind !== 'done') return;
  const { connection, result } = followed;
  const { expiresAt } = connection ?? {};
  const end = expiresAt ? instantOf(expiresAt) : session.partnerNow + CONNECTION_MILLISECONDS;
  const { live, liveSeconds: seconds = USUAL_LIVE_SECONDS } = result;
  if (!connection && live === undefined) return;
  const { value } = connection ?? {};
  const farewell = value === undefined ? undefined : farewellOf(value);
  session.keep?.({
    ...(value !== undefined && {
      connection: { value, expiresAt: end, ...(farewell && { farewell }) },
    }),
    ...(live !== undefined && { live: { handle: live, seconds } }),
  });
}

/**
 * The request that forgets a connection: made now, while anybody can, and kept
 * (decision: connections-are-forgotten).
 */
function farewellTo(
  { keys }: RemoteConnector,
  { wireIds, newCallId }: RemoteDeps,
  session: Session,
  connection: string,
): Farewell | undefined {
  const key = encryptionKey(keys);
  if (!key) return undefined;
  const operation = wireIds('question', newCallId());
  return {
    operation,
    auth: wireIds('auth', session.authId),
    company: remoteOf(session.company).row.id,
    secrets: encryptSecrets({ connection }, key, operation),
  };
}

function loginSecrets({ form, answers, connection }: Session) {
  return { form, ...(answers && { answers }), ...(connection !== undefined && { connection }) };
}

function roundOf(session: Session) {
  const {
    purpose = 'bill',
    verifiedBefore,
    holdFixed,
    codeChoice,
    resendCode,
    promptPressed,
  } = session;
  return { purpose, verifiedBefore, holdFixed, codeChoice, resendCode, promptPressed };
}

/** The wire wants four digits of a year; ours may have two. */
function methodOnWire(method: PayingMethod): PayingMethod {
  if (method.type !== 'card') return method;
  const { expMonth, expYear } = method;
  const year = expYear.length === 2 ? `20${expYear}` : expYear;
  return { ...method, expMonth: expMonth.padStart(2, '0'), expYear: year };
}
