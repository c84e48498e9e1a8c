/** A connector of which is noted what its calls say of the company, whatever becomes of their results. */
import type { ParsedConnector } from '@billhook/core/company/connector-results';
import {
  type CallOutcome,
  outcomeOfError,
  outcomeOfResult,
} from '@billhook/core/company/gate/faults';
import { isRunning, type Running } from '@billhook/core/connector';

/** Neither may throw. */
export type Watching = {
  /** Called once a call has ended. */
  readonly noted: (call: CallOutcome) => void;
  /** Called with what is running at the company after a call that said so; with nothing once one has ended. */
  readonly runs: (operation: string | undefined) => void;
};

type Ended = Parameters<typeof outcomeOfResult>[0];

export function watchedConnector(
  connector: ParsedConnector,
  { noted, runs }: Watching,
): ParsedConnector {
  const watch = async <T extends Ended | Running>(call: () => Promise<T>): Promise<T> => {
    try {
      const result = await call();
      if (isRunning(result)) {
        runs(result.operation);
        return result;
      }
      runs(undefined);
      noted(outcomeOfResult(result as Ended));
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
    cancelPayment: (session, asked) => watch(() => connector.cancelPayment(session, asked)),
    swap: (session, request) => watch(() => connector.swap(session, request)),
    findSwap: (session, attemptId) => watch(() => connector.findSwap(session, attemptId)),
  };
}
