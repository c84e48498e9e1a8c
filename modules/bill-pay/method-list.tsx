/** All ways to pay. */
import { Actions, Notice, Primary, Screen, Secondary } from '../kit/shell.tsx';
import { useBills } from './bills.ts';
import { MethodRow } from './row.tsx';
import { say } from './text.ts';

export function MethodList() {
  const { account, go, news } = useBills();
  const { methods } = account;
  return (
    <Screen name="methods" title={say('methods.title')} onBack={() => go({ at: 'bills' })}>
      {news && <Notice>{news}</Notice>}
      {methods.length === 0 && <p>{say('methods.empty')}</p>}
      <ul class="list">
        {methods.map((method) => (
          <MethodRow
            key={method._id}
            method={method}
            status={method.status === 'verified' ? undefined : say(`method.not.${method.status}`)}
          />
        ))}
      </ul>
      <Actions>
        <Primary text={say('add.card.title')} onClick={() => go({ at: 'add-card' })} />
        <Secondary text={say('add.bank.title')} onClick={() => go({ at: 'add-bank' })} />
      </Actions>
    </Screen>
  );
}
