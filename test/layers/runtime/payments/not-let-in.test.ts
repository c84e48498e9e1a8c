/** Payments whose company lets nobody in: nothing is charged, and nothing is called failed. */

import { instantText } from '@billhook/core/base/dates';
import type { Kept, NotLoggedIn, RefusedLogin, Session } from '@billhook/core/company/connector';
import type { EventRecord } from '@billhook/core/events/event';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { openSession } from '@billhook/runtime/companies/session';
import { beginScheduled } from '@billhook/runtime/payments/begin-due';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { askPayment, submitPayment } from '@billhook/runtime/payments/submit';
import { describe, expect, test, vi } from 'vitest';
import {
  asShown,
  beginOne,
  company,
  fakeConnector,
  paymentScene,
  readAll,
  type Standing,
} from '../../../support/payment-world.ts';
import { changedAuth, clientId, NOW } from '../../../support/records.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const { runtime, started } = await paymentScene();

const wrong = { kind: 'authenticate' } as const;
const held = { kind: 'hold', code: 'account_issue_verify_identity' } as const;
const question = { question: 'Which pet?', identifier: 'pet' };
const asked = {
  kind: 'mfa-required',
  challenge: { kind: 'questions', questions: [question] },
} as const;
const refusals = [
  [wrong, 'authenticate', 'auth.invalid'],
  [held, 'hold', 'auth.hold'],
  [asked, 'hold', 'auth.needs-resync'],
] as const;

type Member = 'listBills' | 'pay' | 'findPayment';

/** The company lets nobody in. @returns the sessions in which it was asked. */
function shut(login: RefusedLogin, ...members: Member[]): Session[] {
  const sessions: Session[] = [];
  const refused: NotLoggedIn = { kind: 'not-logged-in', login };
  for (const member of members) {
    vi.spyOn(fakeConnector, member).mockImplementation(async (session: Session) => {
      sessions.push(session);
      return refused as never;
    });
  }
  return sessions;
}

type Planned = { readonly automatic?: true; readonly plannedAt?: number };

/** A payment of today that has begun, ordered just now where the test says nothing else. */
async function begin({ automatic, plannedAt = NOW }: Planned = {}): Promise<Standing> {
  return beginOne(runtime, asShown(), { partnerNow: plannedAt, automatic });
}

const ordered = () => begin({ plannedAt: NOW - DAY });

const authOf = ({ bill }: Pick<Standing, 'bill'>) => runtime.auths.findAny(bill.auth._id);

/** What partners were told of the auth. */
async function toldOf({ bill }: Pick<Standing, 'bill'>): Promise<string[]> {
  const log = { partition: clientId, prefix: 'event#' };
  const { items } = await runtime.table.query<EventRecord>(log);
  const own = items.filter(({ type, data }) => {
    const { _id } = (data.auth ?? {}) as { readonly _id?: string };
    return type.startsWith('auth.') && _id === bill.auth._id;
  });
  return own.map(({ type }) => type);
}

