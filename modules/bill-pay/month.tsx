/** The next 30 days: what is paid of which bill on its day, and by whom. */
import { addDays, dayInstant, dayOf } from '@billhook/core/base/dates';
import { fullName } from '../kit/bill-name.ts';
import { money } from '../kit/text.ts';
import { useBills } from './bills.ts';
import { rowDay } from './days.ts';
import type { Coming } from './groups.ts';
import { say } from './text.ts';

const DAYS = 30;

export function Month({ all }: { readonly all: readonly Coming[] }) {
  const { go } = useBills();
  const today = dayOf(Date.now());
  const days = Array.from({ length: DAYS }, (_, day) => dayInstant(addDays(today, day)));
  const isNext = ({ day }: Coming) =>
    day !== undefined && days.includes(dayInstant(day.slice(0, 10)));
  // One alone stands in its row.
  if (all.filter(isNext).length < 2) return null;
  return (
    <ol class="month" aria-label={say('month.label')}>
      {days.flatMap((day) => {
        const own = all.filter((one) => one.day?.slice(0, 10) === day.slice(0, 10));
        if (own.length === 0) return [<li key={day} class="none" aria-hidden="true" />];
        return own.map(({ entry: { bill }, amount, payer }) => (
          <li key={bill._id}>
            <button
              type="button"
              class={payer}
              onClick={() => go({ at: 'bill', billId: bill._id })}
            >
              <small>{rowDay(day)}</small>
              <span class="hidden">{fullName(bill)}</span>
              <b class="number">{money(amount)}</b>
            </button>
          </li>
        ));
      })}
    </ol>
  );
}
