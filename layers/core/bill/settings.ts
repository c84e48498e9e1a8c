/** What a user may set on a bill. */

import { type Day, dayInstant, dayOf } from '../base/dates.ts';
import { type Failure, fail, isFailure } from '../base/errors.ts';
import { moneyText } from '../base/money.ts';
import type { PaymentMethodRecord } from '../method/payment-method.ts';
import { checkCustomAmount } from '../payment/amount.ts';
import { amountLimit, type Ceilings, overCeiling } from '../payment/ceilings.ts';
import { automaticIfOn, type ClientMethods, payingMethod } from '../payment/next-payment.ts';
import type { GivenCustomization, Switch } from '../schemas/bill.ts';
import type { Consent, ConsentTerms } from '../schemas/consent.ts';
import type { Schedule } from '../schemas/schedule.ts';
import { type BillRecord, owedOf, scheduleOf, withoutDecline } from './bill.ts';
import { decided } from './earlier-settings.ts';
import { skipStatement } from './statements.ts';

/** The bill with new payment settings. `consent`: on what ground recurring payments may be enabled. */
export function changeBillSettings(
  bill: BillRecord,
  asked: {
    readonly recurring?: Switch;
    readonly schedule?: Schedule;
    /** Leaves the statement that the bill shows to its user. */
    readonly skipCycle?: boolean;
    readonly today?: Day;
  },
  consent?: Consent,
): BillRecord | Failure<'consent_required' | 'recurring_required' | 'schedule_fixed'> {
  if (bill.subscription && asked.recurring === 'disabled') return fail('recurring_required');
  const fixed = bill.company.schedule;
  if (fixed && asked.schedule && asked.schedule !== fixed) return fail('schedule_fixed');
  const recurring = asked.recurring ?? bill.recurring;
  const isOff = bill.recurring === 'disabled' || bill.notAgreed;
  const turnsOn = asked.recurring === 'enabled' && isOff;
  if (turnsOn && !consent) return fail('consent_required');
  return {
    ...bill,
    ...(turnsOn && { notAgreed: undefined }),
    ...(asked.recurring && decided(bill, 'recurring')),
    recurring,
    consent: agreedTo(bill, asked.recurring, consent),
    schedule: asked.schedule ?? bill.schedule,
    waitsUntil: undefined,
    ...(bill.declineStands && withoutDecline),
    ...(asked.skipCycle &&
      recurring === 'enabled' &&
      skipStatement(bill, asked.today ?? bill.seenOn ?? '')),
  };
}

/** What the bill's rule is at the moment at which its user agrees: what is kept with the consent. */
export function termsOf(
  bill: BillRecord,
  client: ClientMethods<PaymentMethodRecord>,
  partnerNow: number,
): ConsentTerms {
  const method = payingMethod(bill, client);
  const next = automaticIfOn(bill, dayOf(partnerNow));
  return {
    schedule: scheduleOf(bill),
    ...(next && { amount: moneyText(next.amountCents), payDate: dayInstant(next.payOn) }),
    ...(!isFailure(method) && { paymentMethod: termsMethod(method) }),
  };
}

function termsMethod({ _id, type, card, bank }: PaymentMethodRecord) {
  return {
    ...{ _id, type, lastFour: card?.lastFour ?? bank?.accountLastFour ?? '' },
    ...(card && { brand: card.brand }),
    ...(bank && { accountType: bank.accountType }),
  };
}

/** What is enabled already stays on its ground, unless a text was agreed to now. */
function agreedTo(
  bill: BillRecord,
  recurring: Switch | undefined,
  consent: Consent | undefined,
): Consent | undefined {
  if (recurring === 'disabled') return undefined;
  const stands = recurring === undefined || (bill.recurring === 'enabled' && !bill.notAgreed);
  return stands && consent?.textHash === undefined ? bill.consent : consent;
}

/** The bill as its user wants it; what is left out stays, `null` takes back what was set. */
export function customizeBill(
  bill: BillRecord,
  asked: GivenCustomization,
  ceilings: Ceilings,
): BillRecord | Failure<'payment_amount_not_accepted' | 'amount_limit'> {
  const { customPaymentAmount: amountCents, customLabel, hidden, notifications } = asked;
  const refusal = typeof amountCents === 'number' && checkAmount(bill, amountCents, ceilings);
  if (refusal) return refusal;
  return {
    ...bill,
    ...(amountCents !== undefined && decided(bill, 'amountCents')),
    ...(amountCents !== undefined && { customPaymentAmountCents: amountCents ?? undefined }),
    ...(customLabel !== undefined && { customLabel: customLabel ?? undefined }),
    ...(hidden !== undefined && { hidden: hidden ?? false }),
    ...(notifications !== undefined && { notifications: notifications ?? 'enabled' }),
  };
}

function checkAmount(bill: BillRecord, amountCents: number, ceilings: Ceilings) {
  const over = overCeiling(amountCents, { company: bill.company, owed: owedOf(bill) }, ceilings);
  const limited = over && amountLimit(over, ceilings);
  return checkCustomAmount(bill, amountCents) ?? limited;
}
