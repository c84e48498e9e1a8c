/** What changes tell: one row a sentence, with the events that come of it and the fields that matter. */
import {
  type AuthRecord,
  recordHold,
  requestLink,
  resumeHold,
  withoutLink,
} from '@billhook/core/auth/auth';
import { isFailure } from '@billhook/core/base/errors';
import { presentBill } from '@billhook/core/bill/present-bill';
import { authEvents } from '@billhook/core/events/auth-events';
import { billEvents } from '@billhook/core/events/bill-events';
import { type EventRecord, presentEvent, subjectOf } from '@billhook/core/events/event';
import { methodEvents } from '@billhook/core/events/method-events';
import { paymentEvents } from '@billhook/core/events/payment-events';
import { swapEvents } from '@billhook/core/events/swap-events';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { newPayment } from '@billhook/core/payment/transitions';
import { eventEntries, event as eventSchema } from '@billhook/core/schemas/event';
import { holdCodes } from '@billhook/core/schemas/hold-codes';
import { planSwap } from '@billhook/core/swap/swap';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  authRecord,
  billRecord,
  changedAuth,
  changedPayment,
  methodRecord,
  NOW,
  openedChallenge,
  TODAY,
} from '../../../support/records.ts';

const at = new Date(NOW).toISOString();
const link = { linkId: 'link_1', requestedAt: at, items: ['bill'] as const };
const hold = { code: 'account_issue_accept_toc' } as const;
const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe('An auth', () => {
  const linking = authRecord({ status: undefined, link });
  const verified = authRecord();
  const ended = (change: object) => ({ ...withoutLink(linking), ...change });
  const again = { ...verified, link };
  const asking = { status: 'mfa-required', challenge: openedChallenge() } as const;
  const refused = { code: 'authentication_not_completed', subcode: 'invalid-mfa' } as const;
  const connection = { connector: 'sandbox', expiresAt: '2026-12-01T00:00:00.000Z' };
  const silent = {
    code: 'authentication_not_completed',
    subcode: 'no-mfa-response-received',
  } as const;

  test.each([
    ['that is new is created', undefined, linking, ['auth.created']],
    [
      'that was deleted and is linked again is created',
      { ...verified, deletedAt: at },
      linking,
      ['auth.created'],
    ],
    ['whose link is verified succeeds', linking, ended({ status: 'verified' }), ['auth.success']],
    ['that is linked again succeeds again', again, { ...withoutLink(again) }, ['auth.success']],
    [
      'whose credentials are refused while linking fails',
      linking,
      ended({ status: 'authenticate' }),
      ['auth.failed'],
    ],
    [
      'whose answers are refused while linking fails',
      linking,
      ended({ status: 'hold', hold: refused }),
      ['auth.failed'],
    ],
    ['whose link is held is on hold', linking, ended({ status: 'hold', hold }), ['auth.hold']],
    [
      'whose user did not answer is on hold',
      linking,
      ended({ status: 'hold', hold: silent }),
      ['auth.hold'],
    ],
    [
      'whose credentials are refused later is invalid',
      verified,
      changedAuth(verified, { status: 'authenticate' }),
      ['auth.invalid'],
    ],
    ['that a payment holds is on hold', verified, recordHold(verified, hold), ['auth.hold']],
    [
      'that a reading cannot go on with needs its user',
      verified,
      changedAuth(verified, { status: 'hold', hold: silent }),
      ['auth.needs-resync'],
    ],
    [
      'whose connection ends needs its user soon',
      { ...verified, connection },
      { ...verified, connection: { ...connection, told: true as const } },
      ['auth.needs-resync'],
    ],
    [
      'whose connection was renewed tells nothing',
      { ...verified, connection: { ...connection, told: true as const } },
      { ...verified, connection },
      [],
    ],
    [
      'that is held for the same again tells nothing',
      { ...verified, status: 'hold' as const, hold },
      { ...verified, status: 'hold' as const, hold },
      [],
    ],
    [
      'that is read again after a hold succeeds',
      { ...verified, status: 'hold' as const, hold },
      verified,
      ['auth.success'],
    ],
    [
      'that asks its user says so',
      linking,
      { ...linking, challenge: openedChallenge() },
      ['auth.security-input-required'],
    ],
    [
      'whose workflow waits anew asks nothing new',
      { ...linking, challenge: openedChallenge() },
      { ...linking, challenge: openedChallenge({ taskToken: 'another' }) },
      [],
    ],
    [
      'whose link pays first has succeeded once',
      { ...verified, link, lastLinkId: 'link_1' },
      withoutLink({ ...verified, link, lastLinkId: 'link_1' }),
      [],
    ],
    [
      'that is linked anew tells nothing before its outcome',
      verified,
      requestLink(verified, { ...verified, link: { ...link, linkId: 'link_2' } }),
      [],
    ],
    ['that is erased is deleted', verified, undefined, ['auth.deleted']],
    ['that is hidden is deleted', verified, { ...verified, deletedAt: at }, ['auth.deleted']],
    ['that was hidden goes in silence', { ...verified, deletedAt: at }, undefined, []],
  ])('%s', (_sentence, before, after, expected) => {
    expect(types(authEvents(before as never, after as never))).toEqual(expected);
  });

  test('is told of with its client as the resource, and what the partner gave', () => {
    const before = { ...linking, paymentIdentifier: 'order 7' };
    const [event] = authEvents(before, changedAuth(withoutLink(before), { status: 'verified' }));
    expect(event).toMatchObject({
      resource: { type: 'client', id: linking.clientId },
      data: { auth: { _id: linking._id }, paymentIdentifier: 'order 7' },
    });
  });

  test.each([
    ['auth.invalid', changedAuth(verified, { status: 'authenticate' })],
    ['auth.needs-resync', changedAuth(verified, { status: 'hold', hold: silent })],
    ['auth.needs-resync', { ...verified, connection: { ...connection, told: true as const } }],
    ['auth.deleted', undefined],
    ['auth.hold', recordHold(verified, hold)],
  ])('names its company with %s', (type, after) => {
    expect(authEvents(verified, after)).toMatchObject([
      { type, data: { company: { _id: verified.company._id, name: verified.company.name } } },
    ]);
  });

  test('whose connection ends says when', () => {
    const [event] = authEvents(verified, {
      ...verified,
      connection: { ...connection, told: true },
    });
    expect(event?.data).toMatchObject({
      resyncBy: connection.expiresAt,
      auth: { status: { type: 'verified' } },
    });
  });

  test('that is held says so in a code and a text', () => {
    const [held] = authEvents(verified, recordHold(verified, hold));
    expect(held?.data.hold).toEqual({
      code: hold.code,
      text: holdCodes.account_issue_accept_toc.userMessage,
    });
    const system = { code: 'system_issue_with_bill', subcode: 'job-timeout' } as const;
    const [timedOut] = authEvents(verified, recordHold(verified, system));
    expect(timedOut?.data.hold).toMatchObject({ code: system.code, subcode: system.subcode });
  });

  test.each([
    ['an outcome', (given: AuthRecord) => changedAuth(withoutLink(given), { status: 'verified' })],
    ['a challenge', (given: AuthRecord) => changedAuth(given, asking)],
  ])('that a partner links itself restricts %s, and one of a session names it', (_what, change) => {
    const byKey = { ...linking, link: { ...link, byApiKey: true as const } };
    expect(authEvents(byKey, change(byKey))[0]).toMatchObject({ restricted: true });
    const inModule = { ...linking, link: { ...link, sessionId: 'session-1' } };
    const [event] = authEvents(inModule, change(inModule));
    expect(event).toMatchObject({ sessionId: 'session-1' });
    expect(event).not.toHaveProperty('restricted');
  });

  test('that is held as its link ends, after its success was told, is told of as by that link', () => {
    const given = { ...link, sessionId: 'session-1', byApiKey: true as const };
    const swapping = { ...verified, link: given, lastLinkId: given.linkId };
    const held = changedAuth(withoutLink(swapping), { status: 'hold', hold });
    expect(authEvents(swapping, held)).toMatchObject([
      { type: 'auth.hold', sessionId: 'session-1', restricted: true },
    ]);
  });

  test('that changes while it is being linked tells nothing of the session of the link', () => {
    const given = { ...link, sessionId: 'session-1', byApiKey: true as const };
    const relinked = { ...verified, link: given };
    const told = [
      ...authEvents(relinked, recordHold(relinked, hold)),
      ...authEvents(relinked, undefined),
    ];
    expect(types(told)).toEqual(['auth.hold', 'auth.deleted']);
    for (const event of told) {
      expect(event).not.toHaveProperty('sessionId');
      expect(event).not.toHaveProperty('restricted');
    }
    // The link that made the auth is where it began.
    expect(authEvents(undefined, relinked)).toMatchObject([{ sessionId: 'session-1' }]);
    expect(authEvents(undefined, relinked)[0]).not.toHaveProperty('restricted');
  });

  test.each([
    ['by its partner, resumed in a module', { byApiKey: true } as const, {}, true],
    [
      'by its partner, resumed by it',
      { byApiKey: true } as const,
      { byApiKey: true } as const,
      true,
    ],
    ['in a module, resumed by its partner', {}, { byApiKey: true } as const, false],
    ['in a module, resumed there', {}, {}, false],
  ])('begun %s, is restricted as it was begun', (_how, begunBy, resumedBy, restricted) => {
    const begun = requestLink(undefined, { ...verified, link: { ...link, ...begunBy } });
    const held = changedAuth(withoutLink(begun), { status: 'hold', hold });
    const resumed = resumeHold(held, { linkId: 'link_2', now: at, ...resumedBy });
    if (isFailure(resumed)) throw new Error(resumed.failure);
    const [event] = authEvents(resumed, changedAuth(withoutLink(resumed), { status: 'verified' }));
    expect(event).toMatchObject({ type: 'auth.success' });
    expect(event?.restricted ?? false).toBe(restricted);
  });

  test('shows no token of a task, and nothing sealed', () => {
    const challenged = changedAuth(linking, {
      status: 'mfa-required',
      challenge: openedChallenge({ taskToken: 'hush' }),
    });
    const text = JSON.stringify([
      ...authEvents(undefined, challenged),
      ...authEvents(linking, challenged),
    ]);
    expect(text).not.toContain('hush');
    expect(text).not.toContain('credentials');
  });
});

