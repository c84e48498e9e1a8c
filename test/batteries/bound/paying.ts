/** What is paid of a household's bills: automatic payments, orders, and how they end. */

import { addDays } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import { holdBack, noticed } from '@billhook/core/bill/agenda';
import { type BillRecord, type IdleBill, owes, reportedOf } from '@billhook/core/bill/bill';
import { skipStatement, statementOfBill } from '@billhook/core/bill/statements';
import type { CompanyBill } from '@billhook/core/company/connector';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import {
  withoutPending,
  withoutTaken,
  withPending,
  withTaken,
} from '@billhook/core/payment/account-ledger';
import { agreedNow, isWaiting } from '@billhook/core/payment/agreed-amount';
import { figuresOf } from '@billhook/core/payment/figures';
import { checkOwed } from '@billhook/core/payment/order-refusal';
import { checkPayable, isTooLate, withShown } from '@billhook/core/payment/payable';
import {
  type KnownOutcome,
  nameOfPaid,
  type PaymentRecord,
  type PlannedPayment,
  withOutcome,
} from '@billhook/core/payment/payment';
import { closeBill, reopenBill, settleBill, settleLedger } from '@billhook/core/payment/settlement';
import { isReturnedStatement } from '@billhook/core/payment/statement';
import { amountToSubmit, withSubmission } from '@billhook/core/payment/submissions';
import {
  approve,
  beginPayment,
  cancelPayment,
  newPayment,
  newWaiting,
  scheduleOn,
  statementOf,
  waitScheduled,
  withoutScheduled,
} from '@billhook/core/payment/transitions';
import { type Books, isLikePosting, openOf, take } from './books.ts';
import { checkCharge, checkOrder, leave } from './checks.ts';
import {
  booksOf,
  type Ending,
  factsOf,
  type Household,
  noonOf,
  showsOf,
  statementTold,
  withBill,
  withBooks,
  withFacts,
} from './household.ts';

/** What a session that pays would read. */
export type Session = { readonly bill: CompanyBill; readonly of: Books; readonly ending: Ending };

const method = {
  ...{ _id: 'pm', version: 1, type: 'card', status: 'verified', name: 'Ada', inFlight: [] },
  ...{ assignedBills: [], declines: 0, created: '' },
} as unknown as PaymentMethodRecord;

/** What is due of a bill today: what waits for its user is looked at, what is to be paid is, or is overdue. */
export function doDue(household: Household, link: number, session: Session): Household {
  const looked = lookAtWaiting(household, link);
  const paid = tryAutomatic(looked, link, session);
  return overdue(paid, link);
}

function accountOf<B extends BillRecord>({ rules, ledger, today }: Household, bill: B): B {
  return { ...bill, ...rules.accountOn(ledger, bill, today) };
}

function lookAtWaiting(household: Household, link: number): Household {
  const { rules, today } = household;
  const payment = household.waiting[link];
  const bill = household.bills[link] as BillRecord;
  if (!payment || bill.pendingPaymentId) return household;
  if (isTooLate(payment, bill.reported, today)) {
    const left = payment.automatic ? skipStatement(bill, today) : {};
    return notWaiting(withBill(household, link, { ...bill, scheduled: undefined, ...left }), link);
  }
  if (!payment.automatic) return household;
  const account = accountOf(household, withoutScheduled(bill));
  const payOn = rules.automaticPayDay(account);
  const amount = rules.automaticAmount(account);
  if (payOn !== undefined && payOn <= today && isWaiting(amount)) return household;
  return notWaiting(withBill(household, link, { ...bill, scheduled: undefined }), link);
}

function notWaiting(household: Household, link: number): Household {
  const { [link]: _over, ...waiting } = household.waiting;
  return { ...household, waiting };
}

function tryAutomatic(household: Household, link: number, session: Session): Household {
  const { rules, today, ledger } = household;
  const bill = household.bills[link] as IdleBill;
  if (bill.deletedAt || bill.reported.syncing || bill.scheduled) return household;
  if (!isDue(rules.automaticPayDay(bill), today)) return household;
  const account = accountOf(household, bill);
  const now = noonOf(today);
  if (ledger?.pendingPaymentId) return withBill(household, link, holdBack(account, now));
  if (!isDue(rules.automaticPayDay(account), today)) return withBill(household, link, account);
  const asked = { paymentId: `p${household.payments + 1}`, payOn: today, partnerNow: now };
  const counted = { ...household, payments: household.payments + 1 };
  const amount = rules.automaticAmount(account);
  if (isWaiting(amount)) {
    const waits = newWaiting(bill, asked, amount, '');
    const waiting = { ...counted.waiting, [link]: waits };
    return { ...withBill(counted, link, scheduleOn(account, waits)), waiting };
  }
  const payment = newPayment(bill, { ...asked, automatic: true });
  return begin(counted, link, { account, payment, session });
}

