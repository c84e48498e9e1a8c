/** A company's security questions, all on one screen. */
import type { Question } from '@billhook/core/schemas/auth';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Field, Form, type Problems } from '../fields.tsx';
import { Actions, Primary, Screen, Secondary } from '../shell.tsx';
import { companyWord, say, sayCount } from './text.ts';

export type Answers = readonly { readonly identifier: string; readonly answer: string }[];

type Props = {
  readonly questions: readonly Question[];
  readonly company: string;
  readonly mark?: ComponentChildren;
  readonly lead?: string;
  readonly busy: boolean;
  readonly problem?: string;
  readonly onSubmit: (answers: Answers) => void;
  readonly onSkip: () => void;
  readonly onBack?: () => void;
};

export function Questions(props: Props) {
  const { questions, company, busy, problem, onSubmit, onSkip, onBack } = props;
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<Problems>({});
  const submit = () => {
    const open = questions.filter(({ identifier }) => !given[identifier]?.trim());
    setProblems(
      Object.fromEntries(open.map(({ identifier }) => [identifier, say('questions.missing')])),
    );
    if (open.length > 0) return;
    onSubmit(
      questions.map(({ identifier }) => ({ identifier, answer: given[identifier]?.trim() ?? '' })),
    );
  };
  // The list above the fields tells which; each field, what to do.
  const listed = questions.flatMap(({ identifier, question }) =>
    problems[identifier] ? [[identifier, companyWord(question)]] : [],
  );
  return (
    <Screen
      name="questions"
      title={sayCount('questions.title', questions.length, { company })}
      mark={props.mark}
      lead={props.lead}
      onBack={onBack}
    >
      <Form problems={Object.fromEntries(listed)} problem={problem} onSubmit={submit}>
        {questions.map(({ identifier, question }) => (
          <Field
            key={identifier}
            name={identifier}
            label={companyWord(question)}
            value={given[identifier] ?? ''}
            problem={problems[identifier]}
            onInput={(value) => {
              setGiven((all) => ({ ...all, [identifier]: value }));
              setProblems(({ [identifier]: _right, ...others }) => others);
            }}
          />
        ))}
        <Actions>
          <Primary text={say('action.continue')} busy={busy} />
          <Secondary text={say('questions.skip')} onClick={onSkip} />
        </Actions>
      </Form>
    </Screen>
  );
}
