/**
 * The form of the dedicated test companies: `balance`, `dueDate` and `status`
 * (decision: test-company-form).
 */

import { type Day, dayOf, parseUsDay } from '../base/dates.ts';
import type { FieldError } from '../base/errors.ts';
import { parseMoney } from '../base/money.ts';
import type { LoginForm } from '../company/connector.ts';
import { formCase } from './test-logins.ts';

type Asked = { readonly balanceCents: number; readonly dueOn: Day };

/** What is wrong with the form. A text that was left empty counts as not given. */
export function checkTestForm(
  form: LoginForm,
  purpose: 'bill' | 'swap',
  partnerNow: number,
): FieldError[] {
  const { amounts, amountsOfSwap } = formCase(form);
  if ((purpose === 'swap' ? amountsOfSwap : amounts) === 'ignored') return [];
  const { balance, dueDate } = form;
  if (!balance && !dueDate) return [];
  return [
    ...(balance ? checkBalance(balance) : [missing('balance', 'dueDate')]),
    ...(dueDate ? checkDueDate(dueDate, form.status, partnerNow) : [missing('dueDate', 'balance')]),
  ];
}

/** Balance and due date of a form that was checked; nothing when they are absent or ignored. */
export function readTestForm(form: LoginForm): Asked | undefined {
  if (formCase(form).amounts === 'ignored') return undefined;
  const balanceCents = parseMoney(form.balance ?? '');
  const dueOn = parseUsDay(form.dueDate ?? '');
  return balanceCents === undefined || dueOn === undefined ? undefined : { balanceCents, dueOn };
}

function checkBalance(text: string): FieldError[] {
  return parseMoney(text) === undefined
    ? [invalid('balance', 'Expected an amount of money such as 100.00')]
    : [];
}

/** Statuses that a bill has only once its due date has come. */
const pastStatuses: ReadonlySet<string | undefined> = new Set(['overdue', 'paid']);

function checkDueDate(text: string, status: string | undefined, partnerNow: number): FieldError[] {
  const dueOn = parseUsDay(text);
  if (dueOn === undefined) return [invalid('dueDate', 'Expected an existing date as mm/dd/yyyy')];
  const isFuture = dueOn > dayOf(partnerNow);
  return pastStatuses.has(status) && isFuture
    ? [invalid('dueDate', `Expected a date in the past for the status \`${status}\``)]
    : [];
}

function invalid(name: string, message: string): FieldError {
  return { field: `form.${name}`, code: 'invalid_value', message };
}

function missing(name: string, other: string): FieldError {
  return {
    field: `form.${name}`,
    code: 'required',
    message: `Required together with \`${other}\``,
  };
}
