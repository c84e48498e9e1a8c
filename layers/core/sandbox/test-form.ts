/**
 * The form of the dedicated test companies: `balance`, `dueDate` and `status`
 * (decision: test-company-form).
 */

import { type Day, dayOf, parseUsDay } from '../base/dates.ts';
import type { FieldError } from '../base/errors.ts';
import { parseMoney } from '../base/money.ts';
import type { LoginForm } from '../company/connector.ts';
import { formCase, isUnknownHold } from './test-logins.ts';

type Asked = { readonly balanceCents: number; readonly dueOn: Day };

/** What is wrong with the form. A text that was left empty counts as not given. */
export function checkTestForm(
  form: LoginForm,
  purpose: 'bill' | 'swap',
  partnerNow: number,
): FieldError[] {
  const { amounts, amountsOfSwap } = formCase(form);
  if (isUnknownHold(form.status)) return [invalid('status', 'Expected a hold code after `hold:`')];
  if ((purpose === 'swap' ? amountsOfSwap : amounts) === 'ignored') return [];
  const { balance, dueDate } = form;
  if (!balance && !dueDate) return [];
  return [
    ...(balance ? checkBalance(balance, form.status) : [missing('balance', 'dueDate')]),
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

function checkBalance(text: string, status: string | undefined): FieldError[] {
  const cents = parseMoney(text);
  if (cents === undefined)
    return [invalid('balance', 'Expected an amount of money such as 100.00')];
  return status === 'zero-balance' && cents > 0
    ? [invalid('balance', 'Expected 0.00 for the status `zero-balance`')]
    : [];
}

/** Statuses that a bill has only once its due date has come. */
const pastStatuses: ReadonlySet<string | undefined> = new Set(['overdue', 'paid']);

function checkDueDate(text: string, status: string | undefined, partnerNow: number): FieldError[] {
  const dueOn = parseUsDay(text);
  if (dueOn === undefined) return [invalid('dueDate', 'Expected an existing date as mm/dd/yyyy')];
  const today = dayOf(partnerNow);
  if (status === 'upcoming' && dueOn < today) {
    return [invalid('dueDate', 'Expected a date in the future for the status `upcoming`')];
  }
  const isFuture = dueOn > today;
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
