/** What this is for, to somebody who has no bills here yet. */
import { useKit } from '../kit/kit.ts';
import { calendarIcon, receiptIcon, shieldIcon } from '../kit/look/icons.ts';
import { Row, Rows } from '../kit/look/rows.tsx';
import { Actions, Primary, Screen, Secondary } from '../kit/shell.tsx';
import { useBills } from './bills.ts';
import { say } from './text.ts';

const points = [
  ['welcome.see', receiptIcon],
  ['welcome.pay', calendarIcon],
  ['welcome.safe', shieldIcon],
] as const;

export function Welcome() {
  const { look } = useKit();
  const { go } = useBills();
  return (
    <Screen name="welcome" title={say('welcome.title')}>
      <Rows>
        {points.map(([key, icon]) => (
          <Row key={key} icon={icon} title={say(key, { partner: look.name })} />
        ))}
      </Rows>
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
