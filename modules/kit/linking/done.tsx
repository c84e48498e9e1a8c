/** The good ends of linking. */
import type { CompanySummary } from '@billhook/core/schemas/company';
import type { ComponentChildren } from 'preact';
import { useKit } from '../kit.ts';
import { SuccessDisc, SuccessSeal } from '../look/drawn.tsx';
import { Actions, Primary, Screen, Secondary } from '../shell.tsx';
import { say } from '../text.ts';

type SuccessProps = {
  readonly name: string;
  readonly title: string;
  /** Whose logo stands above it, where no receipt follows. */
  readonly company?: CompanySummary;
  readonly children?: ComponentChildren;
  readonly doneText?: string;
  readonly onDone: () => void;
  readonly more?: ComponentChildren;
};

export function Success(props: SuccessProps) {
  const { name, title, company, children, doneText, onDone, more } = props;
  const top = company ? <SuccessSeal company={company} /> : <SuccessDisc />;
  return (
    <Screen {...{ name, title, top }}>
      {children}
      <Actions>
        <Primary text={doneText ?? say('action.done')} onClick={onDone} />
        {more}
      </Actions>
    </Screen>
  );
}

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
