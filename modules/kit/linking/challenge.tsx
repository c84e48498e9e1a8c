/** What a company asks before it lets us in: questions, where to send a code, the code, a prompt. */
import type { ChallengeData, CodeChoice, Question } from '@billhook/core/schemas/auth';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Result } from '../api.ts';
import { Choices, Field, Form } from '../fields.tsx';
import { useKit } from '../kit.ts';
import { problemText } from '../problems.ts';
import { Actions, Notice, Primary, Screen, Secondary } from '../shell.tsx';
import { useSend } from '../use-send.ts';
import { kindOf } from './challenge-kind.ts';
import { Questions } from './questions.tsx';
import type { OpenChallenge } from './task.ts';
import { companyWord, say } from './text.ts';
import { TimeLeft } from './time-left.tsx';

type Props = {
  readonly challenge: OpenChallenge;
  /** What was answered before: the same question again means that the answer was wrong. */
  readonly last?: ChallengeData;
  readonly company: string;
  /** The company's, beside the title. */
  readonly mark?: ComponentChildren;
  /** Why it asks, where the user may wonder: a line under the title. */
  readonly lead?: string;
  readonly onAnswered: () => void;
  /** It cannot be answered any more: it has expired, or another page has answered it. */
  readonly onGone: () => void;
  readonly onSkip: () => void;
  /** The way to another company. */
  readonly onBack?: () => void;
  /** Another destination for the code; a refusal leaves all as it is. */
  readonly onChange?: () => Promise<Result<unknown>>;
};

export function Challenge(props: Props) {
  const { challenge, company, onSkip, onBack } = props;
  const sending = useStep(props);
  switch (kindOf(challenge)) {
    case 'prompt':
      return <Prompt {...props} {...sending} />;
    case 'choice':
      return (
        <CodeDestination
          {...{ challenge, company, onBack }}
          mark={props.mark}
          lead={props.lead}
          onGone={props.onGone}
          {...sending}
        />
      );
    case 'code':
      return <CodeEntry {...props} {...sending} />;
    case 'questions':
      return (
        <Questions
          questions={challenge.input as readonly Question[]}
          {...{ company, onSkip, onBack }}
          mark={props.mark}
          lead={props.lead}
          {...sending}
          // Asked the same again: what was answered is wrong.
          problem={
            sending.problem ??
            (props.last && kindOf(props.last) === 'questions' ? say('questions.wrong') : undefined)
          }
          onSubmit={(security) => sending.send({ method: 'questions', security })}
        />
      );
  }
}

type Step = {
  readonly method: ChallengeData['method'];
  readonly security?: unknown;
  readonly didNotReceiveCode?: boolean;
};

type Sending = {
  readonly send: (step: Step) => Promise<void>;
  readonly busy: boolean;
  readonly problem?: string;
};

function useStep({ challenge, onAnswered, onGone }: Props): Sending {
  const { busy, problem, send } = useSend({}, ({ code }) => {
    const isGone = code === 'challenge_not_found';
    if (isGone) onGone();
    return isGone;
  });
  return {
    send: async (step) => {
      const body = { token: challenge.token, ...step };
      if (await send({ path: '/auth/step', secret: true, body })) onAnswered();
    },
    ...{ busy, problem },
  };
}

function CodeDestination({
  challenge,
  company,
  mark,
  lead,
  onBack,
  onGone,
  send,
  busy,
  problem,
}: Sending & Pick<Props, 'challenge' | 'company' | 'mark' | 'lead' | 'onBack' | 'onGone'>) {
  const choices = challenge.input as readonly CodeChoice[];
  const [chosen, setChosen] = useState(choices[0]?.identifier);
  const title = say('code.choose.title', { company });
  return (
    <Screen name="code-destination" {...{ title, mark, lead, onBack }}>
      <Form
        problem={problem}
        onSubmit={() => {
          codeSentAt = undefined;
          void send({ method: 'code', security: { identifier: chosen } });
        }}
      >
        <Choices
          name="destination"
          legend={title}
          legendHidden
          value={chosen}
          onChange={setChosen}
          choices={choices.map(({ identifier, type, mask, label }) => ({
            value: identifier,
            label: label ? companyWord(label) : say(`code.choose.${type}`),
            // Some companies have one name for both.
            detail: mask === label ? undefined : mask,
          }))}
        />
        <TimeLeft seconds={challenge.expiresIn} textKey="code.chooseWithin" onGone={onGone} />
        <Actions>
          <Primary text={say('code.choose.submit')} busy={busy} />
        </Actions>
      </Form>
    </Screen>
  );
}

