/** The second step of paying: now, or on a day. Days are those of UTC, as the service counts them. */
import { addDays, dayOf } from '@billhook/core/dates';
import { useState } from 'preact/hooks';
import { newKey } from '../kit/api.ts';
import { Choices, Field, Form, type Problems } from '../kit/fields.tsx';
import { Actions, Primary, Screen } from '../kit/shell.tsx';
import { day } from '../kit/text.ts';
import { useBills, useEntry } from './bills.ts';
import { Missing } from './missing.tsx';
import { dateProblem } from './pay-date.ts';
import { type Place, reviewPlace } from './place.ts';
import { say } from './text.ts';

type Props = Extract<Place, { readonly at: 'pay-method' | 'pay-when' }>;

export function PayWhen({ billId, methodId, date: before }: Props) {
  const { go } = useBills();
  const bill = useEntry(billId)?.bill;
  const [when, setWhen] = useState<'now' | 'date'>(before === undefined ? 'now' : 'date');
  const [date, setDate] = useState(before ?? '');
  const [problems, setProblems] = useState<Problems>({});
  if (!bill) return <Missing />;
  const tomorrow = addDays(dayOf(Date.now()), 1);
  const next = () => {
    const problem = when === 'date' ? dateProblem(date, tomorrow) : undefined;
    setProblems(problem ? { date: say(`when.${problem}`) } : {});
    if (problem) return;
    const asked = when === 'date' ? { date } : {};
    go(reviewPlace({ billId, methodId, ...asked }, newKey));
  };
  return (
    <Screen
      name="pay-when"
      title={say('when.title')}
      onBack={() => go({ at: 'pay-method', billId, methodId })}
    >
      <Form problems={problems} onSubmit={next}>
        <Choices
          name="when"
          legend={say('review.when')}
          choices={[
            { value: 'now', label: say('when.now') },
            {
              value: 'date',
              label: say('when.date'),
              detail: bill.dueDate && say('review.due', { date: day(bill.dueDate) }),
            },
          ]}
          value={when}
          onChange={setWhen}
        />
        {when === 'date' && (
          <Field
            name="date"
            type="date"
            label={say('when.day')}
            min={tomorrow}
            value={date}
            problem={problems.date}
            onInput={setDate}
          />
        )}
        <Actions>
          <Primary text={say('action.continue')} />
        </Actions>
      </Form>
    </Screen>
  );
}
