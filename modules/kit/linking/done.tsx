/** The good ends of linking. */
import type { CompanySummary } from '@billhook/core/schemas/company';
import { useKit } from '../kit.ts';
import { Actions, Primary, Screen, Secondary } from '../shell.tsx';
import { Success } from './success.tsx';
import { say } from './text.ts';

type DoneProps = {
  readonly company: CompanySummary;
  readonly doneText?: string;
  readonly onDone: () => void;
  readonly onAnother?: () => void;
};

export function Done({ company, doneText, onDone, onAnother }: DoneProps) {
  const { look } = useKit();
  return (
    <Success
      name="linked"
      title={say('done.title', { company: company.name })}
      {...{ company, doneText, onDone }}
      more={onAnother && <Secondary text={say('done.another')} onClick={onAnother} />}
    >
      <p>{say('done.body', { partner: look.name })}</p>
    </Success>
  );
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
