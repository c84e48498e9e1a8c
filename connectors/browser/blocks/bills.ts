/** A company's bills, as its website shows them: by labels on a page, or by the rows of a table. */
import type { Bill } from '@billhook/connector-kit';
import type { Visit } from './visit.ts';
import { type DayForm, dayIn, owed } from './words.ts';

/** What a website calls the parts of a bill: labels of a page, or heads of a table. */
export type BillNames = {
  readonly account: string;
  readonly balance: string;
  readonly due: string;
  readonly statement?: string;
  /** Tells two accounts apart whose numbers are masked: the address of the house, for one. */
  readonly apart?: string;
};

export type ReadBills = {
  /** The id of the company's row: its accounts are told from others' by it. */
  readonly company: string;
  readonly names: BillNames;
  readonly days: DayForm;
};

/** The one bill of a page. */
export async function billOnPage(visit: Visit, how: ReadBills): Promise<Bill[]> {
  const said: Record<string, string> = {};
  for (const label of labelsOf(how.names)) said[label] = await visit.beside(label);
  return [billOf(said, how)];
}

/** A bill a row. */
export async function billsInTable(visit: Visit, how: ReadBills): Promise<Bill[]> {
  const rows = await visit.table(labelsOf(how.names));
  return rows.map((row) => billOf(row, how));
}

function labelsOf(names: BillNames): string[] {
  return Object.values(names);
}

const SHOWN_DIGITS = 4;

/** @throws UnknownPage when an amount or a day is none. */
function billOf(said: Readonly<Record<string, string>>, { company, names, days }: ReadBills): Bill {
  const accountNumber = said[names.account] ?? '';
  const balanceCents = owed(said[names.balance] ?? '');
  const apart = names.apart === undefined ? [] : [said[names.apart] ?? ''];
  return {
    accountKey: [company, accountNumber.slice(-SHOWN_DIGITS), ...apart].join(':'),
    ...{ currency: 'USD', accountNumber, balanceCents },
    // Where nothing is owed, the page says so in the place of a day.
    ...(balanceCents > 0 && { dueOn: dayIn(days, said[names.due] ?? '') }),
    ...(names.statement !== undefined && { statementName: said[names.statement] }),
    ...{ autopay: 'unknown', autopaySource: 'unknown' },
  };
}
