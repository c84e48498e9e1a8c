/** Asking a connector about what it has called running. */
import type { Running, RunStep, Session } from '@billhook/core/company/connector';
import { logFailure } from '../aws/logger.ts';

/**
 * A question that fails says nothing of what it was about: that is asked about again, until its time is
 * over. Without an operation this is the call itself, and its errors are.
 */
export async function askRunning<T>(
  session: Session,
  operation: string | undefined,
  ask: (session: Session) => Promise<T>,
  step?: RunStep,
): Promise<T | Running> {
  if (operation === undefined) return ask(session);
  try {
    return await ask({ ...session, running: operation, ...(step && { runningStep: step }) });
  } catch (error) {
    const { company, authId, clientId, partnerId } = session;
    const ids = { companyId: company._id, authId, clientId, partnerId };
    logFailure('A company could not be asked about what is running there', error, ids);
    return { kind: 'running', operation, askAgainAt: 0 };
  }
}