function isDue(payOn: string | undefined, today: string): boolean {
  return payOn !== undefined && payOn <= today;
}

function overdue(household: Household, link: number): Household {
  const bill = household.bills[link] as BillRecord;
  const { dueOn } = bill.reported;
  const { today } = household;
  const isOver = dueOn !== undefined && dueOn < today && bill.noticed?.overdue !== dueOn;
  if (!isOver || !owes(bill) || bill.pendingPaymentId || bill.reported.syncing) return household;
  return withBill(household, link, noticed(bill, { kind: 'overdue', at: '', about: dueOn }));
}

/** Its user orders a payment for now, or agrees to the one that waits. */
export function order(
  household: Household,
  link: number,
  asked: { readonly maxCents?: number; readonly afterLast?: boolean },
  session: Session,
): Household {
  const { today, ledger } = household;
  const bill = household.bills[link] as BillRecord;
  const standing = household.waiting[link];
  const { maxCents, afterLast } = asked;
  const after = afterLast ? household.charges.at(-1)?.id : undefined;
  const approves = maxCents !== undefined || after !== undefined;
  const waiting = approves ? standing : undefined;
  const account = accountOf(household, bill);
  const open = withShown(waiting ? withoutScheduled(account) : account);
  if (isFailure(checkPayable(open, { userPresent: false }) ?? {})) return household;
  const partnerNow = noonOf(today);
  const more = {
    ...(maxCents !== undefined && { maxCents }),
    ...(after && { afterPayment: after }),
  };
  const agreed = agreedNow(open, { ...more, partnerNow });
  const by = { orderedBy: 'partner' as const };
  const paymentId = `p${household.payments + 1}`;
  const counted = { ...household, payments: household.payments + 1 };
  const payment = waiting
    ? approve(waiting, agreed, today, by)
    : newPayment(bill, { paymentId, payOn: today, partnerNow, agreed, method, ...by });
  if (checkOwed({ ledger, bill: accountOf(household, bill) }, payment, partnerNow))
    return household;
  return begin(notWaiting(counted, link), link, { account, payment, session });
}

function begin(
  household: Household,
  link: number,
  {
    account,
    payment,
    session,
  }: { readonly account: BillRecord; readonly payment: PlannedPayment; readonly session: Session },
): Household {
  const partnerNow = noonOf(household.today);
  const begun = beginPayment(account, method, payment, { partnerNow, machineNow: partnerNow });
  const ledger = withPending(household.ledger, payment._id);
  const { ending } = session;
  // Nothing of it was asked for before.
  const underWay = { payment: begun.payment as PaymentRecord<'open'>, link, ending };
  return submit({ ...withBill(household, link, begun.bill), ledger, underWay }, session);
}

/** The session that pays: as `submitAgain` does it. */
function submit(household: Household, session: Session): Household {
  const { rules, today, company, ledger, underWay } = household;
  if (underWay?.payment.state !== 'open') return household;
  const { payment, link } = underWay;
  const bill = household.bills[link] as BillRecord;
  const partnerNow = noonOf(today);
  const shows = showsOf(company);
  const known = rules.readLedger(ledger, session.bill, partnerNow, shows);
  const reading = reportedOf(session.bill);
  const { followed } = rules.followReading(bill, reading, today, shows.weekly);
  const plain = { ...bill, ...followed, reported: reading };
  const read = { ...plain, ...rules.accountOn(withoutTaken(known, payment._id), plain, today) };
  const found = { reading, readOn: today, account: read.account, unposted: read.unposted };
  const isShown = !reading.syncing && reading.balanceCents !== undefined;
  const shown = { ...household, read: household.read.with(link, session.of.number) };
  if (session.ending === 'stopped')
    return closed(leave(shown, link, 'canceled'), { ...found, stopped: true });
  if (!isShown) return closed(shown, found);
  const { automatic } = payment;
  if (rules.isAutomaticOver(payment, { bill, reading }, partnerNow)) return closed(shown, found);
  if (automatic && isReturnedStatement(known.returned, statementOfBill(read)))
    return closed(shown, { ...found, returned: known.returned });
  const planned = automatic
    ? rules.automaticAmount(read)
    : rules.amountPlanned(payment, read, partnerNow);
  const waitsUntil = automatic && rules.waitsForProof(read, planned);
  if (waitsUntil && waitsUntil > today) return closed(shown, found);
  if (isWaiting(planned)) {
    const waits = waitScheduled(payment, planned, '');
    const reopened = reopenBill(bill, waits, found);
    const free = { ...withBill(shown, link, reopened), underWay: undefined };
    const waiting = { ...free.waiting, [link]: waits };
    return { ...free, waiting, ledger: withoutPending(ledger, payment._id) };
  }
  const amountCents = amountToSubmit(payment, planned);
  if (amountCents === 0) return closed(shown, found);
  const statement = statementOf(read, reading, partnerNow);
  const name = nameOfPaid(statement);
  const { postingDays } = company;
  const asked = { amountCents, reading, askedAt: partnerNow, postingDays };
  const submitted = withSubmission(payment, asked, { ...name, accountFingerprint: 'f' });
  const until = addDays(today, postingDays);
  const taken = {
    ...{ paymentId: payment._id, amountCents, paidOn: today, until },
    shown: figuresOf(reading),
  };
  const held = {
    ...shown,
    ledger: withTaken(known, name, taken),
    underWay: { ...underWay, payment: submitted },
  };
  const charged = charge(held, { session, cents: amountCents, automatic: automatic === true });
  const { ending } = session;
  if (ending === 'unknown' || ending === 'unknown-paid') return charged;
  return settle(charged, ending);
}

