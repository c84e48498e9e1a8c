/** All payment methods. */
import { useEffect } from 'preact/hooks';
import { Empty } from '../kit/look/disc.tsx';
import { cardIcon, plusIcon } from '../kit/look/icons.ts';
import { Row, Rows } from '../kit/look/rows.tsx';
import { Actions, Notice, Primary, Screen } from '../kit/shell.tsx';
import { useBills } from './bills.ts';
import { AddCard } from './on-demand.ts';
import { MethodRow } from './row.tsx';
import { say } from './text.ts';

export function MethodList() {
  const { account, go, news } = useBills();
  const { methods } = account;
  // Whatever comes next is in its file.
  useEffect(AddCard.loadSoon, []);
  return (
    <Screen name="methods" title={say('methods.title')} onBack={() => go({ at: 'bills' })}>
      {news && <Notice kind="success">{news}</Notice>}
      {methods.length === 0 && <Empty icon={cardIcon} text={say('methods.empty')} />}
      <Rows label={say('methods.title')}>
        {methods.map((method) => (
          <MethodRow
            key={method._id}
            method={method}
            status={method.status === 'verified' ? undefined : say(`method.not.${method.status}`)}
          />
        ))}
      </Rows>
      <Rows>
        <Row icon={plusIcon} title={say('add.bank.title')} onClick={() => go({ at: 'add-bank' })} />
      </Rows>
      <Actions>
        <Primary text={say('card.add.title')} onClick={() => go({ at: 'add-card' })} />
      </Actions>
    </Screen>
  );
}
