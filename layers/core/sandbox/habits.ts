/** How companies of the sandbox show what they took: a row for each value of `Shows`. */
import type { ListedPayment } from '../connector.ts';
import { addDays, type Day, dayOf } from '../dates.ts';
import type { Attempt } from './account.ts';
import type { Shows } from './inputs.ts';
import {
  dueOnOf,
  isOpen,
  paidStatement,
  type SandboxPayment,
  type Statement,
  takenLate,
} from './statement.ts';

/** What a reading is made from. */
type Seen = {
  readonly statement: Statement;
  readonly attempts: readonly Attempt[];
  readonly partnerNow: number;
};

type Habit = {
  /** The statement after a payment. */
  readonly takes: (statement: Statement, payment: SandboxPayment) => Statement;
  readonly dueOn?: (statement: Statement) => Day | undefined;
  readonly statementName?: (seen: Seen) => string;
  /** The payments it lists; without it, it has no list. */
  readonly lists?: (seen: Seen) => readonly ListedPayment[] | undefined;
};

const late: Habit = { takes: takenLate };
const atOnce: Habit = { takes: paidStatement };

export const habits: Readonly<Record<Shows, Habit>> = {
  'at-once': { ...atOnce, lists: listedAttempts },
  late,
  'due-date-moves': { ...late, dueOn: movedDueOn },
  named: {
    ...late,
    statementName: ({ statement }) => `Statement ${statement.month + 1}`,
    lists: ({ statement }) => statement.shown ?? [],
  },
  'due-date-cleared': {
    ...atOnce,
    dueOn: (statement) => (isOpen(statement) ? dueOnOf(statement) : undefined),
  },
};

/** Payments that a company lists. */
const MAX_LISTED = 20;

/**
 * By their confirmations: an account that starts anew with another form has still been paid before.
 */
function listedAttempts({ attempts, partnerNow }: Seen): readonly ListedPayment[] | undefined {
  const lines = attempts.flatMap(({ outcome }) =>
    outcome.kind === 'paid' && outcome.paidAt <= partnerNow && outcome.confirmation !== undefined
      ? [
          {
            amountCents: outcome.amountCents,
            paidOn: dayOf(outcome.paidAt),
            confirmation: outcome.confirmation,
          },
        ]
      : [],
  );
  return lines.length > 0 ? lines.slice(-MAX_LISTED) : undefined;
}

function movedDueOn(statement: Statement): Day | undefined {
  const dueOn = dueOnOf(statement);
  return dueOn && (statement.taken ?? []).length > 0 ? addDays(dueOn, 1) : dueOn;
}
