/** `billhook account`: accounts of which nobody could tell what they are. */

import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import { moneyText } from '@billhook/core/base/money';
import type { BillRecord } from '@billhook/core/bill/bill';
import { type UnclearAccount, unclearId } from '@billhook/core/bill/unclear-account';
import { type NotTold, tellAccount } from '@billhook/runtime/links/tell-account';
import { accountNameStore } from '@billhook/runtime/stores/account-name-store';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { ledgerStore } from '@billhook/runtime/stores/ledger-store';
import { unclearStore } from '@billhook/runtime/stores/unclear-store';
import {
  type CommandGroup,
  columns,
  type Report,
  refusal,
  type Service,
} from '../command-group.ts';

export const accountCommands: CommandGroup = (program, does) => {
  const group = program
    .command('account')
    .description('Tell accounts whose company another connector has taken over');
  group
    .command('list')
    .description('List accounts that could not be told, each with the bills that it may be')
    .action(does(list));
  group
    .command('same <accountId> <billId>')
    .description('It is the account of this bill: what was paid of the bill counts for it')
    .action(does((service, [id = '', billId]) => tell(service, id, billId)));
  group
    .command('new <accountId>')
    .description('It is an account of its own: a new bill, of which nothing is paid yet')
    .action(does((service, [id = '']) => tell(service, id)));
};

async function list(service: Service): Promise<Report> {
  const { table, now } = service;
  const bills = billStore(table);
  const data = [];
  for await (const noted of unclearStore(table).list()) {
    const found = await Promise.all(noted.billIds.map((id) => bills.findAny(id)));
    const mayBe = found.flatMap((bill) => (bill ? [presentBill(bill)] : []));
    for (const account of noted.accounts) {
      const { since } = account;
      data.push({
        ...{ accountId: unclearId(noted, account), companyId: noted.companyId },
        ...{ authId: noted.authId, partnerId: noted.partnerId, since },
        ageDays: Math.floor((now - Date.parse(since)) / DAY_MILLISECONDS),
        ...presentShown(account),
        mayBe,
      });
    }
  }
  const rows = data.flatMap((one) => [
    [one.accountId, one.companyId, ...cells(one), `${one.ageDays}d`, one.authId],
    ...one.mayBe.map((bill) => ['', `  ${bill.billId}`, ...cells(bill), '', '']),
  ]);
  const heads = ['ACCOUNT', 'COMPANY / MAY BE', 'NUMBER', 'DUE', 'OWED', 'AGE', 'AUTH'];
  return {
    value: { data },
    lines: rows.length > 0 ? columns([heads, ...rows]) : ['All accounts are told.'],
  };
}

type Shown = Pick<UnclearAccount, 'accountNumber' | 'dueOn' | 'balanceCents'> &
  Pick<UnclearAccount, 'statementBalanceCents'>;

function presentShown({ accountNumber, dueOn, balanceCents, statementBalanceCents }: Shown) {
  const owed = statementBalanceCents ?? balanceCents;
  return {
    ...(accountNumber !== undefined && { accountNumber }),
    ...(dueOn !== undefined && { dueOn }),
    ...(owed !== undefined && { owed: moneyText(owed) }),
  };
}

function presentBill({ _id: billId, reported, deletedAt }: BillRecord) {
  return { billId, ...presentShown(reported), ...(deletedAt !== undefined && { unlinked: true }) };
}

function cells(one: ReturnType<typeof presentShown>): string[] {
  return [one.accountNumber ?? '-', one.dueOn ?? '-', one.owed ?? '-'];
}

const reasons: Readonly<Record<NotTold, string>> = {
  'not-unclear': 'It is not on the list: see "billhook account list"',
  'not-its-bill': 'This account may not be that bill: see "billhook account list"',
  'paid-already':
    'It was paid under its new name already, and can only be an account of its own: "account new"',
  'named-already': 'It was told meanwhile, by a reading or by somebody else',
};

async function tell(service: Service, accountId: string, billId?: string) {
  const what = billId === undefined ? 'an account of its own' : `the account of ${billId}`;
  await service.confirm(`Is ${accountId} ${what}? This can't be taken back.`);
  const { table, actor, now } = service;
  const told = await tellAccount(
    {
      table,
      bills: billStore(table),
      names: accountNameStore(table),
      ledgers: ledgerStore(table),
      unclear: unclearStore(table),
    },
    { accountId, billId, actor, now },
  );
  if (typeof told === 'string') throw refusal(reasons[told]);
  if (isFailure(told)) return told;
  const { authId } = told;
  return {
    value: { accountId, authId, ...(billId !== undefined && { billId }) },
    lines: [`${accountId} is ${what}, from the next reading of ${authId} on`],
  };
}