/** Seconds that a code is given to arrive (decision: sandbox-answers). */
const RESEND_SECONDS = 30;
/** Of the countdown, said aloud. */
const SPOKEN_SECONDS = [30, 10, 0];

function CodeEntry(props: Props & Sending) {
  const { challenge, last, company, send, busy, problem, onChange } = props;
  const { mark, lead, onBack } = props;
  const [question] = challenge.input as readonly Question[];
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<string>();
  const [changing, setChanging] = useState(false);
  const [refused, setRefused] = useState<string>();
  // Asked the same again without a wish for another code: the one that was given is wrong.
  const again = last !== undefined && kindOf(last) === 'code' ? lastCodeStep : undefined;
  const submit = () => {
    if (code.trim() === '') {
      setMissing(say('code.enter.title'));
      return;
    }
    setMissing(undefined);
    lastCodeStep = 'code';
    const identifier = question?.identifier;
    void send({ method: 'questions', security: [{ identifier, answer: code.trim() }] });
  };
  return (
    <Screen name="code" title={say('code.enter.title')} {...{ mark, lead, onBack }}>
      <p>{say('code.enter.body', { company })}</p>
      {again === 'resend' && <Notice>{say('code.resent')}</Notice>}
      <Form
        problem={
          problem ?? refused ?? (again === 'code' && !missing ? say('code.wrong') : undefined)
        }
        problems={missing ? { code: missing } : {}}
        onSubmit={submit}
      >
        <Field
          name="code"
          label={question ? companyWord(question.question) : say('code.enter.title')}
          autocomplete="one-time-code"
          value={code}
          problem={missing}
          onInput={(typed) => {
            setCode(typed);
            setMissing(undefined);
          }}
        />
        <TimeLeft seconds={challenge.expiresIn} textKey="code.goodFor" onGone={props.onGone} />
        <Actions>
          <Primary text={say('code.enter.submit')} busy={busy} />
          {challenge.showRetry && (
            <Resend
              text={say('code.resend')}
              onClick={() => {
                lastCodeStep = 'resend';
                codeSentAt = undefined;
                void send({ method: 'questions', didNotReceiveCode: true });
              }}
            />
          )}
          {onChange && !changing && (
            <Secondary
              text={say('code.change')}
              onClick={() => {
                setChanging(true);
                void onChange().then((result) => {
                  if (result.ok) return;
                  setChanging(false);
                  setRefused(problemText(result));
                });
              }}
            />
          )}
        </Actions>
      </Form>
    </Screen>
  );
}

/** What was last sent about a code, and since when one is on its way; a page has one link at a time. */
let lastCodeStep: 'code' | 'resend' | undefined;
let codeSentAt: number | undefined;

function Resend({ text, onClick }: { readonly text: string; readonly onClick: () => void }) {
  const { announce } = useKit();
  const [left, setLeft] = useState(RESEND_SECONDS);
  useEffect(() => {
    codeSentAt ??= Date.now();
    const count = () => {
      const since = Math.floor((Date.now() - (codeSentAt ?? Date.now())) / 1000);
      setLeft(Math.max(0, RESEND_SECONDS - since));
    };
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, []);
  const waiting = say('code.resendIn', { seconds: left });
  useEffect(() => {
    if (SPOKEN_SECONDS.includes(left)) announce(left > 0 ? waiting : text);
  }, [announce, left, waiting, text]);
  return left > 0 ? <p class="muted">{waiting}</p> : <Secondary text={text} onClick={onClick} />;
}

function Prompt({
  challenge,
  company,
  mark,
  lead,
  onBack,
  onGone,
  send,
  busy,
  problem,
}: Props & Sending) {
  const { request } = challenge.input as { readonly request: string };
  return (
    <Screen name="prompt" title={say('prompt.title')} {...{ mark, lead, onBack }} calm>
      <div class="phone" aria-hidden="true">
        <div>
          {mark}
          <i />
          <i />
        </div>
      </div>
      <p dir="auto">
        <b>{say('prompt.says', { company, request })}</b>
      </p>
      <p>{say('prompt.where', { company })}</p>
      <TimeLeft seconds={challenge.expiresIn} textKey="prompt.waiting" onGone={onGone} />
      {problem && <Notice kind="problem">{problem}</Notice>}
      <Actions>
        <Primary
          text={say('prompt.submit')}
          busy={busy}
          onClick={() => void send({ method: 'prompt' })}
        />
        {challenge.showRetry && (
          <Resend
            text={say('prompt.retry')}
            onClick={() => void send({ method: 'prompt', didNotReceiveCode: true })}
          />
        )}
      </Actions>
    </Screen>
  );
}
