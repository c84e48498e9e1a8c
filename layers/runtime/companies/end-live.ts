/** Closing the session that a link has left open, once nothing of the link needs it any more. */
import { logFailure } from '../aws/logger.ts';
import type { CompanySession } from './session.ts';

/** Never throws: a company that is not told closes it by itself in minutes. */
export async function endLive({ company, connector, session, kept }: CompanySession) {
  const live = kept().live?.handle ?? session.live;
  if (live === undefined) return;
  try {
    await connector.endSession?.({ ...session, live });
  } catch (error) {
    const { authId, clientId } = session;
    const ids = { authId, clientId, companyId: company._id };
    logFailure('A session at a company could not be closed', error, ids);
  }
}