describe('A bill', () => {
  const context = { partnerNow: NOW, sandbox: true };
  const bill = billRecord();
  const told = (after: object, now = NOW) =>
    billEvents(bill, { ...bill, ...after }, { ...context, partnerNow: now });

  test('that is new is created, and one that goes says nothing', () => {
    expect(types(billEvents(undefined, bill, context))).toEqual(['bill.created']);
    expect(billEvents(bill, undefined, context)).toEqual([]);
    expect(billEvents(bill, { ...bill, deletedAt: at }, context)).toEqual([]);
  });

  test.each([
    ['its balance', { reported: { ...bill.reported, balanceCents: 1 } }, ['balance']],
    ['its label', { customLabel: 'Flat' }, ['customLabel']],
    ['its settings', { notifications: 'disabled' }, ['settings']],
    ['whether it is hidden', { hidden: true }, ['hidden']],
    ['the day of its payment', { scheduled: { paymentId: 'pay_1', payOn: TODAY } }, ['payDate']],
  ])('that changes in %s says so', (_what, change, changed) => {
    const [event, ...more] = told(change);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'bill.update',
      data: { changed, current: { _id: bill._id }, bill: { _id: bill._id } },
    });
  });

  test('says what each changed value was and is, and the balance in any case', () => {
    const [event] = told({ reported: { ...bill.reported, balanceCents: 1 } });
    expect(event?.data).toMatchObject({
      company: { _id: bill.company._id, name: bill.company.name, logo: bill.company.logo },
      bill: { _id: bill._id, balance: { previous: '100.00', current: '0.01' } },
      current: presentBill({ ...bill, reported: { ...bill.reported, balanceCents: 1 } }, context),
    });
    expect(event?.data).not.toHaveProperty('trigger');
    const [labelled] = told({ customLabel: 'Flat' });
    expect(labelled?.data.bill).toEqual({
      _id: bill._id,
      balance: { previous: '100.00', current: '100.00' },
      customLabel: { previous: null, current: 'Flat' },
    });
  });

  test.each([
    ['its user', { kind: 'client', partnerId: 'ptn_1', clientId: 'cl_1' }, 'client', undefined],
    ['its partner', { kind: 'partner', partnerId: 'ptn_1' }, 'partner', true],
  ] as const)('that %s changed says so, and only the user’s change is sent', (...row) => {
    const [_who, by, trigger, logOnly] = row;
    const [event] = billEvents(bill, { ...bill, customLabel: 'Flat' }, { ...context, by });
    expect(event).toMatchObject({ type: 'bill.update', data: { trigger } });
    expect(event?.logOnly).toBe(logOnly);
  });

  describe('whose due date moves', () => {
    const planned = { ...bill, scheduled: { paymentId: 'pay_1', payOn: '2026-11-22' } };
    const moved = { ...planned, reported: { ...bill.reported, dueOn: '2026-12-24' } };
    const notices = (before: object, after: object) =>
      billEvents(before as never, after as never, context).filter(
        ({ type }) => type === 'bill.scheduled-payment-notice',
      );

    test('under a scheduled payment, gives the notice with both dates', () => {
      expect(notices(planned, moved)).toMatchObject([
        {
          resource: { type: 'bill', id: bill._id },
          data: {
            company: { name: bill.company.name },
            bill: {
              _id: bill._id,
              dueDate: {
                previous: `${bill.reported.dueOn}T00:00:00.000Z`,
                current: '2026-12-24T00:00:00.000Z',
              },
            },
            dueDate: {
              previous: `${bill.reported.dueOn}T00:00:00.000Z`,
              current: '2026-12-24T00:00:00.000Z',
            },
          },
        },
      ]);
    });

    test.each([
      ['with nothing scheduled', bill, { ...bill, reported: moved.reported }],
      ['as the payment is scheduled', bill, moved],
      ['while the user wants no notices', planned, { ...moved, notifications: 'disabled' }],
      ['to no day', planned, { ...planned, reported: { ...bill.reported, dueOn: undefined } }],
      ['not at all', planned, { ...planned, customLabel: 'Flat' }],
    ])('%s, gives none', (_when, before, after) => {
      expect(notices(before, after)).toEqual([]);
    });
  });

  test('whose record changes and shows nothing of it tells nothing', () => {
    expect(told({ version: 9, waitsUntil: undefined, methodId: 'pm_1' })).toEqual([]);
    // Its payment could not be made, and is tried again the next day.
    const tomorrow = { ...bill.reported, dueOn: '2026-11-24' };
    const due = { ...bill, statement: undefined, reported: tomorrow };
    const later = { ...due, waitsUntil: '2026-11-22' };
    expect(presentBill(later, context).payDate).not.toBe(presentBill(due, context).payDate);
    expect(billEvents(due, later, context)).toEqual([]);
  });

  test.each([
    ['upcoming', 'bill.upcoming'],
    ['scheduled-payment', 'bill.scheduled-payment-notice'],
  ] as const)('gives the notice %s in time, and not late', (kind, type) => {
    const noticed = { [kind]: '2026-11-23' };
    const [notice] = told({ noticed });
    const { _id, name, logo } = bill.company;
    expect(notice).toMatchObject({ type, data: { company: { _id, name, logo } } });
    expect(v.parse(eventEntries[type].data, notice?.data)).toEqual(notice?.data);
    expect(told({ noticed }, Date.parse('2026-11-23T00:00:00Z'))).toEqual([]);
  });

  test('that is marked as overdue changes its status, which the day alone had changed', () => {
    const dueOn = bill.reported.dueOn ?? '';
    const now = Date.parse(`${dueOn}T00:00:00Z`) + 30 * 60 * 60 * 1000;
    expect(told({ noticed: { overdue: dueOn }, skippedDueOn: dueOn }, now)).toMatchObject([
      {
        type: 'bill.update',
        data: {
          changed: expect.arrayContaining(['status']),
          bill: { status: { previous: { type: 'upcoming' }, current: { type: 'overdue' } } },
        },
      },
    ]);
  });

  test('that was overdue when it was first seen was told of as that, and its mark tells nothing', () => {
    const found = billRecord({ seenOn: '2026-11-21' }, { dueOn: '2026-11-20' });
    const [created] = billEvents(undefined, found, context);
    expect(created).toMatchObject({ data: { bill: { status: { type: 'overdue' } } } });
    const marked = { ...found, noticed: { overdue: '2026-11-20' }, skippedDueOn: '2026-11-20' };
    expect(billEvents(found, marked, context)).toEqual([]);
  });
});

