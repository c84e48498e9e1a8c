/** A payment at a company's website: everything before the button that charges, and everything after it. */
import type { PaymentOrder, PayResult, Run } from '@billhook/connector-kit';
import type { Structure } from './blocks/structure.ts';
import { UnknownPage } from './blocks/unknown-page.ts';
import type { Visit } from './blocks/visit.ts';
import type { HistoryLine, Paying } from './company.ts';
import type { Committed, SubmissionName, Submissions } from './submissions.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

export type PayDeps = {
  readonly paying: Paying;
  readonly visit: Visit;
  /** So that the browser doesn't send by itself again what may have been taken. */
  readonly endConnections: () => void;
  readonly submissions: Submissions;
  /** Told of a page that is not known. */
  readonly met?: (structure: Structure | undefined) => void;
};

/** Once for a submission. The button is pressed once, and behind the marker. */
export async function payAt(
  { paying, visit, endConnections, submissions, met }: PayDeps,
  order: PaymentOrder,
  { caller, signal }: Run,
): Promise<PayResult> {
  const { payment, submission, amount, method } = order;
  const name = { caller, payment, submission };
  // Without a history from before, nobody could tell this payment from an earlier one.
  let before: readonly HistoryLine[];
  let prepared: Awaited<ReturnType<Paying['prepare']>>;
  try {
    before = await paying.history(visit);
    prepared = await paying.prepare(visit, order);
  } catch (error) {
    if (!(error instanceof UnknownPage)) return { kind: 'never-taken' };
    met?.(error.structure);
    return { kind: 'held', code: 'system_issue_with_bill_payment', subcode: 'selector-not-found' };
  }
  if ('declined' in prepared) return { kind: 'declined', reason: 'refused' };
  // It would charge something else than what was agreed to.
  if (prepared.cents !== amount.cents)
    return { kind: 'held', code: 'system_issue_with_bill_payment', subcode: 'issue-unidentified' };
  if (signal.aborted) return { kind: 'never-taken' };
  const committed: Committed = {
    cents: prepared.cents,
    ...(method.type === 'card' && { card: method.cardNumber.slice(-4) }),
    at: Date.now(),
    before: before.flatMap(({ confirmation }) => confirmation ?? []),
  };
  await submissions.write(name, committed);
  endConnections();
  try {
    await paying.commit(visit);
    const line = await paying.receipt(visit);
    if (line.cents === committed.cents && !committed.before.includes(line.confirmation ?? ''))
      return await found(submissions, name, { committed, line });
  } catch {
    // It may have been charged: the history tells.
  }
  const seen = await findAt({ paying, visit, submissions }, name, committed).catch(() => undefined);
  return seen ?? { kind: 'unknown' };
}

/** What became of a submission whose button may have been pressed; nothing where the history has no such payment. */
export async function findAt(
  { paying, visit, submissions }: Omit<PayDeps, 'endConnections' | 'met'>,
  name: SubmissionName,
  committed: Committed,
): Promise<PayResult | undefined> {
  const line = lineOf(await paying.history(visit), committed);
  return line && found(submissions, name, { committed, line });
}

/** Ours is the one that was not there before, of the same amount and card. */
function lineOf(
  lines: readonly HistoryLine[],
  { cents, card, at, before, confirmation }: Committed,
): HistoryLine | undefined {
  const earliest = new Date(at - DAY_MILLISECONDS).toISOString().slice(0, 10);
  return lines.find(
    (line) =>
      line.cents === cents &&
      line.on >= earliest &&
      (line.card === undefined || card === undefined || line.card === card) &&
      (confirmation === undefined || line.confirmation === confirmation) &&
      !before.includes(line.confirmation ?? ''),
  );
}

type Taken = {
  readonly committed: Committed;
  readonly line: { readonly confirmation?: string };
};

async function found(
  submissions: Submissions,
  name: SubmissionName,
  { committed, line }: Taken,
): Promise<PayResult> {
  const { confirmation } = line;
  if (confirmation !== undefined) await submissions.write(name, { ...committed, confirmation });
  return {
    kind: 'paid' as const,
    amount: { cents: committed.cents, currency: 'USD' as const },
    paidAt: new Date(committed.at).toISOString(),
    ...(confirmation !== undefined && { confirmation }),
  };
}
