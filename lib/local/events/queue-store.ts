/** The messages of all queues, in SQLite. A message is gone only when whoever took it says so. */
import { randomUUID } from 'node:crypto';
import type { LocalState } from '../state.ts';

/** A queue of the templates. */
export type Queue = {
  readonly arn: string;
  readonly visibilityMilliseconds: number;
  readonly delayMilliseconds: number;
  readonly retentionMilliseconds: number;
  /** Where a message goes that was taken so often; without it, it is taken for ever. */
  readonly redrive?: { readonly targetArn: string; readonly maxReceives: number };
};

export type Message = {
  readonly id: number;
  readonly messageId: string;
  readonly body: string;
  readonly sender: string;
  /** Milliseconds since the epoch, as all times here. */
  readonly sent: number;
  readonly firstReceived: number;
  readonly receives: number;
};

export type Sending = {
  readonly body: string;
  readonly delayMilliseconds?: number;
  /** Whose message it is: groups take turns (a fair queue). */
  readonly group?: string;
};

export type QueueStore = {
  /** Answers the ids of the messages, in order; they stand when this returns. */
  readonly put: (queue: Queue, sender: string, messages: readonly Sending[]) => readonly string[];
  /** Takes up to so many that may be seen; nobody else sees them until their time-out. */
  readonly take: (queue: Queue, most: number) => readonly Message[];
  readonly remove: (messages: readonly Message[]) => void;
  /** They are seen again when their time-out is over. */
  readonly leave: (messages: readonly Message[]) => void;
  /** When the next message may be seen; it may be in the past. */
  readonly nextVisible: (queue: Queue) => number | undefined;
};

type Row = {
  readonly id: number;
  readonly message: string;
  readonly body: string;
  readonly sender: string;
  readonly sent: number;
  readonly first_received: number | null;
  readonly receives: number;
};

export type QueueStoreOptions = {
  readonly now?: () => number;
  /** Told of a queue that was given what another could not get rid of. */
  readonly onMoved?: (queueArn: string) => void;
};

export function createQueueStore(
  { db }: LocalState,
  { now = Date.now, onMoved }: QueueStoreOptions = {},
): QueueStore {
  const insert = db.prepare(
    'INSERT INTO queue_messages (queue, message, body, sender, sent, visible, turn) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const visible = visibleRows(db);
  const claim = db.prepare(
    'UPDATE queue_messages SET visible = ?, first_received = ?, receives = ?, taken = 1 WHERE id = ?',
  );
  const move = db.prepare(
    'UPDATE queue_messages SET queue = ?, visible = ?, first_received = NULL, receives = 0, taken = 0 WHERE id = ?',
  );
  const drop = db.prepare('DELETE FROM queue_messages WHERE id = ?');
  const release = db.prepare('UPDATE queue_messages SET taken = 0 WHERE id = ?');
  const next = db.prepare('SELECT min(visible) AS at FROM queue_messages WHERE queue = ?');
  const together = <T>(work: () => T): T => {
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  };
  /** Those that the process took which ended: it came back to none of them, and none failed. */
  db.prepare(
    'UPDATE queue_messages SET visible = ?, receives = max(0, receives - 1), taken = 0 WHERE taken = 1',
  ).run(now());

  const takeOne = (queue: Queue, row: Row): Message | undefined => {
    const at = now();
    const receives = row.receives + 1;
    if (at - row.sent > queue.retentionMilliseconds) {
      drop.run(row.id);
      return undefined;
    }
    if (queue.redrive && receives > queue.redrive.maxReceives) {
      move.run(queue.redrive.targetArn, at, row.id);
      onMoved?.(queue.redrive.targetArn);
      return undefined;
    }
    const firstReceived = row.first_received ?? at;
    claim.run(at + queue.visibilityMilliseconds, firstReceived, receives, row.id);
    const { id, message: messageId, body, sender, sent } = row;
    return { id, messageId, body, sender, sent, firstReceived, receives };
  };
  return {
    put: (queue, sender, messages) =>
      together(() =>
        messages.map(({ body, group, delayMilliseconds = queue.delayMilliseconds }) => {
          const messageId = randomUUID();
          const at = now();
          const until = at + delayMilliseconds;
          insert.run(queue.arn, messageId, body, sender, at, until, group ?? null);
          return messageId;
        }),
      ),
    take: (queue, most) =>
      together(() => {
        const rows = visible(queue, now(), most);
        return rows.map((row) => takeOne(queue, row)).filter((message) => message !== undefined);
      }),
    remove: (messages) =>
      together(() => {
        for (const { id } of messages) drop.run(id);
      }),
    leave: (messages) =>
      together(() => {
        for (const { id } of messages) release.run(id);
      }),
    nextVisible: (queue) => (next.get(queue.arn) as { at: number | null }).at ?? undefined,
  };
}

/** What of a queue may be seen: the oldest first, or, where messages have groups, in turns. */
function visibleRows(db: LocalState['db']) {
  const select = db.prepare(
    'SELECT id, message, body, sender, sent, first_received, receives FROM queue_messages WHERE queue = ? AND visible <= ? ORDER BY visible, id LIMIT ?',
  );
  /** The groups with the fewest messages in hand come first. */
  const selectFairly = db.prepare(
    `SELECT id, message, body, sender, sent, first_received, receives FROM queue_messages AS one
     LEFT JOIN (SELECT turn AS busy, count(*) AS hands FROM queue_messages
       WHERE queue = ?1 AND taken = 1 GROUP BY turn) ON busy = one.turn
     WHERE queue = ?1 AND visible <= ?2 ORDER BY coalesce(hands, 0), visible, id LIMIT ?3`,
  );
  const hasGroups = db.prepare(
    'SELECT 1 FROM queue_messages WHERE queue = ? AND turn IS NOT NULL LIMIT 1',
  );
  return (queue: Queue, at: number, most: number): readonly Row[] => {
    const chosen = hasGroups.get(queue.arn) === undefined ? select : selectFairly;
    return chosen.all(queue.arn, at, most) as unknown as readonly Row[];
  };
}