describe('A payment', () => {
  const planned = newPayment(billRecord(), { paymentId: 'pay_1', payOn: TODAY, partnerNow: NOW });
  const waiting = { reason: 'more-owed', seenCents: 4_200, owedCents: 5_810 } as const;
  const waits = { ...planned, waiting };
  const paid = { kind: 'paid', amountCents: 4_200, paidAt: NOW } as const;
  const held = { kind: 'held', ...hold } as const;

  test.each([
    ['that is planned', undefined, planned, ['bill.payment.scheduled']],
    [
      'that begins at once',
      undefined,
      { ...planned, status: 'pending' as const },
      ['bill.payment.scheduled'],
    ],
    ['that begins on its day', planned, { ...planned, status: 'pending' as const }, []],
    [
      'that is asked about',
      { ...planned, status: 'pending' as const },
      { ...planned, status: 'pending' as const, rounds: 1 },
      [],
    ],
    ['that waits for its user', planned, waits, ['bill.payment.waiting']],
    ['that goes on waiting', waits, { ...waits, dueAt: at }, []],
    [
      'whose user is reminded',
      waits,
      { ...waits, waiting: { ...waits.waiting, reminded: true as const } },
      ['bill.payment.waiting'],
    ],
    ['that its user agrees to', waits, { ...planned, status: 'pending' as const }, []],
    [
      'that is made',
      planned,
      { ...planned, status: 'paid' as const, outcome: paid },
      ['bill.payment.sent'],
    ],
    [
      'that is declined',
      planned,
      { ...planned, status: 'declined' as const },
      ['bill.payment.failed'],
    ],
    [
      'that is held',
      planned,
      { ...planned, status: 'held' as const, outcome: held },
      ['bill.payment.failed'],
    ],
    [
      'that is cancelled',
      planned,
      { ...planned, status: 'cancelled' as const },
      ['bill.payment.cancelled'],
    ],
    [
      'that is delayed',
      { ...planned, status: 'pending' as const },
      { ...planned, status: 'pending' as const, delayed: true as const },
      ['bill.payment.delayed'],
    ],
    [
      'that was delayed, and is paid',
      { ...planned, status: 'pending' as const, delayed: true as const },
      { ...planned, status: 'paid' as const, delayed: true as const },
      ['bill.payment.sent'],
    ],
    [
      'that has ended',
      { ...planned, status: 'paid' as const },
      { ...planned, status: 'paid' as const },
      [],
    ],
  ])('%s', (_sentence, before, after, expected) => {
    expect(types(paymentEvents(inState(before), inState(after)))).toEqual(expected);
  });

  test('is told of with its bill as the resource, and numbered by itself', () => {
    const method = methodRecord({ identifier: 'card 7' });
    const asked = { paymentId: 'pay_1', payOn: TODAY, partnerNow: NOW, method };
    const payment = newPayment(billRecord(), { ...asked, orderedBy: 'partner' });
    const [event] = paymentEvents(undefined, payment);
    const { company } = billRecord();
    expect(event).toMatchObject({
      resource: { type: 'bill', id: payment.billId },
      data: {
        company: { _id: company._id, name: company.name, logo: company.logo },
        amount: '100.00',
        paymentMethod: { _id: method._id, type: 'card', identifier: 'card 7' },
        payDate: `${TODAY}T00:00:00.000Z`,
        trigger: 'partner',
        payment: { _id: 'pay_1' },
      },
    });
    expect(event && subjectOf(event)).toBe('pay_1');
    const text = JSON.stringify(event);
    expect(text).toContain('1111');
    expect(text).not.toContain('sealed');
    expect(event?.data).not.toHaveProperty('surcharge');
  });

  test.each([
    [{ automatic: true }, 'automatic'],
    [{ orderedBy: 'client' }, 'client'],
    [{}, undefined],
  ] as const)('that is ordered by %j says so', (order, trigger) => {
    const asked = { paymentId: 'pay_1', payOn: TODAY, partnerNow: NOW, ...order };
    const [event] = paymentEvents(undefined, newPayment(billRecord(), asked));
    expect(event?.data.trigger).toBe(trigger);
  });

  test('says what its company adds, the same when it is planned and in the end', () => {
    const own = billRecord();
    const fees = { cards: { visa: { credit: { rate: 2, percentage: true } } } };
    const bill = { ...own, company: { ...own.company, fees } };
    const asked = { paymentId: 'pay_1', payOn: TODAY, partnerNow: NOW, method: methodRecord() };
    const payment = newPayment(bill, asked);
    const surcharge = { type: 'percentage', rate: 2 };
    expect(paymentEvents(undefined, payment)[0]?.data.surcharge).toEqual(surcharge);
    const ended = (outcome: object) =>
      paymentEvents(payment, changedPayment(payment, { status: 'paid', outcome } as never))[0]
        ?.data;
    expect(ended({ ...paid, feeCents: 91 })).toMatchObject({
      ...{ amount: '42.00', surcharge },
      payment: { fee: '0.91' },
    });
    expect(ended(paid)).toMatchObject({ surcharge });
  });

  test.each([
    ['dollars', { rate: 1.5, percentage: false }, { type: 'flat', rate: 1.5 }],
    ['a percentage', { rate: 2.9, percentage: true }, { type: 'percentage', rate: 2.9 }],
    ['nothing', { rate: 0, percentage: true }, undefined],
  ])('of a company that adds %s says so', (_, credit, surcharge) => {
    const own = billRecord();
    const fees = { cards: { visa: { credit } } };
    const bill = { ...own, company: { ...own.company, fees } };
    const asked = { paymentId: 'pay_1', payOn: TODAY, partnerNow: NOW, method: methodRecord() };
    const [event] = paymentEvents(undefined, newPayment(bill, asked));
    expect(event?.data.surcharge).toEqual(surcharge);
  });

  test('that release 0.1.1 planned says in dollars what its company adds', () => {
    const asked = { paymentId: 'pay_1', payOn: TODAY, partnerNow: NOW, method: methodRecord() };
    const payment = newPayment(billRecord(), asked);
    const told = { ...payment.told, surchargeCents: 150 } as never;
    const [event] = paymentEvents(undefined, { ...payment, told });
    expect(event?.data.surcharge).toEqual({ type: 'flat', rate: 1.5 });
  });

  test('that release 0.1.0 planned names its company by id, and is told of as published', () => {
    const older = changedPayment(planned, { status: 'pending', told: undefined });
    const ended = changedPayment(older, { status: 'paid', outcome: paid });
    const events = paymentEvents(older, ended);
    expect(events).toMatchObject([
      { data: { company: { _id: older.companyId }, amount: '42.00' } },
    ]);
    const { data } = eventEntries['bill.payment.sent'];
    expect(v.parse(data, events[0]?.data)).toEqual(events[0]?.data);
  });

  test('that release 0.1.0 told of is shown and numbered as it was', () => {
    const recorded = {
      ...{ _id: 'evt_1', type: 'bill.payment.sent', created: at, partnerId: 'ptn_1', sequence: 2 },
      resource: { type: 'payment', id: 'pay_1' },
      data: { payment: { _id: 'pay_1', billId: 'bill_1' } },
    } as unknown as EventRecord;
    const { event } = presentEvent(recorded);
    expect(event).toMatchObject({ subject: 'pay_1', payload: { resource: recorded.resource } });
    expect(v.parse(eventSchema, event)).toEqual(event);
  });

  test('that its company was asked for less than was told says what it was asked for', () => {
    const asked = { ...planned, told: { company: billRecord().company, cents: 4_200 } };
    const declined = { status: 'declined', outcome: { kind: 'declined' }, amountCents: 1_200 };
    const [failed] = paymentEvents(planned, changedPayment(asked, declined as never));
    expect(failed?.data).toMatchObject({ amount: '12.00', payment: { amount: '12.00' } });
  });

  test('that is made says how much, and one that is held says why', () => {
    const [sent] = paymentEvents(
      planned,
      changedPayment(planned, { status: 'paid', outcome: paid }),
    );
    expect(sent?.data).toMatchObject({ payment: { amount: '42.00', status: 'sent', paidOn: at } });
    const [failed] = paymentEvents(
      planned,
      changedPayment(planned, { status: 'held', outcome: held }),
    );
    expect(failed?.data).toMatchObject({ payment: { reason: { code: hold.code } } });
  });
});

