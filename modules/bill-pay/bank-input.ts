/** A bank account as it is typed: what is wrong with it before it is sent. */
import { plainText } from '@billhook/core/base/plain-text';
import { passesAba } from '@billhook/core/method/routing-number';

export type TypedBank = {
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly name: string;
};

export type BankField = keyof TypedBank;
export type BankComplaint = 'missing' | 'wrong';

const ACCOUNT = /^\d{4,17}$/;

export function checkBank(typed: TypedBank): Partial<Record<BankField, BankComplaint>> {
  const isWrong: Readonly<Record<BankField, boolean>> = {
    routingNumber: !passesAba(plainText(typed.routingNumber)),
    accountNumber: !ACCOUNT.test(plainText(typed.accountNumber)),
    name: false,
  };
  const complaints: Partial<Record<BankField, BankComplaint>> = {};
  for (const field of Object.keys(isWrong) as BankField[]) {
    if (typed[field].trim() === '') complaints[field] = 'missing';
    else if (isWrong[field]) complaints[field] = 'wrong';
  }
  return complaints;
}
