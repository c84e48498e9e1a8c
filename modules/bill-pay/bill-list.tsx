/** All bills, what needs the user first. */

import { moneyText } from '@billhook/core/money';
import { useKit } from '../kit/kit.ts';
import { Actions, Notice, Primary, Screen, Secondary } from '../kit/shell.tsx';
import { money } from '../kit/text.ts';
import { chargedCents } from './amounts.ts';
import { useBills } from './bills.ts';
import { billName } from './entry.ts';
import {
  type AuthWhy,
  type BillWhy,
  type GroupName,
  groupAccount,
  groupNames,
  type Row,
} from './groups.ts';
import { linkPlaceOf, type Place } from './place.ts';
import { MethodRow, Row as RowButton } from './row.tsx';
import { statusText } from './status-text.ts';
import { say } from './text.ts';

type Props = Extract<Place, { readonly at: 'bills' }>;

export function BillList({ companyId, missing }: Props) {
  const { account, failed, reading, reload, go, news } = useBills();
  const { announce } = useKit();
  const groups = groupAccount(account);
  const isShown = (row: Row) => companyId === undefined || companyOf(row)?._id === companyId;
  const shown = groupNames
    .map((name) => [name, groups[name].filter(isShown)] as const)
    .filter(([, rows]) => rows.length > 0);
  const refresh = async () => {
    announce('');
    announce(say((await reload()) ? 'bills.refreshed' : 'bills.failed'));
  };
  const link = () => go({ at: 'link', from: { at: 'search' } });
  return (
    <Screen name="bills" title={say('app.bills')}>
      <button type="button" class="plain" aria-busy={reading} onClick={refresh}>
        {say('bills.refresh')}
      </button>
      {news && <Notice>{news}</Notice>}
      {missing && <Notice kind="problem">{say(`bills.missing.${missing}`)}</Notice>}
      {failed && <Notice kind="problem">{say('bills.failed')}</Notice>}
      {shown.length === 0 && <p>{say('bills.empty')}</p>}
      {shown.map(([name, rows]) => (
        <Group key={name} name={name} rows={rows} />
      ))}
      <Actions>
        {companyId !== undefined && (
          <Secondary text={say('bills.all')} onClick={() => go({ at: 'bills' })} />
        )}
        <Primary text={say(shown.length === 0 ? 'bills.addFirst' : 'bills.add')} onClick={link} />
        <Secondary text={say('methods.title')} onClick={() => go({ at: 'methods' })} />
      </Actions>
    </Screen>
  );
}

function companyOf(row: Row) {
  if (row.kind === 'method') return undefined;
  return row.kind === 'auth' ? row.auth.company : row.entry.bill.company;
}

function Group({ name, rows }: { readonly name: GroupName; readonly rows: readonly Row[] }) {
  const list = (
    <ul class="list">
      {rows.map((row) => (
        <AnyRow key={keyOf(row)} row={row} />
      ))}
    </ul>
  );
  const title = say(`bills.group.${name}`);
  if (name === 'hidden') {
    return (
      <details>
        <summary>
          {title} ({rows.length})
        </summary>
        {list}
      </details>
    );
  }
  return (
    <section>
      <h2>{title}</h2>
      {list}
    </section>
  );
}

function keyOf(row: Row): string {
  if (row.kind === 'bill') return row.entry.bill._id;
  return row.kind === 'auth' ? row.auth._id : row.method._id;
}

const tones: Partial<Record<BillWhy | AuthWhy, string>> = {
  'payment-required': 'danger',
  'payment-declined': 'danger',
  overdue: 'danger',
  paid: 'success',
  hold: 'danger',
  authenticate: 'danger',
  'mfa-required': 'danger',
};

function AnyRow({ row }: { readonly row: Row }) {
  const { go } = useBills();
  if (row.kind === 'method') {
    return <MethodRow method={row.method} status={say('row.methodDeclined')} />;
  }
  const tone = tones[row.why];
  if (row.kind === 'auth') {
    const { auth, why } = row;
    return (
      <RowButton
        of={auth.company}
        name={auth.company.name}
        status={say(`row.${why}`)}
        tone={tone}
        onClick={() => go({ at: 'link', from: linkPlaceOf(auth) })}
      />
    );
  }
  const { entry, why } = row;
  const { bill } = entry;
  const { accountNumber: number } = bill.meta;
  const amount = why === 'paid' ? bill.lastPaidAmount : moneyText(chargedCents(bill));
  const owes = amount !== undefined && why !== 'syncing' && why !== 'zero-balance';
  return (
    <RowButton
      of={bill.company}
      name={billName(bill)}
      amount={owes && money(amount)}
      detail={number && `${say('bill.account')} ${number}`}
      status={statusText(entry, why)}
      tone={tone}
      onClick={() => go({ at: 'bill', billId: bill._id })}
    />
  );
}
