/** A connection that a session hands over once its account was unlinked (decision: connections-are-forgotten). */
import { FAREWELL_MILLISECONDS } from '@billhook/core/company/forgetting';
import { logFailure } from '../aws/logger.ts';
import { authStore } from '../stores/auth-store.ts';
import { beginForgetting } from '../stores/forgetting-store.ts';
import { keepFarewell } from '../stores/passing-store.ts';
import { writeSurely } from '../table/intended-writes.ts';
import type { Table } from '../table/types.ts';
import type { CompanySession } from './session.ts';

/**
 * Has the connector told to forget it. Safe to repeat, and after the auth has kept the connection: the
 * request has one id. It never throws: what the session did counts, whatever becomes of this.
 */
export async function forgetUnlinked(
  table: Table,
  { company, session, kept }: Pick<CompanySession, 'company' | 'session' | 'kept'>,
  machineNow: number,
): Promise<void> {
  const farewell = kept().connection?.farewell;
  if (!farewell) return;
  const { authId, clientId } = session;
  try {
    const auth = await authStore(table).findAny(authId);
    if (auth && !auth.deletedAt) return;
    // It is hidden until its payment ends, and the connection goes with it.
    if (auth?.connection?.farewell?.operation === farewell.operation) return;
    const { operation, auth: account } = farewell;
    const connection = { connector: company.connector, farewell: { operation, auth: account } };
    await writeSurely(table, [
      ...beginForgetting({ connection }, machineNow),
      keepFarewell(farewell, machineNow + FAREWELL_MILLISECONDS),
    ]);
  } catch (error) {
    logFailure('A connector is not told to forget a connection', error, { authId, clientId });
  }
}
