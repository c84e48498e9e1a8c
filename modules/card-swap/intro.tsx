/** What the module does, before it begins. */
import { Actions, Primary, Screen } from '../kit/shell.tsx';
import { say } from './text.ts';

const steps = ['swap.intro.card', 'swap.intro.brands', 'swap.intro.signIn'] as const;

export function Intro({ onStart }: { readonly onStart: () => void }) {
  return (
    <Screen name="intro" title={say('swap.intro.title')}>
      <ol class="steps numbers">
        {steps.map((key) => (
          <li key={key}>{say(key)}</li>
        ))}
      </ol>
      <Actions>
        <Primary text={say('swap.intro.start')} onClick={onStart} />
      </Actions>
    </Screen>
  );
}
