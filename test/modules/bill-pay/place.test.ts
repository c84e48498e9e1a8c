import { describe, expect, test } from 'vitest';
import { firstPlace, linkPlaceOf, type Place, readPlace } from '../../../modules/bill-pay/place.ts';
import { accountOf, auth, entryOf } from './support.ts';

const nothing = { skipOnboarding: false, companyFound: false };
const one = accountOf({ entries: [entryOf()], auths: [auth] });
const two = accountOf({ entries: [entryOf(), entryOf({ _id: 'bill_2' })], auths: [auth] });
const atSignIn = { at: 'link', from: { at: 'sign-in', companyId: 'co_1' } };

describe('where the address leads', () => {
  test.each<[string, Parameters<typeof firstPlace>, unknown]>([
    ['nobody knows this yet', [accountOf(), nothing], { at: 'welcome' }],
    ['skipOnboarding', [accountOf(), { ...nothing, skipOnboarding: true }], { at: 'bills' }],
    ['there are bills', [one, nothing], { at: 'bills' }],
    ['an account on hold is no welcome', [accountOf({ auths: [auth] }), nothing], { at: 'bills' }],
    ['billId', [one, { ...nothing, billId: 'bill_1' }], { at: 'bill', billId: 'bill_1' }],
    ['unknown billId', [one, { ...nothing, billId: 'x' }], { at: 'bills', missing: 'bill' }],
    [
      'unknown billId, no bills',
      [accountOf(), { ...nothing, billId: 'x' }],
      { at: 'bills', missing: 'bill' },
    ],
    [
      'companyId with its bill',
      [one, { ...nothing, companyId: 'co_1', companyFound: true }],
      { at: 'bill', billId: 'bill_1' },
    ],
    [
      'companyId with two bills',
      [two, { ...nothing, companyId: 'co_1', companyFound: true }],
      { at: 'bills', companyId: 'co_1' },
    ],
    [
      'companyId without a bill',
      [accountOf(), { ...nothing, companyId: 'co_1', companyFound: true }],
      atSignIn,
    ],
    [
      'companyId whose account is on hold',
      [accountOf({ auths: [auth] }), { ...nothing, companyId: 'co_1', companyFound: true }],
      { at: 'link', from: { at: 'working', authId: 'auth_1' } },
    ],
    [
      'unknown companyId',
      [one, { ...nothing, companyId: 'co_x' }],
      { at: 'bills', missing: 'company' },
    ],
    [
      'billId goes before companyId',
      [two, { ...nothing, billId: 'bill_2', companyId: 'co_1', companyFound: true }],
      { at: 'bill', billId: 'bill_2' },
    ],
    [
      'unknown billId with a companyId',
      [accountOf(), { ...nothing, billId: 'x', companyId: 'co_1', companyFound: true }],
      atSignIn,
    ],
  ])('%s', (_, [account, asked], place) => {
    expect(firstPlace(account, asked)).toEqual(place);
  });
});

describe('what is kept over a reload', () => {
  test.each<Place>([
    { at: 'welcome' },
    { at: 'bills', companyId: 'co_1' },
    { at: 'bill', billId: 'bill_1' },
    { at: 'review', billId: 'bill_1', requestKey: 'a-b', methodId: 'pm_1', date: '2026-12-01' },
    { at: 'paying', billId: 'bill_1', before: 'none' },
    { at: 'add-card', billId: 'bill_1', replaces: 'pm_1', next: 'pay' },
    { at: 'link', from: { at: 'working', authId: 'auth_1' }, billId: 'b', methodId: 'm' },
  ])('$at', (place) => {
    expect(readPlace(JSON.parse(JSON.stringify(place)))).toEqual(place);
  });

  test.each([
    ['nothing', undefined],
    ['another place', { at: 'toString' }],
    ['a review without its key', { at: 'review', billId: 'bill_1' }],
    ['what is no id', { at: 'bill', billId: '../x' }],
    ['what is no text', { at: 'methods', before: 1 }],
    ['linking from nowhere', { at: 'link', from: { at: 'moon' } }],
  ])('not %s', (_, kept) => {
    expect(readPlace(kept)).toBeUndefined();
  });
});

test('credentials that hold no more are asked for at once', () => {
  expect(linkPlaceOf({ ...auth, status: { type: 'authenticate' } })).toMatchObject({
    at: 'sign-in',
  });
  const asked = { ...auth, status: { type: 'authenticate' }, asksFor: ['pin'] };
  expect(linkPlaceOf(asked)).toMatchObject({ why: 'again', asked: { asksFor: ['pin'] } });
  expect(linkPlaceOf({ ...auth, status: { type: 'hold' } })).toMatchObject({ at: 'working' });
});
