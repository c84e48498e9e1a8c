/** What a user may set on a bill. */
import { type BillRecord, owedOf } from './bill.ts';
import { type Failure, fail } from './errors.ts';
import { checkCustomAmount } from './payment-amount.ts';
import { amountLimit, type Ceilings, overCeiling } from './payments/ceilings.ts';
import type { GivenCustomization, Switch } from './schemas/bill.ts';
import type { Schedule } from './schemas/schedule.ts';

/** The bill with new payment settings; what is left out stays. */
export function changeSettings(
  bill: BillRecord,
  asked: { readonly recurring?: Switch; readonly schedule?: Schedule },
): BillRecord | Failure<'recurring_required' | 'schedule_fixed'> {
  if (bill.subscription && asked.recurring === 'disabled') return fail('recurring_required');
  const fixed = bill.company.schedule;
  if (fixed && asked.schedule && asked.schedule !== fixed) return fail('schedule_fixed');
  return {
    ...bill,
    version: bill.version + 1,
    recurring: asked.recurring ?? bill.recurring,
    schedule: asked.schedule ?? bill.schedule,
    waitsUntil: undefined,
  };
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
    version: bill.version + 1,
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
