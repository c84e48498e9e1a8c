/** A connector whose results are parsed before any caller sees them (decision: results-are-parsed). */

import type { Clock } from '@billhook/core/base/dates';
import type { Connector, Session } from '@billhook/core/company/connector';
import {
  type ParsedConnector,
  type ParsedResult,
  parseBills,
  parseFound,
  parseKept,
  parseLogin,
  parsePayment,
  parseSwap,
  type ResultMember,
} from '@billhook/core/company/connector-results';
import { isNothingTried, MayHaveTried } from '@billhook/core/company/nothing-tried';
import { type LogFields, logCounted } from '../aws/logger.ts';

const unknown = { kind: 'unknown' } as const;
const notKnown = { kind: 'not-known' } as const;

/**
 * Reports a result that makes no sense to an operator. A payment or a swap is unknown then, since the
 * company may have taken it. Logging in and reading bills throw, as if the company could not be
 * reached: nothing changes, and it is tried again.
 */
export function parsedConnector(connector: Connector, clock: Clock): ParsedConnector {
  const report = (member: ResultMember, session: Session, field: string, ids: LogFields = {}) => {
    const { company, partnerId, clientId, authId } = session;
    session.nonsense?.(`${member}: ${field}`);
    const whose = { companyId: company._id, partnerId, clientId, authId };
    const fields = { ...whose, ...ids, member, field };
    logCounted('CompanyNonsense', 'The result of a company makes no sense', fields, clock());
  };
  const orThrow = <T>(parsed: ParsedResult<T>, member: ResultMember, session: Session): T => {
    const isRight = 'result' in parsed;
    for (const field of isRight ? (parsed.leftOut ?? []) : [parsed.wrongField])
      report(member, session, ofBills(field));
    if (isRight) return parsed.result;
    throw new Error('The result of a company makes no sense');
  };
  const orUnclear = <T, U>(
    { parsed, unclear }: { readonly parsed: ParsedResult<T>; readonly unclear: U },
    member: ResultMember,
    session: Session,
    ids: LogFields,
  ): T | U => {
    if ('result' in parsed) return parsed.result;
    report(member, session, parsed.wrongField, ids);
    return unclear;
  };
  /** What makes no sense is not kept. The session goes on, as if nothing had been handed over. */
  const keeping = (session: Session): Session => {
    const { keep } = session;
    if (!keep) return session;
    return {
      ...session,
      keep: (given) => {
        const parsed = parseKept(given);
        if ('result' in parsed) keep(parsed.result);
        else report('keep', session, parsed.wrongField);
      },
    };
  };
  /** Either says what became of a submission. */
  const asking =
    (member: 'findPayment' | 'cancelPayment'): ParsedConnector['findPayment'] =>
    async (session, { amountCents, ...submission }) => {
      const { paymentId } = submission;
      const said = await trying(async () => connector[member]?.(keeping(session), submission));
      const parsed = parseFound(said, amountCents);
      return orUnclear({ parsed, unclear: notKnown }, member, session, { paymentId });
    };
  return {
    capabilities: (company) => connector.capabilities(company),
    checkForm: (...given) => connector.checkForm(...given),
    checkStored: (...given) => connector.checkStored?.(...given) ?? [],
    loginOf: (...given) => connector.loginOf(...given),
    logIn: (session) =>
      trying(async () =>
        orThrow(parseLogin(await connector.logIn(keeping(session))), 'logIn', session),
      ),
    listBills: (session) =>
      trying(async () =>
        orThrow(parseBills(await connector.listBills(keeping(session))), 'listBills', session),
      ),
    pay: async (session, request) => {
      const { paymentId, amountCents } = request;
      const parsed = parsePayment(
        await trying(() => connector.pay(keeping(session), request)),
        amountCents,
      );
      return orUnclear({ parsed, unclear: unknown }, 'pay', session, { paymentId });
    },
    findPayment: asking('findPayment'),
    cancelPayment: asking(connector.cancelPayment ? 'cancelPayment' : 'findPayment'),
    swap: async (session, request) => {
      const { attemptId } = request;
      const parsed = parseSwap(await trying(() => connector.swap(keeping(session), request)));
      return orUnclear({ parsed, unclear: unknown }, 'swap', session, { attemptId });
    },
    findSwap: async (session, attemptId) => {
      const found = await trying(() => connector.findSwap(keeping(session), attemptId));
      if (found === undefined) return undefined;
      const parsed = parseSwap(found);
      return orUnclear({ parsed, unclear: unknown }, 'findSwap', session, { attemptId });
    },
    endSession: async (session) => connector.endSession?.(session),
  };
}

/** Bills are counted from 0: `bills.0.dueOn`. */
function ofBills(field: string): string {
  return field.replace(/^(?=\d)/, 'bills.');
}

/** A call that fails may have given the company the credentials, unless the connector says otherwise. */
async function trying<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw isNothingTried(error) ? error : new MayHaveTried(error);
  }
}
