/** Sessions and orders as the kit hands them to the author's functions. */
import type { LogInSession, PaymentOrder, Run } from '@billhook/connector-kit';
import { MERCHANT } from '../../../connectors/method/stand-in/people.ts';

export function formOf(phone: string) {
  return { firstName: 'Ada', lastName: 'Tester', phone, dateOfBirth: '01/31/1980' };
}

export function sessionOf(phone: string, more: Partial<LogInSession> = {}): LogInSession {
  return {
    company: MERCHANT,
    auth: 'auth-0000000000000001',
    attended: true,
    at: '2027-01-31T12:00:00.000Z',
    round: 1,
    purpose: 'bill',
    form: formOf(phone),
    ...more,
  };
}

export function runOf(operation = 'operation-0000001', signal?: AbortSignal): Run {
  return { caller: 'suite', operation, signal: signal ?? new AbortController().signal };
}

export const PAYER = '3035550001';

export function orderOf(more: Partial<PaymentOrder> = {}): PaymentOrder {
  return {
    payment: 'payment-000000001',
    submission: 1,
    accountKey: `fp_${PAYER}`,
    amount: { cents: 4_200, currency: 'USD' },
    method: {
      type: 'bank',
      routingNumber: '021000021',
      accountNumber: '000123456789',
      accountType: 'checking',
      name: 'Ada Tester',
    },
    ...more,
  };
}