describe.each(refusals)('a payment whose company says %j', (login, status, event) => {
  test.each(['listBills', 'pay'] as const)(
    'to %s is over, where it was ordered for now, and its auth tells why',
    async (member) => {
      const begun = await begin();
      shut(login, member);
      expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('closed');
      const { payment, bill, method } = await readAll(runtime, begun);
      expect(payment.status).toBe('cancelled');
      expect(bill.pendingPaymentId).toBeUndefined();
      expect(bill.auth.status.type).toBe(status);
      expect(method).toMatchObject({ inFlight: [], declines: 0, status: 'verified' });
      expect(await authOf(begun)).toMatchObject({ status });
      expect(await toldOf(begun)).toContain(event);
      expect(company.charges).toBe(0);
      const ledger = await runtime.ledgers.find(bill);
      expect(ledger?.pendingPaymentId).toBeUndefined();
      expect(ledger?.unposted ?? []).toEqual([]);
    },
  );

  test('waits, where it was ordered for a later day', async () => {
    const begun = await ordered();
    shut(login, 'listBills');
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('closed');
    const { payment, bill } = await readAll(runtime, begun);
    expect(payment).toMatchObject({ status: 'scheduled', dueAt: instantText(NOW + HOUR) });
    expect(payment.waiting).toBeUndefined();
    expect(bill.scheduled).toMatchObject({ paymentId: payment._id });
    expect(bill.pendingPaymentId).toBeUndefined();
  });

  test('is put off, where it is automatic', async () => {
    const begun = await begin({ automatic: true });
    shut(login, 'listBills');
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('closed');
    const { payment, bill } = await readAll(runtime, begun);
    expect(payment.status).toBe('cancelled');
    expect(bill.waitsUntil).toBe('2026-11-22');
    expect(bill.auth.status.type).toBe(status);
  });

  test('and that may have been taken stays unknown', async () => {
    const begun = await begin();
    company.losesAnswers = true;
    await expect(submitPayment(runtime, begun.payment._id, NOW)).rejects.toThrow('lost');
    const sessions = shut(login, 'findPayment');
    for (let time = 1; time <= 3; time += 1) {
      expect(await askPayment(runtime, begun.payment._id, NOW)).toBe('unknown');
      expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('unknown');
    }
    expect(await settlePayment(runtime, begun.payment._id, NOW)).toBe('unknown');
    const { payment, bill } = await readAll(runtime, begun);
    expect(payment).toMatchObject({ status: 'pending', outcome: { kind: 'unknown' } });
    expect(bill.pendingPaymentId).toBe(payment._id);
    expect(await authOf(begun)).toMatchObject({ status });
    // Wrong credentials are given once; all else may pass by itself.
    expect(sessions.length).toBe(login.kind === 'authenticate' ? 1 : 6);
    expect(company.charges).toBe(1);
  });
});

test('a payment that waited is made once its account is linked again', async () => {
  const begun = await ordered();
  shut(wrong, 'listBills');
  await submitPayment(runtime, begun.payment._id, NOW);
  vi.restoreAllMocks();
  const look = async (at: number) => {
    const waiting = await runtime.payments.findAny(begun.payment._id);
    await beginScheduled(runtime, waiting as PaymentRecord, at);
    return runtime.payments.findAny(begun.payment._id);
  };
  // Its account is not linked: it is looked at every hour, and no company is asked.
  const sessions = shut(wrong, 'listBills');
  expect((await look(NOW + HOUR))?.status).toBe('scheduled');
  expect(sessions).toEqual([]);
  vi.restoreAllMocks();
  const auth = await authOf(begun);
  if (!auth) throw new Error('The auth is gone');
  const linked = changedAuth(auth, { status: 'verified' });
  await runtime.table.write(runtime.auths.saveWithCopies(linked, auth));
  const { bill, method } = await readAll(runtime, begun);
  const assigned = { ...bill, version: bill.version + 1, methodId: method._id };
  await runtime.table.write([runtime.bills.save(assigned, bill)]);
  expect(await look(NOW + 2 * HOUR)).toMatchObject({ status: 'pending', rounds: 1 });
  expect(started).toEqual([`${begun.payment._id}_1`]);
  expect(await submitPayment(runtime, begun.payment._id, NOW + 2 * HOUR)).toBe('paid');
  expect(company.charges).toBe(1);
});

test('a payment of an auth that needs other credentials reaches no company', async () => {
  const begun = await begin();
  const auth = await authOf(begun);
  if (!auth) throw new Error('The auth is gone');
  const refused = changedAuth(auth, { status: 'authenticate' });
  await runtime.table.write([runtime.auths.save(refused, auth)]);
  const sessions = shut(wrong, 'listBills', 'pay');
  expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('closed');
  expect(sessions).toEqual([]);
  expect((await readAll(runtime, begun)).payment.status).toBe('cancelled');
});

