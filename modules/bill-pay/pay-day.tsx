/** The day of a payment: today, the day before or on the due date, or any other. Days are those of UTC. */
import { addDays, type Day, dayInstant, dayOf } from '@billhook/core/base/dates';
import type { Bill } from '@billhook/core/schemas/bill';
import { useState } from 'preact/hooks';
import { Field } from '../kit/fields.tsx';
import { Chips } from '../kit/look/chips.tsx';
import { Notice } from '../kit/shell.tsx';
import { shortDay } from './days.ts';
import { dateProblem, quickDays } from './pay-date.ts';
import { say } from './text.ts';

type Props = {
  readonly bill: Bill;
  /** Nothing is today. */
  readonly date: Day | undefined;
  readonly onChange: (date: Day | undefined) => void;
  /** Whether another day is wanted, and none is chosen yet. */
  readonly onOpen: (isOpen: boolean) => void;
};

export function PayDay({ bill, date, onChange, onOpen }: Props) {
  const today = dayOf(Date.now());
  const { dayBefore, dueDate } = quickDays(bill.dueDate, today);
  const named = date === undefined || date === dayBefore || date === dueDate;
  const [picking, setPicking] = useState(!named);
  const [typed, setTyped] = useState(named ? '' : date);
  const nice = (day: Day) => shortDay(dayInstant(day));
  const choices = [
    { value: '', text: say('when.today') },
    ...(dayBefore
      ? [{ value: dayBefore, text: say('when.dayBefore', { date: nice(dayBefore) }) }]
      : []),
    ...(dueDate ? [{ value: dueDate, text: say('when.dueDate', { date: nice(dueDate) }) }] : []),
    { value: 'other', text: say('when.other') },
  ];
  const tomorrow = addDays(today, 1);
  const problem = typed === '' ? undefined : dateProblem(typed, tomorrow);
  const due = bill.dueDate?.slice(0, 10);
  const isLate = due !== undefined && date !== undefined && date > due && due >= today;
  return (
    <>
      <Chips
        label={say('when.label')}
        choices={choices}
        value={picking ? 'other' : (date ?? '')}
        onChange={(value) => {
          const isOther = value === 'other';
          setPicking(isOther);
          onOpen(isOther && dateProblem(typed, tomorrow) !== undefined);
          if (!isOther) onChange(value || undefined);
          else if (!dateProblem(typed, tomorrow)) onChange(typed);
        }}
      />
      {picking && (
        <Field
          name="date"
          type="date"
          label={say('when.day')}
          min={tomorrow}
          value={typed}
          problem={problem && say(`when.${problem}`)}
          onInput={(value) => {
            setTyped(value);
            const isWrong = dateProblem(value, tomorrow) !== undefined;
            onOpen(isWrong);
            if (!isWrong) onChange(value);
          }}
        />
      )}
      {isLate && bill.dueDate && (
        <Notice kind="warning">
          {say('when.late', {
            ...{ date: nice(date), due: shortDay(bill.dueDate), company: bill.company.name },
          })}
        </Notice>
      )}
    </>
  );
}
