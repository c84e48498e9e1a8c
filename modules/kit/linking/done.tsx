/** The good ends of linking. */
import type { Bill } from '@billhook/core/schemas/bill';
import type { CompanySummary } from '@billhook/core/schemas/company';
import { useEffect, useState } from 'preact/hooks';
import { billName, ownName } from '../bill-name.ts';
import { Fact } from '../fact.tsx';
import { useKit } from '../kit.ts';
import { listBills } from '../lists.ts';
import { Actions, Primary, Screen, Secondary } from '../shell.tsx';
import { day, money } from '../text.ts';
import { Success } from './success.tsx';
import { say } from './text.ts';

type DoneProps = {
  readonly authId: string;
  readonly company: CompanySummary;
  readonly doneText?: string;
  readonly onDone: () => void;
  readonly onAnother?: () => void;
};

export function Done({ authId, company, doneText, onDone, onAnother }: DoneProps) {
  const { look, api, clientId } = useKit();
  const [found, setFound] = useState<readonly Bill[]>([]);
  useEffect(() => {
    listBills(api, clientId).then((all = []) =>
      setFound(all.map(({ bill }) => bill).filter(({ auth }) => auth._id === authId)),
    );
  }, [api, clientId, authId]);
  return (
    <Success
      name="linked"
      title={say('done.title', { company: company.name })}
      {...{ company, doneText, onDone }}
      more={onAnother && <Secondary text={say('done.another')} onClick={onAnother} />}
    >
      <dl>
        {found.map((bill) => (
          <Fact key={bill._id} name={ownName(bill) || billName(bill)} value={dueOf(bill)} />
        ))}
      </dl>
      <p>{say(found.length > 0 ? 'done.notPaid' : 'done.body', { partner: look.name })}</p>
    </Success>
  );
}

/** What its company shows of it: how much, and by when. */
function dueOf({ balance, dueDate }: Bill): string {
  if (balance === undefined) return say('done.reading');
  return [money(balance), dueDate && say('done.due', { date: day(dueDate) })]
    .filter(Boolean)
    .join(' · ');
}

/** Questions are left for another time: nothing is lost, and nothing is linked yet. */
export function Skipped({
  company,
  onDone,
  onAnother,
}: {
  readonly company: string;
  readonly onDone: () => void;
  readonly onAnother?: () => void;
}) {
  return (
    <Screen name="skipped" title={say('questions.skipped.title')}>
      <p>{say('questions.skipped.body', { company })}</p>
      <Actions>
        <Primary text={say('action.done')} onClick={onDone} />
        {onAnother && <Secondary text={say('done.another')} onClick={onAnother} />}
      </Actions>
    </Screen>
  );
}
