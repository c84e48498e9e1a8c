/** Work that the user waits for: named steps, and a word about how long it takes. */
import type { CompanySummary } from '@billhook/core/schemas/company';
import { useEffect, useState } from 'preact/hooks';
import { useKit } from '../kit.ts';
import { Logo } from '../logo.tsx';
import { Icon, Screen } from '../shell.tsx';
import { say } from '../text.ts';
import type { ProgressStep } from './task.ts';

type Purpose = 'link' | 'swap' | 'payment';

const steps: Readonly<Record<Purpose, readonly ProgressStep[]>> = {
  link: ['signing-in', 'waiting-for-code', 'checking-security', 'reading-bill'],
  swap: ['signing-in', 'waiting-for-code', 'checking-security', 'updating-card'],
  payment: ['signing-in', 'waiting-for-code', 'checking-security', 'paying'],
};

/** Seconds after which there is something to say. */
const words = [
  [60, 'work.after60'],
  [30, 'work.after30'],
  [10, 'work.after10'],
] as const;

type Props = {
  readonly purpose: Purpose;
  /** Nothing while only the service knows it. */
  readonly company?: CompanySummary;
  readonly step?: ProgressStep;
  /** Whether the company has asked for something: else there is nothing to check. */
  readonly wasAsked?: boolean;
  /** Where the user may wait instead. */
  readonly onBack?: () => void;
};

export function Connecting(props: Props) {
  const { purpose, company, step = 'signing-in', wasAsked, onBack } = props;
  const { announce } = useKit();
  const seconds = useSeconds();
  const isChecking = step !== 'waiting-for-code' && (wasAsked || step === 'checking-security');
  // A code that is on its way is said while it is: then the user is asked for it.
  const isShown = (name: ProgressStep) =>
    (name !== 'checking-security' || isChecking) && (name !== 'waiting-for-code' || step === name);
  const all = steps[purpose].filter(isShown);
  const found = all.indexOf(step);
  // Reading what came with the login is part of the last step.
  const now = found < 0 ? all.length - 1 : found;
  const word = words.find(([from]) => seconds >= from)?.[1];
  const text = word && say(word);
  useEffect(() => {
    if (text) announce(text);
  }, [announce, text]);
  return (
    <Screen
      name="working"
      title={say(`work.title.${purpose}`, { company: company?.name ?? '' })}
      mark={company && <Logo company={company} />}
      onBack={onBack}
      calm
    >
      <ol class="steps">
        {all.map((name, index) => {
          const state = index < now ? 'done' : index === now ? 'now' : 'next';
          return (
            <li key={name} class={state} aria-current={state === 'now' ? 'step' : undefined}>
              {state === 'done' ? <Icon name="check" /> : <i aria-hidden="true" />}
              {say(state === 'done' ? `work.did.${name}` : `work.${name}`)}
              {state === 'done' && <span class="hidden"> ({say('work.stepDone')})</span>}
            </li>
          );
        })}
      </ol>
      <p class="muted">{text}</p>
    </Screen>
  );
}

/** Whole seconds since the screen has appeared. */
function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedAt = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - startedAt) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
