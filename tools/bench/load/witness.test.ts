import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { expect, test } from 'vitest';
import type { Ledger } from '../../../test/support/ledger.ts';
import { findWrongs } from './witness.ts';
import { type LoadEvent, openWorld } from './world.ts';

const partner = { partnerId: 'ptn_1', apiKey: 'none' };
const clientId = `cl_${'c'.repeat(20)}`;
const idOf = (kind: string, end: string) => `${kind}_${'c'.repeat(20)}_${end.padStart(14, '0')}`;
const [billId, authId, paymentId] = [idOf('bill', '1'), idOf('auth', '1'), idOf('pay', '1')];
const CENTS = 4_250;

/** One client that has linked an account and paid its bill, as the load knows it. */
function worldOf(order: 'accepted' | 'refused' | 'unknown' | undefined) {
  const world = openWorld([partner], () => 0);
  const client = { partner, clientId, identifier: 'one', authIds: [], bills: [], cards: 0 };
  world.created(client);
  world.linking(client, authId);
  const bill = { _id: billId, balance: '42.50', auth: { _id: authId } };
  world.told(eventOf('bill.created', { bill }) as LoadEvent);
  for (const one of world.bills.values()) one.order = order;
  return world;
}

function eventOf(type: string, data: object) {
  const resource = { type: 'bill', id: billId };
  return { _id: `evt_${type}`, type, resource, payload: { resource, data } };
}

type Changed = {
  readonly payment?: object;
  readonly chargedCents?: number | 'nothing';
  readonly twice?: true;
  readonly auth?: object | 'gone';
  readonly bills?: false;
  readonly without?: 'bill.created' | 'bill.payment.sent';
};

function ledgerOf(changed: Changed): Ledger {
  const { chargedCents = CENTS } = changed;
  const charge = (id: string) => ({
    paymentId: `${id}-1`,
    outcome: { kind: 'paid', amountCents: chargedCents },
  });
  const attempts = [
    ...(chargedCents === 'nothing' ? [] : [charge(paymentId)]),
    ...(changed.twice ? [charge(idOf('pay', '2'))] : []),
  ];
  const payment = { _id: paymentId, billId, status: 'paid', amountCents: CENTS };
  const events = [eventOf('bill.created', {}), eventOf('bill.payment.sent', {})];
  return {
    payments: [{ ...payment, ...changed.payment } as StoredPayment],
    bills: new Map(
      changed.bills === false ? [] : [[billId, { _id: billId, auth: { _id: authId } }]],
    ),
    auths: changed.auth === 'gone' ? [] : [{ _id: authId, status: 'verified', ...changed.auth }],
    accounts: [{ attempts }],
    events: events.filter(({ type }) => type !== changed.without),
    methods: [],
    ledgers: [],
    swaps: [],
  } as unknown as Ledger;
}

const everything = new Map([
  ['evt_bill.created', 1],
  ['evt_bill.payment.sent', 2],
]);
const counts = { requests: 0, failed: 0, hung: 0, closed: 0, unverified: 0, mismatched: 0 };

test('nothing is wrong where each order was paid once, with what was owed, and told', () => {
  const found = findWrongs(ledgerOf({}), worldOf('accepted'), { accepted: everything, counts });
  expect(found).toEqual({
    links: 1,
    orders: { accepted: 1, refused: 0, unknown: 0 },
    paid: 1,
    charges: 1,
    chargedCents: CENTS,
    events: 2,
    duplicates: 1,
    wrongs: [],
  });
});

test('an order that nobody answered may be paid or not', () => {
  const given = { accepted: everything, counts };
  const none = ledgerOf({ chargedCents: 'nothing', payment: { status: 'declined' } });
  expect(findWrongs(none, worldOf('unknown'), given).wrongs).toEqual([]);
  expect(findWrongs(ledgerOf({}), worldOf('unknown'), given).wrongs).toEqual([]);
});

test.each<[string, Changed, 'accepted' | 'refused' | undefined, RegExp]>([
  ['a charge without an order', {}, undefined, /not at all: charged/],
  ['a charge after a refusal', {}, 'refused', /refused: charged/],
  ['another amount', { chargedCents: 1 }, 'accepted', /is of 4250, and 1 was paid/],
  [
    'an amount that is not what was owed',
    { payment: { amountCents: 1 } },
    'accepted',
    /1 was taken/,
  ],
  ['no charge', { chargedCents: 'nothing' }, 'accepted', /never charged/],
  ['two charges', { twice: true }, 'accepted', /One statement was paid by/],
  ['a charge of nobody', { payment: { _id: idOf('pay', '9') } }, 'accepted', /nobody knows/],
  ['no event of it', { without: 'bill.payment.sent' }, 'accepted', /no event says that it is paid/],
  ['a link that is gone', { auth: 'gone' }, 'accepted', /is not there/],
  ['a link on hold', { auth: { status: 'hold' } }, 'accepted', /is hold/],
  ['a link without a bill', { bills: false }, 'accepted', /has no bill/],
  ['a bill that no event tells of', { without: 'bill.created' }, 'accepted', /No event tells/],
])('%s is found', (_what, changed, order, wrong) => {
  const found = findWrongs(ledgerOf(changed), worldOf(order), { accepted: everything, counts });
  expect(found.wrongs.join('\n')).toMatch(wrong);
});

test('what never arrived, was not signed or came with another body is found', () => {
  const accepted = new Map([['evt_bill.created', 1]]);
  const bad = { ...counts, unverified: 1, mismatched: 2 };
  const found = findWrongs(ledgerOf({}), worldOf('accepted'), { accepted, counts: bad });
  expect(found.wrongs).toEqual([
    'evt_bill.payment.sent (bill.payment.sent) never arrived',
    '1 deliveries had a wrong signature',
    '2 deliveries differ from their event',
  ]);
});