/** As it is in the state that follows from its attributes. */
function inState(payment: object | undefined): PaymentRecord | undefined {
  return payment && changedPayment(payment as PaymentRecord);
}

describe('A swap', () => {
  const made = planSwap(authRecord(), { swapId: 'swap_1', paymentMethodId: 'pm_1', now: NOW });
  const onHold = { ...made, status: 'hold' as const, hold };

  test.each([
    ['that begins', undefined, made, ['swap.created']],
    ['that the company is asked for', made, { ...made, status: 'in-progress' as const }, []],
    ['that is done', made, { ...made, status: 'completed' as const }, ['swap.success']],
    ['that is held', made, onHold, ['swap.hold']],
    ['that is held at once', undefined, onHold, ['swap.created', 'swap.hold']],
    ['that is held again in another attempt', onHold, { ...onHold, attempt: 2 }, ['swap.hold']],
    ['that is resumed', onHold, { ...made, attempt: 2 }, []],
    ['that goes with its auth', made, undefined, []],
  ])('%s', (_sentence, before, after, expected) => {
    expect(types(swapEvents(before, after))).toEqual(expected);
  });
});

test('A swap tells of its client, its company and its card where clients of the original look', () => {
  const method = methodRecord();
  const asked = { swapId: 'swap_1', paymentMethodId: method._id, method, now: NOW };
  const made = planSwap(authRecord(), asked);
  const [event] = swapEvents(made, { ...made, status: 'completed' });
  expect(event?.data).toMatchObject({
    clientId: made.clientId,
    company: { name: made.company.name },
    paymentMethod: { _id: method._id, type: 'card', card: { number: 'XXXX1111', brand: 'visa' } },
  });
  expect(JSON.stringify(event)).not.toContain('sealed');
  expect(v.parse(eventEntries['swap.success'].data, event?.data)).toEqual(event?.data);
  const { method: _none, ...older } = made;
  const [told] = swapEvents(older, { ...older, status: 'completed' });
  expect(told?.data.paymentMethod).toEqual({ _id: method._id });
});

describe('A payment method', () => {
  const method = methodRecord();
  const declined = { ...method, status: 'declined' as const, declines: 1 };

  test.each([
    ['that is added', undefined, method, []],
    ['that is declined', method, declined, ['payment-method.declined']],
    ['that stays declined', declined, { ...declined, declines: 2 }, []],
    [
      'that is declined when it is retried',
      { ...declined, status: 'pending' as const },
      { ...declined, declines: 2 },
      ['payment-method.declined'],
    ],
    [
      'whose retry came to nothing, which declined nothing',
      { ...declined, status: 'pending' as const },
      declined,
      [],
    ],
    ['that is removed', method, undefined, ['payment-method.removed']],
  ])('%s', (_sentence, before, after, expected) => {
    expect(types(methodEvents(before, after))).toEqual(expected);
  });

  test('is shown masked', () => {
    const text = JSON.stringify(methodEvents(method, undefined));
    expect(text).toContain('XXXX1111');
    expect(text).not.toContain('sealed');
  });
});
