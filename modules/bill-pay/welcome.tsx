/** What this is for, to somebody who has no bills here yet. */
import { useKit } from '../kit/kit.ts';
import { Actions, Icon, Primary, Screen, Secondary } from '../kit/shell.tsx';
import { useBills } from './bills.ts';
import { say } from './text.ts';

const points = ['welcome.see', 'welcome.pay', 'welcome.safe'] as const;

export function Welcome() {
  const { look } = useKit();
  const { go } = useBills();
  return (
    <Screen name="welcome" title={say('welcome.title')}>
      <ul class="steps">
        {points.map((key) => (
          <li key={key} class="done">
            <Icon name="check" />
            {say(key, { partner: look.name })}
          </li>
        ))}
      </ul>
      <Actions>
        <Primary
          text={say('bills.addFirst')}
          onClick={() => go({ at: 'link', from: { at: 'search' } })}
        />
        <Secondary text={say('welcome.later')} onClick={() => go({ at: 'bills' })} />
      </Actions>
    </Screen>
  );
}
