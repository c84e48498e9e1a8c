/** Handing on daily readings: a message names an auth, and its group the company. */
import type { AuthRecord } from '@billhook/core/auth/auth';
import type { SendTo } from '../aws/queues.ts';

/**
 * @property asked of a reading that is running at its company: how often that was asked about. Whoever
 *   asks next is the one who was told so.
 */
export type ReadingMessage = { readonly authId: string; readonly asked?: number };

type Waiting = Pick<AuthRecord, '_id' | 'company'>;

/** Answers how many could not be sent. */
export async function sendReadings(send: SendTo, auths: readonly Waiting[]): Promise<number> {
  if (auths.length === 0) return 0;
  const companies = new Map(auths.map(({ _id, company }) => [_id, company._id]));
  const messages: ReadingMessage[] = auths.map(({ _id: authId }) => ({ authId }));
  const groupOf = ({ authId }: ReadingMessage) => companies.get(authId) ?? authId;
  const unsent = await send('readings', messages, { groupOf });
  return unsent.length;
}

/** Asks about a reading that is running, in so many seconds. */
export async function askLater(
  send: SendTo,
  { _id: authId, company }: Waiting,
  asked: number,
  delaySeconds: number,
): Promise<void> {
  const message: ReadingMessage = { authId, asked };
  await send('readings', [message], { delaySeconds, groupOf: () => company._id });
}