test('a run that dies after the company refused it is done again, and charges nothing', async () => {
  const begun = await begin();
  shut(asked, 'pay');
  const { write } = runtime.table;
  let writes = 0;
  vi.spyOn(runtime.table, 'write').mockImplementation(async (all) => {
    writes += 1;
    // What will be asked, that it was never taken, and then nothing more.
    if (writes === 3) throw new Error('The process died');
    return write(all);
  });
  await expect(submitPayment(runtime, begun.payment._id, NOW)).rejects.toThrow('died');
  vi.mocked(runtime.table.write).mockRestore();
  expect(await askPayment(runtime, begun.payment._id, NOW)).toBe('never-taken');
  expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('closed');
  expect((await readAll(runtime, begun)).payment.status).toBe('cancelled');
  expect(company.charges).toBe(0);
});

test('a session says what it is for, and that nobody is there', async () => {
  const begun = await begin();
  const sessions = shut(asked, 'listBills');
  await submitPayment(runtime, begun.payment._id, NOW);
  expect(sessions).toMatchObject([{ attended: false, purpose: 'payment' }]);
});

describe('what a session gives to be kept', () => {
  /** The company gives it as it is asked for its bills. */
  const giving = (kept: Kept) =>
    vi.spyOn(fakeConnector, 'listBills').mockImplementation(async (session?: Session) => {
      session?.keep?.(kept);
      return company.account ? [company.account] : [];
    });
  const connection = { value: 'a device that is known', expiresAt: NOW + 30 * DAY };

  test('is given back to the next session, until it ends', async () => {
    const begun = await begin();
    giving({ connection });
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('paid');
    const auth = await authOf(begun);
    expect(auth?.connection?.expiresAt).toBe(instantText(connection.expiresAt));
    if (!auth) throw new Error('The auth is gone');
    const { session } = await openSession(runtime, auth, NOW + 30 * DAY - 1);
    expect(session).toMatchObject({ connection: connection.value, form: { username: 'ada' } });
    const late = await openSession(runtime, auth, NOW + 30 * DAY);
    expect(late.session.connection).toBeUndefined();
  });

  test('is the session in which the payment is made, where it is open still', async () => {
    const begun = await begin();
    giving({ live: { handle: 'left open', seconds: 120 } });
    const pay = vi.spyOn(fakeConnector, 'pay');
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('paid');
    expect(pay.mock.calls).toMatchObject([[{ live: 'left open', attended: false }, {}]]);
  });

  test('is kept although the payment came to nothing', async () => {
    const begun = await begin();
    giving({ connection });
    vi.spyOn(fakeConnector, 'pay').mockRejectedValue(new Error('away'));
    await expect(submitPayment(runtime, begun.payment._id, NOW)).rejects.toThrow('away');
    expect((await authOf(begun))?.connection).toBeDefined();
  });

  test('fails no payment where it cannot be kept', async () => {
    const begun = await begin();
    giving({ connection });
    vi.spyOn(runtime.vault, 'sealMore').mockRejectedValue(new Error('KMS is away'));
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('paid');
    expect((await authOf(begun))?.connection).toBeUndefined();
  });

  test('is not kept where the account has other credentials by then', async () => {
    const begun = await begin();
    const auth = await authOf(begun);
    if (!auth) throw new Error('The auth is gone');
    vi.spyOn(fakeConnector, 'listBills').mockImplementation(async (session?: Session) => {
      const context = { clientId, recordId: auth._id };
      const credentials = await runtime.vault.seal(context, { username: 'bob' });
      const other = { ...auth, version: auth.version + 1, credentials };
      await runtime.table.write([runtime.auths.save(other, auth)]);
      session?.keep?.({ connection });
      return company.account ? [company.account] : [];
    });
    expect(await submitPayment(runtime, begun.payment._id, NOW)).toBe('paid');
    expect((await authOf(begun))?.connection).toBeUndefined();
  });
});
