/** What a user may set on a bill. */
import type { BillRecord } from './bill.ts';
import { type Failure, fail } from './errors.ts';
import type { Switch } from './schemas/bill.ts';
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
