/**
 * Counts the bytes of answers that are kept for a caller in a day (decision: answers-have-a-budget),
 * over all instances, in one item of the table. An instance takes a lease of them at once and counts
 * it off in its memory, so that few requests write for it.
 */

import { ANSWER_BUDGETS } from '@billhook/core/api/idempotency';
import { instantText } from '@billhook/core/base/dates';
import { answerBudgetKey } from '@billhook/core/base/table-keys';
import { logFailure } from '../aws/logger.ts';
import type { Table } from '../table/types.ts';

export type BudgetOwner = {
  /** Of the client where it calls itself, else of its partner. */
  readonly callerId: string;
  readonly kind: keyof typeof ANSWER_BUDGETS;
  readonly partnerId: string;
};

export type AnswerBudget = {
  /** Takes so many bytes. False when fewer are left. */
  readonly take: (owner: BudgetOwner, bytes: number, now: number) => Promise<boolean>;
};

/** Of one caller in this instance. */
type Held = { readonly day: string; readonly left: number; readonly usedUp?: true };

const LEASE_BYTES = 64 * 1024;
const DAY_SECONDS = 24 * 60 * 60;
/** Callers that an instance remembers; the oldest is forgotten first. */
const MAX_HELD = 10_000;

export function openAnswerBudget(table: Table): AnswerBudget {
  const held = new Map<string, Held>();
  return {
    async take(owner, bytes, now) {
      const day = instantText(now).slice(0, 10);
      const standing = held.get(owner.callerId);
      const known: Held = standing?.day === day ? standing : { day, left: 0 };
      const missing = bytes > known.left && !known.usedUp;
      const found = missing ? await takeLease(table, owner, known, bytes, now) : known;
      const enough = bytes <= found.left;
      keep(held, owner.callerId, { ...found, left: enough ? found.left - bytes : found.left });
      return enough;
    },
  };
}

/** What is held with a lease more, or all that there is when the budget has no more to give. */
async function takeLease(
  table: Table,
  { callerId, kind, partnerId }: BudgetOwner,
  known: Held,
  needed: number,
  now: number,
): Promise<Held> {
  const bytes = Math.max(LEASE_BYTES, needed);
  const lease = {
    update: answerBudgetKey(callerId, known.day),
    add: { bytes },
    setOnce: { expiresAt: Math.ceil(now / 1000) + 2 * DAY_SECONDS },
    when: { atMost: { bytes: ANSWER_BUDGETS[kind] - bytes }, orAbsent: true },
  } as const;
  try {
    const result = await table.write([lease]);
    return result === 'written'
      ? { ...known, left: known.left + bytes }
      : { ...known, usedUp: true };
  } catch (error) {
    // An outage of the counter is none of the answers.
    logFailure('A stored response was not counted', error, { partnerId });
    return { ...known, left: known.left + needed };
  }
}

function keep(held: Map<string, Held>, callerId: string, now: Held): void {
  if (!held.has(callerId) && held.size >= MAX_HELD) {
    const [oldest] = held.keys();
    if (oldest !== undefined) held.delete(oldest);
  }
  held.set(callerId, now);
}
