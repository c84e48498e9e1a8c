/** What a reading of an account of the sandbox shows. */
import type { CompanyBill, Session } from '../company/connector.ts';
import { accountKeyOf, autopayOf, caseOf, isByForm, type SandboxAccountRecord } from './account.ts';
import { habits } from './habits.ts';
import { dueOnOf } from './statement.ts';
import { formCase } from './test-logins.ts';

export function billOf(session: Session, record: SandboxAccountRecord, index: number): CompanyBill {
  const { company, form, partnerNow } = session;
  const statement = record.statements[index] ?? { month: 0 };
  const identity = { accountKey: accountKeyOf(session, index), ...autopayOf(company) };
  if (isByForm(company) && formCase(form).bill === 'syncing') {
    return { ...identity, syncing: true };
  }
  const habit = habits[caseOf(session).shows];
  const seen = { statement, attempts: record.attempts, partnerNow };
  const { accountNumber, lastPaid } = statement;
  const open = statement.open && (habit.figures?.(statement.open, seen) ?? statement.open);
  const dueOn = habit.dueOn ? habit.dueOn(statement) : dueOnOf(statement);
  const recentPayments = isByForm(company) ? habit.lists?.(seen) : undefined;
  return {
    ...identity,
    ...(accountNumber && { accountNumber }),
    ...(open && { balanceCents: open.balanceCents }),
    ...(open?.statementCents !== undefined && { statementBalanceCents: open.statementCents }),
    ...(open?.fullCents !== undefined && { fullBalanceCents: open.fullCents }),
    ...(dueOn && { dueOn }),
    ...(lastPaid &&
      !habit.hidesLastPaid && {
        lastPaidAmountCents: lastPaid.amountCents,
        lastPaidOn: lastPaid.paidOn,
      }),
    ...(habit.statementName && { statementName: habit.statementName(seen) }),
    ...(recentPayments && { recentPayments }),
  };
}
