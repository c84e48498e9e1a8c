/**
 * A connector that is not given a form which its company is known not to take: companies lock accounts
 * after logins that fail (decision: changed-login-forms). Whoever calls it hears that nobody is logged in.
 */

import type { NotLoggedIn, Session } from '@billhook/core/company/connector';
import type { ParsedConnector } from '@billhook/core/company/connector-results';

/** @param asksFor the fields that the form lacks. What is running at the company is asked about all the same. */
export function withheldLogin(
  connector: ParsedConnector,
  asksFor: readonly string[],
): ParsedConnector {
  const login = { kind: 'authenticate', asksFor } as const;
  const refused: NotLoggedIn = { kind: 'not-logged-in', login };
  const unlessBegun = async <T>(
    session: Session,
    ask: () => Promise<T>,
  ): Promise<T | NotLoggedIn> => (session.running === undefined ? refused : ask());
  return {
    ...connector,
    logIn: async (session) => (session.running === undefined ? login : connector.logIn(session)),
    listBills: (session) => unlessBegun(session, () => connector.listBills(session)),
    pay: (session, request) => unlessBegun(session, () => connector.pay(session, request)),
    findPayment: (session, asked) =>
      unlessBegun(session, () => connector.findPayment(session, asked)),
    cancelPayment: (session, asked) =>
      unlessBegun(session, () => connector.cancelPayment(session, asked)),
    swap: (session, request) => unlessBegun(session, () => connector.swap(session, request)),
    findSwap: (session, attemptId) =>
      unlessBegun(session, () => connector.findSwap(session, attemptId)),
  };
}
