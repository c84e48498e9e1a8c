/** What a bill is called where money is decided: its company and account, or its user's own name for it. */
import type { Bill } from '@billhook/core/schemas/bill';

/** What a bill is called: as its user named it, else by its company. */
export function billName({ customLabel, company }: Bill): string {
  return customLabel ?? company.name;
}

/** The last digits of the account: `••2207`; nothing where its company has no number for it. */
export function accountDigits({ meta: { accountNumber } }: Bill): string {
  return accountNumber ? `••${accountNumber.slice(-4)}` : '';
}

/** A bill among others: its name with its account's last digits. */
export function fullName(bill: Bill): string {
  return [billName(bill), accountDigits(bill)].filter(Boolean).join(' ');
}

/** A bill among others of its account, where nobody needs the company's name once more. */
export function ownName(bill: Bill): string {
  return [bill.customLabel, accountDigits(bill)].filter(Boolean).join(' ');
}

/** Who is paid, where it is agreed to and on the receipt: the company and its account, whatever the user calls it. */
export function payeeName(bill: Bill): string {
  return [bill.company.name, accountDigits(bill)].filter(Boolean).join(' ');
}
