/** A connector that somebody else runs, as the connector contract has it. */
import type { Company as Row } from '@billhook/connector-kit/protocol/directory';
import { checkForm, loginOf } from '@billhook/connector-kit/protocol/forms';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { Connector, PayingMethod, Session } from '@billhook/core/connector';
import { instantText } from '@billhook/core/dates';
import type { FieldError } from '@billhook/core/errors';
import type { RemoteConnector } from './exchange.ts';
import { type FollowDeps, follow } from './follow.ts';
import {
  billsOf,
  foundPayment,
  foundSwap,
  loginOutcome,
  submittedPayment,
  swapOutcome,
} from './outcomes.ts';
import type { openWireIds } from './wire-ids.ts';

export type RemoteDeps = FollowDeps & {
  readonly wireIds: ReturnType<typeof openWireIds>;
  /** The company's row, as it was imported. */
  readonly rowOf: (company: CompanyRecord) => Row;
  /** Which login of which link this is: the same in every attempt of a task, and one round later after
   * each answer. */
  readonly loginRound: (session: Session) => { readonly loginId: string; readonly round: number };
  /** Something that no two readings have in common. */
  readonly newReadingId: () => string;
};

const messages: Readonly<Record<ReturnType<typeof checkForm>[number]['code'], string>> = {
  required: 'Required',
  too_short: 'Too short',
  too_long: 'Too long',
  characters: 'Contains characters that the company does not take',
  unknown_field: 'Not a field of this company',
};

export function createRemoteConnector(connector: RemoteConnector, deps: RemoteDeps): Connector {
  const { wireIds, rowOf } = deps;
  const { capabilities, timeouts } = connector.manifest;
  const within = (seconds: number, { signal }: Session) => ({ seconds, signal });
  const about = (session: Session) => ({
    company: rowOf(session.company).id,
    auth: wireIds('auth', session.authId),
    attended: session.attended,
    at: instantText(session.partnerNow),
  });
  return {
    capabilities: () => ({
      postingDays: capabilities.postingDays,
      namesStatements: capabilities.namesStatements,
      needsCardCode: capabilities.needsCardCode,
      countsFailedLogins: capabilities.countsFailedLogins,
      funding: capabilities.funding,
      returnsWithinDays: capabilities.returnsWithinDays,
      findsWithoutLogin: capabilities.findsWithoutLogin,
    }),
    checkForm: (company, form): FieldError[] =>
      checkForm(rowOf(company), form).map(({ field, code }) => ({
        field: `form.${field}`,
        code: code === 'required' ? 'required' : 'invalid',
        message: messages[code],
      })),
    loginOf: (company, form) => loginOf(rowOf(company), form),
    swapsByLogin: () => false,
    async logIn(session) {
      const { loginId, round } = deps.loginRound(session);
      const document = { ...about(session), ...roundOf(session), round };
      const operation = wireIds('login', loginId);
      const call = { name: 'logIn', operation, document, secrets: loginSecrets(session) } as const;
      return loginOutcome(await follow(connector, deps, call, within(timeouts.login, session)));
    },
    async listBills(session) {
      const operation = wireIds('reading', deps.newReadingId());
      const document = about(session);
      const call = {
        name: 'listBills',
        operation,
        document,
        secrets: loginSecrets(session),
      } as const;
      return billsOf(await follow(connector, deps, call, within(timeouts.bills, session)));
    },
    async pay(session, { paymentId, number, submissionId, accountKey, amountCents, method }) {
      const parts = { payment: wireIds('payment', paymentId), submission: number };
      const amount = { cents: amountCents, currency: 'USD' };
      const call = {
        name: 'pay',
        operation: wireIds('submission', submissionId),
        parts,
        document: { ...about(session), ...parts, accountKey, amount },
        secrets: { ...loginSecrets(session), method: methodOnWire(method) },
      } as const;
      const followed = await follow(connector, deps, call, within(timeouts.payment, session));
      return submittedPayment(followed, amountCents);
    },
    async findPayment(session, { paymentId, number }) {
      const parts = { payment: wireIds('payment', paymentId), submission: number };
      const call = {
        ...question(deps, session, about(session), parts),
        name: 'findPayment',
      } as const;
      return foundPayment(await follow(connector, deps, call, within(timeouts.payment, session)));
    },
    async swap(session, { attemptId, method }) {
      const parts = { swap: wireIds('swap', attemptId), submission: 1 };
      const call = {
        name: 'swap',
        operation: wireIds('submission', attemptId),
        parts,
        document: { ...about(session), ...parts },
        secrets: { ...loginSecrets(session), method: methodOnWire(method) },
      } as const;
      return swapOutcome(await follow(connector, deps, call, within(timeouts.swap, session)));
    },
    async findSwap(session, attemptId) {
      const parts = { swap: wireIds('swap', attemptId), submission: 1 };
      const call = { ...question(deps, session, about(session), parts), name: 'findSwap' } as const;
      return foundSwap(await follow(connector, deps, call, within(timeouts.swap, session)));
    },
  };
}

/** Each question is an operation of its own: what became of a submission changes. */
function question(
  { wireIds, newReadingId }: RemoteDeps,
  session: Session,
  about: object,
  parts: Readonly<Record<string, string | number>>,
) {
  const operation = wireIds('question', newReadingId());
  return { operation, parts, document: { ...about, ...parts }, secrets: loginSecrets(session) };
}

function loginSecrets({ form, answers }: Session) {
  return { form, ...(answers && { answers }) };
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
