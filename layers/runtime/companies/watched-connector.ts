/** A connector of which is noted what its calls say of the company, whatever becomes of their results. */
import type { ParsedConnector } from '@billhook/core/company/connector-results';
import {
  type CallOutcome,
  outcomeOfError,
  outcomeOfResult,
} from '@billhook/core/company/gate/faults';

/** @param noted is called once a call has ended, and must not throw. */
export function watchedConnector(
  connector: ParsedConnector,
  noted: (call: CallOutcome) => void,
): ParsedConnector {
  const watch = async <T extends Parameters<typeof outcomeOfResult>[0]>(
    call: () => Promise<T>,
  ): Promise<T> => {
    try {
      const result = await call();
      noted(outcomeOfResult(result));
      return result;
    } catch (error) {
      noted(outcomeOfError(error));
      throw error;
    }
  };
  return {
    ...connector,
    logIn: (session) => watch(() => connector.logIn(session)),
    listBills: (session) => watch(() => connector.listBills(session)),
    pay: (session, request) => watch(() => connector.pay(session, request)),
    findPayment: (session, asked) => watch(() => connector.findPayment(session, asked)),
    swap: (session, request) => watch(() => connector.swap(session, request)),
    findSwap: (session, attemptId) => watch(() => connector.findSwap(session, attemptId)),
  };
}
