/** Giving a worker something to do: by a queue, or to the session that is still open for the account. */
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@billhook/core/base/dates';
import {
  changed,
  givenOut,
  takesMore,
  type WorkOperation,
} from '@billhook/core/company/worker/operation';
import type { SendTo } from '../../aws/queues.ts';
import { type WorkRequest, workStore } from '../../stores/work-store.ts';
import type { Table, Write } from '../../table/types.ts';

/** In a message: which operation, and what it is taken by. It opens nothing else, and once. */
export type WorkMessage = {
  readonly id: string;
  readonly attempt: number;
  readonly ticket: string;
};

export type GivingDeps = { readonly table: Table; readonly clock: Clock; readonly send: SendTo };

const TICKET_BYTES = 24;

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

export type Giving = {
  /** Kept with it, where this is the first time or another round. */
  readonly request?: WorkRequest;
  /** A session that may still be open. */
  readonly live?: string;
  readonly along?: readonly Write[];
};

/**
 * Gives it out once more, under the version that was read.
 * @returns what stands now; nothing where somebody else was faster.
 */
export async function giveOut(
  { table, clock, send }: GivingDeps,
  record: WorkOperation,
  { request, live, along = [] }: Giving,
): Promise<WorkOperation | undefined> {
  const store = workStore(table);
  const now = clock();
  const kept = request ? [store.keepRequest(record.id, request, now)] : [];
  const session = live === undefined ? undefined : await store.findSession(live);
  const { company, auth } = record;
  if (takesMore(session, { company, auth, now })) {
    const called = givenOut({ ...record, session: session.id }, { sentTo: 'session', now });
    const next = { ...session, state: 'called' as const, next: record.id };
    const written = await table.write([
      store.save(called, now),
      store.saveSession({ ...next, version: session.version + 1 }),
      ...kept,
      ...along,
    ]);
    if (written === 'written') return called;
    // The session has ended meanwhile, or the record has changed: the next version tells.
  }
  const ticket = randomBytes(TICKET_BYTES).toString('base64url');
  const { session: _none, ...alone } = record;
  const queued = givenOut(alone, { ticket: hashOf(ticket), sentTo: 'queue', now });
  const written = await table.write([store.save(queued, now), ...kept, ...along]);
  if (written !== 'written') return undefined;
  const message: WorkMessage = { id: record.id, attempt: queued.attempt, ticket };
  const queue = record.attended ? 'attended' : 'unattended';
  // By company, so that those of one that hangs don't hold up the others'.
  const left = await send(queue, [message], { groupOf: () => company }).catch(() => [message]);
  if (left.length === 0) return queued;
  const unsent = changed(queued, { sentAt: 0 });
  // Whoever asks next gives it out again.
  return (await table.write([store.save(unsent, now)])) === 'written' ? unsent : queued;
}
