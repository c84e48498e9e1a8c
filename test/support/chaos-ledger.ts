/** What the table holds after the payments, held against what the companies took. */
import { owes } from '@billhook/core/bill/bill';
import type { Attempt } from '@billhook/core/sandbox/account';
import type { Subject } from './chaos-trial.ts';
import { chargesOf, type Ledger, twiceCharged, wrongPayment } from './ledger.ts';
import { callTable, findTable } from './table-server.ts';

const MINUTE = 60_000;

/** Payments that have not ended, and methods that still wait for one. */
export function unendedOf({ payments, methods, bills }: Ledger): string[] {
  return [
    ...payments
      .filter(({ status }) => status === 'pending' || status === 'scheduled')
      .map(({ _id, status }) => `${_id} is ${status}`),
    ...methods
      .filter(({ inFlight }) => inFlight.length > 0)
      .map(({ _id }) => `${_id} waits for a payment`),
    ...[...bills.values()]
      .filter(({ pendingPaymentId, scheduled }) => pendingPaymentId ?? scheduled)
      .map(({ _id }) => `${_id} waits for a payment`),
  ];
}

/**
 * Time passes for what is due later or was asked for a moment ago. Only when nothing is under way:
 * what is being done would else look as if it had been given up.
 */
export async function letTimePass(tableUrl: string, { payments }: Ledger): Promise<void> {
  const TableName = await findTable(tableUrl);
  // Also by the clock of a service that is behind.
  const past = new Date(Date.now() - MINUTE).toISOString();
  for (const { _id, clientId, dueAt, version } of payments) {
    if (dueAt === undefined || dueAt <= past) continue;
    await callTable(tableUrl, 'UpdateItem', {
      TableName,
      Key: { pk: { S: clientId }, sk: { S: _id } },
      UpdateExpression: 'SET dueAt = :past REMOVE askedAt',
      ConditionExpression: 'dueAt = :then AND version = :version',
      ExpressionAttributeValues: {
        ':past': { S: past },
        ':then': { S: dueAt },
        ':version': { N: String(version) },
      },
    }).catch((error: Error) => {
      if (!error.message.includes('ConditionalCheckFailed')) throw error;
    });
  }
}

/** Everything that is wrong, a sentence each; nothing when each payment was made as it should be. */
export function wrongsOf(ledger: Ledger, subjects: readonly Subject[]): string[] {
  const paid = chargesOf(ledger);
  return [
    ...twiceCharged(ledger),
    ...ledger.payments.flatMap((payment) => wrongPayment(payment, paid.get(payment._id))),
    ...subjects.flatMap((subject) => wrongSubject(ledger, subject, paid)),
    ...ledger.ledgers.flatMap(({ pendingPaymentId }) =>
      pendingPaymentId ? [`${pendingPaymentId} still takes its account`] : [],
    ),
  ];
}

function wrongSubject(
  { bills, payments }: Ledger,
  { billId, plan, pays, answer }: Subject,
  charges: ReadonlyMap<string, Attempt>,
): string[] {
  const bill = bills.get(billId);
  const own = payments.filter((payment) => payment.billId === billId);
  const charged = own.filter(({ _id }) => charges.has(_id));
  const history = bill?.payments ?? [];
  // A cancellation that meets a payment under way ends it where its company never took it.
  const stopped = own.some(({ status, cancelAsked }) => status === 'cancelled' && cancelAsked);
  const shouldPay = pays && plan !== 'cancel-later' && !(plan === 'race-cancel' && stopped);
  const wrongs: string[] = [];
  const expectThat = (holds: boolean, wrong: string) => {
    if (!holds) wrongs.push(`${billId} (${plan}, answered ${answer}): ${wrong}`);
  };
  expectThat(
    history.length === charged.length,
    `history of ${history.length}, ${charged.length} charged`,
  );
  expectThat(charged.length === (shouldPay ? 1 : 0), `charged ${charged.length} times`);
  const [entry] = history;
  const [payment] = charged;
  if (entry && payment) {
    expectThat(entry.amountCents === payment.amountCents, 'its history tells another amount');
    expectThat(bill !== undefined && !owes(bill), 'it is paid and still owes');
  }
  const told = own.some(({ status }) => status !== 'scheduled' && status !== 'pending');
  expectThat(answer !== '200' || told, 'accepted, and nothing tells what became of it');
  return wrongs;
}
