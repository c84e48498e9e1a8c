/**
 * The form of the dedicated test companies: `balance`, `dueDate` and `status`
 * (decision: test-company-form).
 */
import type { LoginForm } from '../connector.ts';
import { type Day, parseUsDay } from '../dates.ts';
import type { FieldError } from '../errors.ts';
import { parseMoney } from '../money.ts';
import { statusCase } from './inputs.ts';

type Asked = { readonly balanceCents: number; readonly dueOn: Day };

/** What is wrong with the form. A text that was left empty counts as not given. */
export function checkTestForm(form: LoginForm, purpose: 'bill' | 'swap'): FieldError[] {
  const { amounts, amountsOfSwap } = statusCase(form.status);
  if ((purpose === 'swap' ? amountsOfSwap : amounts) === 'ignored') return [];
  const { balance, dueDate } = form;
  if (!balance && !dueDate) return [];
  return [
    ...(balance ? checkBalance(balance) : [missing('balance', 'dueDate')]),
    ...(dueDate ? checkDueDate(dueDate) : [missing('dueDate', 'balance')]),
  ];
}

/** Balance and due date of a form that was checked; nothing when they are absent or ignored. */
export function readTestForm(form: LoginForm): Asked | undefined {
  if (statusCase(form.status).amounts === 'ignored') return undefined;
  const balanceCents = parseMoney(form.balance ?? '');
  const dueOn = parseUsDay(form.dueDate ?? '');
  return balanceCents === undefined || dueOn === undefined ? undefined : { balanceCents, dueOn };
}

function checkBalance(text: string): FieldError[] {
  return parseMoney(text) === undefined
    ? [invalid('balance', 'Expected an amount of money such as 100.00')]
    : [];
}

function checkDueDate(text: string): FieldError[] {
  return parseUsDay(text) === undefined
    ? [invalid('dueDate', 'Expected an existing date as mm/dd/yyyy')]
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
