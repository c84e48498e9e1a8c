/** A connector of which is noted what its calls say of the company, whatever becomes of their results. */

import { isRunning, type Running } from '@billhook/core/company/connector';
import type { ParsedConnector } from '@billhook/core/company/connector-results';
import {
  type CallOutcome,
  outcomeOfError,
  outcomeOfResult,
} from '@billhook/core/company/gate/faults';

/** Neither may throw. */
export type Watching = {
  /** Called once a call has ended. */
  readonly noted: (call: CallOutcome) => void;
  /** Called with what is running at the company after a call that said so; with nothing once one has ended. */
  readonly runs: (operation: string | undefined) => void;
  /** Called with what a call came to; with nothing once the session was closed. */
  readonly ended: (result: unknown, call: WatchedCall | 'endSession') => void;
};

export type WatchedCall =
  | 'logIn'
  | 'listBills'
  | 'pay'
  | 'findPayment'
  | 'cancelPayment'
  | 'swap'
  | 'findSwap';

type Ended = Parameters<typeof outcomeOfResult>[0];

export function watchedConnector(
  connector: ParsedConnector,
  { noted, runs, ended }: Watching,
): ParsedConnector {
  const watch = async <T extends Ended | Running>(
    name: WatchedCall,
    call: () => Promise<T>,
  ): Promise<T> => {
    try {
      const result = await call();
      if (isRunning(result)) {
        runs(result.operation);
        return result;
      }
      runs(undefined);
      ended(result, name);
      noted(outcomeOfResult(result as Ended));
      return result;
    } catch (error) {
      noted(outcomeOfError(error));
      throw error;
    }
  };
  const { endSession } = connector;
  return {
    ...connector,
    ...(endSession && {
      endSession: async (session: Parameters<typeof endSession>[0]) => {
        await endSession.call(connector, session);
        ended(undefined, 'endSession');
      },
    }),
    logIn: (session) => watch('logIn', () => connector.logIn(session)),
    listBills: (session) => watch('listBills', () => connector.listBills(session)),
    pay: (session, request) => watch('pay', () => connector.pay(session, request)),
    findPayment: (session, asked) =>
      watch('findPayment', () => connector.findPayment(session, asked)),
    cancelPayment: (session, asked) =>
      watch('cancelPayment', () => connector.cancelPayment(session, asked)),
    swap: (session, request) => watch('swap', () => connector.swap(session, request)),
    findSwap: (session, attemptId) =>
      watch('findSwap', () => connector.findSwap(session, attemptId)),
  };
}
