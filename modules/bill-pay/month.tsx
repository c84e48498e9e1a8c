/** The next 30 days: what is paid on each, and by whom. A day's only bill opens from here. */
import { addDays, dayInstant, dayOf } from '@billhook/core/base/dates';
import { moneyText } from '@billhook/core/base/money';
import { fullName } from '../kit/bill-name.ts';
import { money } from '../kit/text.ts';
import { useBills } from './bills.ts';
import { rowDay } from './days.ts';
import { type Coming, centsOf, payers } from './groups.ts';
import { say, sayCount } from './text.ts';

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
      {days.map((day) => {
        const own = all.filter((one) => one.day?.slice(0, 10) === day.slice(0, 10));
        if (!isSome(own)) return <li key={day} class="none" aria-hidden="true" />;
        const [{ entry, payer }, ...others] = own;
        const isOf = own.every((one) => one.payer === payer) ? payer : 'you';
        const mark = (
          <>
            <small>{rowDay(day)}</small>
            <span class="hidden">
              {others.length > 0 ? sayCount('total.bills', own.length) : fullName(entry.bill)}
            </span>
            <b class="number">{money(moneyText(centsOf(own, ...payers)))}</b>
          </>
        );
        const open = () => go({ at: 'bill', billId: entry.bill._id });
        return (
          <li key={day}>
            {others.length > 0 ? (
              <div class={isOf}>{mark}</div>
            ) : (
              <button type="button" class={isOf} onClick={open}>
                {mark}
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function isSome(all: readonly Coming[]): all is readonly [Coming, ...Coming[]] {
  return all.length > 0;
}
