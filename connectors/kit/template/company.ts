/**
 * An invented company, so that the connector runs before you have written it. A username brings about
 * what the scenario of that name says. Replace this file by your way to the real company.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

type Account = { readonly payments: Map<string, Payment> };

export type Payment = {
  /** The deployment that it came from: two of them may choose the same ids. */
  readonly caller: string;
  readonly payment: string;
  readonly submission: number;
  readonly cents: number;
  readonly at: Date;
  readonly confirmation: string;
  /** The balance is lower by what is `paid`, and by nothing else. */
  state: 'paid' | 'accepted' | 'returned';
};

export const PASSWORD = 'correct horse';
export const ANSWER = 'blue';
export const CODE = '123456';

const BILLED_CENTS = 100_000;
/** What fits into a reading. */
const MOST_LISTED = 100;
/** How long the company takes to settle a payment, or to send it back. */
const SETTLING_MILLISECONDS = 500;

export type Company = {
  /** What is owed, and the payments of the last weeks: both as of the same moment. */
  read(username: string): { readonly balanceCents: number; readonly payments: readonly Payment[] };
  /** Sends a code to the user. What it returns has to come with the code. */
  sendCode(): string;
  /** Whether this is the code that was sent then. */
  takesCode(challenge: string, code: string): boolean;
  /** Takes as long as the slow login does. */
  beSlow(signal: AbortSignal): Promise<void>;
  charge(username: string, payment: Omit<Payment, 'state' | 'confirmation' | 'at'>): Payment;
  find(username: string, key: string): Payment | undefined;
  /** Forgets a payment that is not settled yet. */
  cancel(username: string, key: string): boolean;
  /** Those of a caller's on a day that are settled, or came back. */
  settledOn(day: string, caller: string): readonly Payment[];
};

function settle(username: string, payment: Payment): void {
  if (Date.now() - payment.at.getTime() < SETTLING_MILLISECONDS) return;
  if (payment.state === 'accepted') payment.state = 'paid';
  if (username === 'returns') payment.state = 'returned';
}

export function keyOf({
  caller,
  payment,
  submission,
}: Pick<Payment, 'caller' | 'payment' | 'submission'>): string {
  return `${caller}/${payment}/${submission}`;
}

export function inventCompany(slowMilliseconds: number): Company {
  const accounts = new Map<string, Account>();
  const codes = new Map<string, string>();
  const accountOf = (username: string) => {
    const account = accounts.get(username) ?? { payments: new Map() };
    accounts.set(username, account);
    return account;
  };
  return {
    read(username) {
      const payments = [...accountOf(username).payments.values()];
      for (const payment of payments) settle(username, payment);
      const paid = payments.filter(({ state }) => state === 'paid');
      const paidCents = paid.reduce((sum, { cents }) => sum + cents, 0);
      return {
        balanceCents: Math.max(0, BILLED_CENTS - paidCents),
        payments: payments.filter(({ state }) => state !== 'returned').slice(-MOST_LISTED),
      };
    },
    sendCode() {
      const challenge = randomUUID();
      // A real company sends another code each time.
      codes.set(challenge, CODE);
      return challenge;
    },
    takesCode(challenge, code) {
      const isRight = codes.get(challenge) === code;
      if (isRight) codes.delete(challenge);
      return isRight;
    },
    beSlow: (signal) => wait(slowMilliseconds, undefined, { signal }),
    charge(username, given) {
      const account = accountOf(username);
      const state = username === 'accepts' ? 'accepted' : 'paid';
      const confirmation = `C${account.payments.size + 1}-${given.payment.slice(0, 6)}`;
      const payment: Payment = { ...given, at: new Date(), confirmation, state };
      account.payments.set(keyOf(given), payment);
      return payment;
    },
    find(username, key) {
      const payment = accountOf(username).payments.get(key);
      if (payment) settle(username, payment);
      return payment;
    },
    cancel(username, key) {
      const { payments } = accountOf(username);
      return payments.get(key)?.state === 'accepted' && payments.delete(key);
    },
    settledOn: (day, caller) =>
      [...accounts.values()]
        .flatMap(({ payments }) => [...payments.values()])
        .filter((payment) => payment.caller === caller && payment.state !== 'accepted')
        .filter(({ at }) => at.toISOString().startsWith(day)),
  };
}
