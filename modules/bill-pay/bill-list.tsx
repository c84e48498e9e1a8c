/** All bills: what is to be paid, what needs the user first, and what takes care of itself. */
import { moneyText } from '@billhook/core/base/money';
import { billName, fullName } from '../kit/bill-name.ts';
import { chargeOf } from '../kit/charge.ts';
import { useKit } from '../kit/kit.ts';
import { Amount } from '../kit/look/amount.tsx';
import { Empty } from '../kit/look/disc.tsx';
import { Foot, Quiet, Second } from '../kit/look/foot.tsx';
import { alertIcon, cardIcon, linkIcon, receiptIcon, repeatIcon } from '../kit/look/icons.ts';
import { Row as RowButton, Rows } from '../kit/look/rows.tsx';
import { methodName } from '../kit/method-name.ts';
import { NextIcon, Notice, Primary, Screen, Secondary } from '../kit/shell.tsx';
import { money } from '../kit/text.ts';
import type { BillLine } from './bill-line.ts';
import { useBills } from './bills.ts';
import { isNear, rowDay, shortDay } from './days.ts';
import { type Entry, lastPaid } from './entry.ts';
import {
  type Coming,
  centsOf,
  coming,
  type GroupName,
  groupAccount,
  groupNames,
  payers,
  type Row,
  toPay,
} from './groups.ts';
import { lineStatus } from './line-text.ts';
import { Month } from './month.tsx';
import { linkPlaceOf, type Place } from './place.ts';
import { MethodRow } from './row.tsx';
import { say, sayCount } from './text.ts';

type Props = Extract<Place, { readonly at: 'bills' }>;

export function BillList({ companyId, missing }: Props) {
  const { account, failed, go, news } = useBills();
  const groups = groupAccount(account);
  const all = coming(account.entries, account.methods);
  const isShown = (row: Row) => companyId === undefined || companyOf(row)?._id === companyId;
  const shown = groupNames
    .map((name) => [name, groups[name].filter(isShown)] as const)
    .filter(([, rows]) => rows.length > 0);
  const link = () => go({ at: 'link', from: { at: 'search' } });
  return (
    <Screen name="bills" title={say('app.bills')}>
      {news && <Notice kind="success">{news}</Notice>}
      {missing && <Notice kind="problem">{say(`bills.missing.${missing}`)}</Notice>}
      {failed && <Notice kind="problem">{say('bills.failed')}</Notice>}
      {companyId === undefined && <Total all={all} needing={groups.attention.length} />}
      {companyId === undefined && <Month all={all} />}
      {shown.length === 0 && <Empty icon={receiptIcon} text={say('bills.empty')} />}
      {shown.map(
        ([name, rows]) => name === 'attention' && <Group key={name} name={name} rows={rows} />,
      )}
      <Second>
        {shown.map(
          ([name, rows]) => name !== 'attention' && <Group key={name} name={name} rows={rows} />,
        )}
        <Ways />
        <Foot>
          {shown.length === 0 ? (
            <Primary text={say('bills.addFirst')} onClick={link} />
          ) : (
            <Quiet text={say('bills.add')} onClick={link} />
          )}
          {companyId !== undefined && (
            <Secondary text={say('bills.all')} onClick={() => go({ at: 'bills' })} />
          )}
        </Foot>
      </Second>
    </Screen>
  );
}

/** One number: what all of it comes to, and by when; and who pays how much of it. */
function Total({ all, needing }: { readonly all: readonly Coming[]; readonly needing: number }) {
  const { bills, by } = toPay(all);
  const cents = centsOf(all, 'you', 'automatic');
  if (cents === 0) return null;
  const needs = needing > 0 && sayCount('total.needing', needing);
  const detail = [sayCount('total.bills', bills.length), needs].filter(Boolean).join(' · ');
  const split = payers.flatMap((payer) => {
    const part = centsOf(all, payer);
    return part > 0 ? [say(`total.${payer}`, { amount: money(moneyText(part)) })] : [];
  });
  return (
    <>
      <Amount
        label={by ? say('total.by', { date: shortDay(by) }) : say('total.pay')}
        amount={moneyText(cents)}
        detail={detail}
      />
      {split.length > 1 && (
        <p class="muted number" translate={false}>
          {split.join(' · ')}
        </p>
      )}
    </>
  );
}

