/** A connector that somebody else runs, as the connector contract has it. */

import type { StatefulName } from '@billhook/connector-kit/protocol/operations';
import type { Connector, PayingMethod, Session } from '@billhook/core/connector';
import { instantText } from '@billhook/core/dates';
import type { RemoteConnector } from './exchange.ts';
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

/** What has to be asked of the connector. */
export type RemoteCalls = Omit<Connector, 'capabilities' | 'checkForm' | 'loginOf'>;

export function openRemoteCalls(connector: RemoteConnector, deps: RemoteDeps): RemoteCalls {
  const { wireIds } = deps;
  const { timeouts } = connector;
  const asked = async <N extends StatefulName>(
    session: Session,
    call: StatefulCall & { readonly name: N },
    seconds: number,
  ) => {
    const { signal, retryAfter: closeFor } = session;
    const followed = await follow(connector, deps, call, { seconds, signal, closeFor });
    keep(session, followed);
    return followed;
  };
  const about = (session: Session) => ({
    company: remoteOf(session.company).row.id,
    auth: wireIds('auth', session.authId),
    attended: session.attended,
    at: instantText(session.partnerNow),
    ...(session.live !== undefined && { live: session.live }),
  });
  return {
    async logIn(session) {
      // What belongs to no link has one round.
      const { name, round } = session.login ?? { name: deps.newCallId(), round: 1 };
      const document = { ...about(session), ...roundOf(session), round };
      const operation = wireIds('login', name);
      const call = { name: 'logIn', operation, document, secrets: loginSecrets(session) } as const;
      return loginOutcome(await asked(session, call, timeouts.login));
    },
    async listBills(session) {
      const operation = wireIds('reading', deps.newCallId());
      const document = about(session);
      const call = {
        name: 'listBills',
        operation,
        document,
        secrets: loginSecrets(session),
      } as const;
      return billsOf(await asked(session, call, timeouts.bills));
    },
    async pay(session, { paymentId, number, accountKey, amountCents, method }) {
      const parts = { payment: wireIds('payment', paymentId), submission: number };
      // A report of it may come sooner than the response.
      await deps.payments.note(parts.payment, paymentId);
      const amount = { cents: amountCents, currency: 'USD' };
      const call = {
        name: 'pay',
        operation: operationOfPayment(parts.payment, number),
        parts,
        document: { ...about(session), ...parts, accountKey, amount },
        secrets: { ...loginSecrets(session), method: methodOnWire(method) },
      } as const;
      const followed = await asked(session, call, timeouts.payment);
      return submittedPayment(followed, amountCents);
    },
    async findPayment(session, { paymentId, number }) {
      const parts = { payment: wireIds('payment', paymentId), submission: number };
      const call = {
        ...question(deps, session, about(session), parts),
        name: 'findPayment',
      } as const;
      return foundPayment(await asked(session, call, timeouts.payment));
    },
    async swap(session, { attemptId, method }) {
      const parts = { swap: wireIds('swap', attemptId), submission: 1 };
      const call = {
        name: 'swap',
        operation: wireIds('attempt', attemptId),
        parts,
        document: { ...about(session), ...parts },
        secrets: { ...loginSecrets(session), method: methodOnWire(method) },
      } as const;
      return swapOutcome(await asked(session, call, timeouts.swap));
    },
    async findSwap(session, attemptId) {
      const parts = { swap: wireIds('swap', attemptId), submission: 1 };
      const call = { ...question(deps, session, about(session), parts), name: 'findSwap' } as const;
      return foundSwap(await asked(session, call, timeouts.swap));
    },
    settlements: (day, cursor) => readSettlements(connector, deps, day, cursor),
  };
}

/** Each question is an operation of its own: what became of a submission changes. */
function question(
  { wireIds, newCallId }: RemoteDeps,
  session: Session,
  about: object,
  parts: Readonly<Record<string, string | number>>,
) {
  const operation = wireIds('question', newCallId());
  return { operation, parts, document: { ...about, ...parts }, secrets: loginSecrets(session) };
}

/** Of a connection whose connector does not say when it ends. */
const CONNECTION_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;
/** Of a session that is kept open for the next step of its link. */
const LIVE_SECONDS = 120;

function keep(session: Session, followed: Followed<{ readonly live?: string }>): void {
  if (followed.kind !== 'done') return;
  const { connection, result } = followed;
  const { expiresAt } = connection ?? {};
  const end = expiresAt ? Date.parse(expiresAt) : session.partnerNow + CONNECTION_MILLISECONDS;
  if (!connection && result.live === undefined) return;
  session.keep?.({
    ...(connection && { connection: { value: connection.value, expiresAt: end } }),
    ...(result.live !== undefined && { live: { handle: result.live, seconds: LIVE_SECONDS } }),
  });
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