/** The company takes it, or will have: it is checked at once, whatever it comes to. */
function charge(
  household: Household,
  by: { readonly session: Session; readonly cents: number; readonly automatic: boolean },
): Household {
  const { underWay, today, company } = household;
  const { session, cents, automatic } = by;
  if (!underWay) return household;
  const { payment, link } = underWay;
  const charging = { cents, session };
  const statement = statementTold(household, link, session.bill.dueOn, session.of.number);
  const told = { ...household, underWay: { ...underWay, statement } };
  const checked = automatic
    ? checkCharge(told, link, charging)
    : checkOrder(told, charging, payment.agreed?.afterPayment);
  if (session.ending === 'declined' || session.ending === 'held' || session.ending === 'unknown')
    return checked;
  const postsOn = addDays(today, company.postsAfter);
  const books = take(booksOf(checked), { id: payment._id, cents, day: today, postsOn });
  const facts = factsOf(checked, statement);
  const owed = facts.owed ?? session.bill.balanceCents ?? 0;
  const counted = withFacts(checked, statement, { owed, taken: facts.taken + cents });
  const one = { id: payment._id, on: today, cents, automatic, statement };
  const paid = { ...withBooks(counted, books), charges: [...counted.charges, one] };
  // The page was of a replica: what happened since will look like this payment's posting.
  return isLikePosting(session.of, books, openOf(books)) ? { ...paid, exact: true } : paid;
}

function closed(
  household: Household,
  { stopped, ...found }: Parameters<typeof closeBill>[2] & { readonly stopped?: boolean },
): Household {
  const { underWay, ledger } = household;
  if (!underWay) return household;
  const { payment, link } = underWay;
  const ended = cancelPayment(stopped ? { ...payment, cancelAsked: true as const } : payment);
  const bill = closeBill(household.bills[link] as BillRecord, ended, found);
  const free = { ...withBill(household, link, bill), underWay: undefined };
  return { ...free, ledger: withoutPending(ledger, payment._id) };
}

/** It ended: as `settlePayment` writes it. */
export function settle(household: Household, ending: Ending): Household {
  const { underWay, today } = household;
  if (!underWay) return household;
  const { payment, link, statement } = underWay;
  const { datesBack = 0 } = household.company;
  const outcome = outcomeOf(payment, ending, noonOf(addDays(today, -datesBack)));
  const ended = withOutcome(payment, outcome);
  const ledger = settleLedger(household.ledger, ended, outcome);
  const bill = settleBill(household.bills[link] as BillRecord, ended, outcome, ledger, today);
  const free = { ...withBill(household, link, bill), underWay: undefined, ledger };
  return outcome.kind === 'declined' ? leave(free, link, 'declined', statement) : free;
}

function outcomeOf(
  { submitted, _id }: PaymentRecord,
  ending: Ending,
  paidAt: number,
): KnownOutcome {
  const { amountCents = 0 } = submitted ?? {};
  if (ending === 'paid' || ending === 'unknown-paid')
    return { kind: 'paid', amountCents, paidAt, confirmation: `C-${_id}` };
  if (ending === 'held') return { kind: 'held', code: 'system_issue_with_bill_payment' };
  return { kind: 'declined', reason: 'insufficient_funds' } as never;
}