/** What else there is. */
function Ways() {
  const { account, reading, reload, go } = useBills();
  const { announce } = useKit();
  const { methods, auths } = account;
  const main = methods.find((method) => method.default) ?? methods[0];
  const rest = methods.length - 1;
  const name = main && methodName(main);
  const detail = name && rest > 0 ? say('row.more', { name, count: rest }) : name;
  const refresh = async () => {
    announce('');
    announce(say((await reload()) ? 'bills.refreshed' : 'bills.failed'));
  };
  return (
    <Rows>
      <RowButton
        icon={cardIcon}
        title={say('methods.title')}
        detail={detail}
        onClick={() => go({ at: 'methods' })}
      />
      {auths.length > 0 && (
        <RowButton
          icon={linkIcon}
          title={say('accounts.title')}
          detail={[...new Set(auths.map(({ company }) => company.name))].join(', ')}
          onClick={() => go({ at: 'accounts' })}
        />
      )}
      <RowButton
        icon={repeatIcon}
        title={say('bills.refresh')}
        end={reading && <i class="turning" aria-hidden="true" />}
        onClick={refresh}
      />
    </Rows>
  );
}

function companyOf(row: Row) {
  if (row.kind === 'method' || row.kind === 'methodless') return undefined;
  return row.kind === 'auth' ? row.auth.company : row.entry.bill.company;
}

function Group({ name, rows }: { readonly name: GroupName; readonly rows: readonly Row[] }) {
  const title = say(`bills.group.${name}`);
  const list = (
    <Rows label={title}>
      {rows.map((row) => (
        <AnyRow key={keyOf(row)} row={row} />
      ))}
    </Rows>
  );
  if (name === 'hidden') {
    return (
      <details>
        <summary>
          {`${title} (${rows.length})`}
          <NextIcon />
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
  if (row.kind === 'methodless') return row.kind;
  return row.kind === 'auth' ? row.auth._id : row.method._id;
}

function AnyRow({ row }: { readonly row: Row }) {
  const { go } = useBills();
  if (row.kind === 'method') {
    return <MethodRow method={row.method} status={say('row.methodDeclined')} />;
  }
  if (row.kind === 'bill') return <BillRow entry={row.entry} line={row.line} />;
  if (row.kind === 'methodless') {
    return (
      <RowButton
        icon={cardIcon}
        title={say('line.no-payment-method')}
        status={{ text: sayCount('row.waiting', row.bills), tone: 'warning', icon: alertIcon }}
        onClick={() => go({ at: 'add-card' })}
      />
    );
  }
  const { auth, why } = row;
  return (
    <RowButton
      company={auth.company}
      title={auth.company.name}
      status={{ text: say(`row.${why}`), tone: why === 'linking' ? 'muted' : 'warning' }}
      onClick={() => go({ at: 'link', from: linkPlaceOf(auth) })}
    />
  );
}

function BillRow({ entry, line }: Pick<Extract<Row, { readonly kind: 'bill' }>, 'entry' | 'line'>) {
  const { account, go } = useBills();
  const { bill } = entry;
  const { company, dueDate } = bill;
  // The account's digits only where they tell one from another.
  const same = account.entries.filter((other) => other.bill.company._id === company._id);
  const isDue = line.kind !== 'paid' && line.kind !== 'syncing' && line.kind !== 'nothing';
  // What is overdue says since when; a day that is far away has no room.
  const hasRoom = isDue && line.kind !== 'overdue' && isNear(dueDate ?? '');
  const due = hasRoom ? dueDate : undefined;
  return (
    <RowButton
      company={company}
      title={same.length > 1 ? fullName(bill) : billName(bill)}
      status={lineStatus(line, rowDay)}
      amount={amountOf(entry, line, isDue)}
      date={due && say('row.due', { date: rowDay(due) })}
      onClick={() => go({ at: 'bill', billId: bill._id })}
    />
  );
}

function amountOf(entry: Entry, { kind }: BillLine, isDue: boolean): string | false {
  const { bill, payment } = entry;
  if (kind === 'paid') {
    const paid = lastPaid(entry);
    return paid !== undefined && money(paid.total);
  }
  return isDue && money(payment?.chosenAmount ?? chargeOf(bill, undefined).amount);
}
