import type { Auth } from '@billhook/core/schemas/auth';
import type { Swap } from '@billhook/core/schemas/swap';
import { describe, expect, test } from 'vitest';
import {
  findSwap,
  isOpen,
  isOver,
  lacksCode,
  neededFirst,
  nextRow,
  type Row,
  type RowStatus,
  type Seen,
  statusOf,
  type Trouble,
} from '../../../modules/card-swap/rows.ts';
import type { LinkProgress } from '../../../modules/kit/linking/task.ts';

const company = { _id: 'co_1', name: 'One', logo: { url: '', background: false } };
const row: Row = { companyId: 'co_1', key: 'k', paymentMethodId: 'pm_1', before: 'swap_0' };
const asked: Row = { ...row, authId: 'auth_1' };
const auth = {
  ...{ _id: 'auth_1', company, created: '2026-11-21T12:00:00.000Z' },
  items: ['swap' as const],
};

type Status = Auth['status']['type'];
type Code = NonNullable<Auth['reason']>['code'];

function linkAt(type: Status | undefined, part: object = {}, reason?: object): LinkProgress {
  const status = type === undefined ? {} : { status: { type } };
  return {
    auth: { ...auth, ...status, ...reason },
    linking: false,
    ...part,
  } as unknown as LinkProgress;
}

function swapAt(type: Swap['status']['type'], part: object = {}): Swap {
  const status = { type };
  return {
    _id: 'swap_1',
    status,
    auth: { ...auth, status: { type: 'verified' } },
    company,
    created: '',
    ...part,
  } as unknown as Swap;
}

function held(code: Code, subcode?: string) {
  return { reason: { code, userMessage: '', ...(subcode && { subcode }) } };
}

const challenge = { token: 't1', method: 'prompt', input: { request: '' }, auth };

describe('a row', () => {
  const cases: readonly [string, Row, Seen, Trouble | undefined, RowStatus][] = [
    ['that was not asked for yet waits', row, {}, undefined, { state: 'waiting' }],
    [
      'that is to be signed in to waits for the user',
      row,
      {},
      { kind: 'sign-in' },
      { state: 'waiting', opens: 'sign-in' },
    ],
    [
      'without a code needs the user',
      row,
      {},
      { kind: 'code' },
      { state: 'needs-you', opens: 'code' },
    ],
    [
      'whose card is no good needs the user',
      row,
      {},
      { kind: 'card' },
      { state: 'needs-you', opens: 'card' },
    ],
    [
      'that was refused is a problem',
      row,
      {},
      { kind: 'refused', text: 'no' },
      { state: 'problem', opens: 'retry' },
    ],
    ['whose link was just sent is signing in', asked, {}, undefined, { state: 'signing-in' }],
    [
      'whose swap was just made is updating',
      { ...asked, swapId: 'swap_1' },
      {},
      undefined,
      { state: 'updating' },
    ],
    [
      'that is being linked is signing in',
      asked,
      { link: linkAt(undefined, { linking: true }) },
      undefined,
      { state: 'signing-in' },
    ],
    [
      'whose link puts the card on file is updating',
      asked,
      { link: linkAt('verified', { linking: true, progress: 'updating-card' }) },
      undefined,
      { state: 'updating' },
    ],
    [
      'that is asked something needs the user',
      asked,
      { link: linkAt('mfa-required', { linking: true, challenge }) },
      undefined,
      { state: 'needs-you', opens: 'challenge' },
    ],
    [
      'whose questions were never answered is signed in to again',
      asked,
      { link: linkAt('mfa-required') },
      undefined,
      { state: 'needs-you', opens: 'sign-in', why: 'unanswered-mfa-question' },
    ],
    [
      'with wrong credentials is signed in to again',
      asked,
      { link: linkAt('authenticate') },
      undefined,
      { state: 'needs-you', opens: 'sign-in', why: 'refused' },
    ],
    [
      'without an outcome is signed in to again',
      asked,
      { link: linkAt(undefined) },
      undefined,
      { state: 'needs-you', opens: 'sign-in', why: 'refused' },
    ],
    [
      'whose code was wrong three times is signed in to again',
      asked,
      { link: linkAt('hold', {}, held('authentication_not_completed', 'invalid-mfa')) },
      undefined,
      { state: 'needs-you', opens: 'sign-in', why: 'invalid-mfa' },
    ],
    [
      'on hold needs the user',
      asked,
      { link: linkAt('hold', {}, held('account_issue_accept_toc')) },
      undefined,
      { state: 'needs-you', opens: 'hold' },
    ],
    [
      'whose swap is queued is updating',
      asked,
      { link: linkAt('verified'), swap: swapAt('pending') },
      undefined,
      { state: 'updating' },
    ],
    [
      'whose swap is on its way is updating',
      asked,
      { link: linkAt('verified'), swap: swapAt('in-progress') },
      undefined,
      { state: 'updating' },
    ],
    [
      'whose card is on file is done',
      asked,
      { link: linkAt('verified'), swap: swapAt('completed') },
      undefined,
      { state: 'done' },
    ],
    [
      'whose card was refused needs the user',
      asked,
      { link: linkAt('hold', {}, held('account_issue_card_not_accepted')), swap: swapAt('hold') },
      undefined,
      { state: 'needs-you', opens: 'hold' },
    ],
    [
      'whose swap was held after its auth was read needs the user',
      asked,
      { link: linkAt('verified'), swap: swapAt('hold') },
      undefined,
      { state: 'needs-you', opens: 'hold' },
    ],
    [
      'that is verified without a swap is a problem',
      asked,
      { link: linkAt('verified') },
      undefined,
      { state: 'problem', opens: 'retry' },
    ],
    [
      'whose held swap is resumed is signing in',
      asked,
      { link: linkAt('hold', { linking: true }), swap: swapAt('hold') },
      undefined,
      { state: 'signing-in' },
    ],
  ];
  test.each(cases)('%s', (_, one, seen, trouble, status) => {
    expect(statusOf(one, seen, trouble)).toEqual(status);
  });

  test('that was answered goes on, until it is asked something else', () => {
    const seen = { link: linkAt('mfa-required', { linking: true, challenge }) };
    expect(statusOf(asked, seen, undefined, 't1').state).toBe('signing-in');
    expect(statusOf(asked, seen, undefined, 't0').opens).toBe('challenge');
  });
});

describe('the swap of a row', () => {
  test('is none that stood there before, and none of another company', () => {
    const other = { ...swapAt('completed'), _id: 'swap_2', company: { ...company, _id: 'co_2' } };
    expect(findSwap(row, [other, swapAt('completed', { _id: 'swap_0' })])).toBeUndefined();
    expect(findSwap(row, [other, swapAt('pending')])?._id).toBe('swap_1');
  });

  test('that is moved is known from the beginning', () => {
    const moved = { ...row, swapId: 'swap_0' };
    expect(findSwap(moved, [swapAt('pending'), swapAt('hold', { _id: 'swap_0' })])?._id).toBe(
      'swap_0',
    );
  });

  test('that came without its code is told from one that the user must see to', () => {
    const reason = held('system_issue_with_swap', 'known-system-error');
    const seen = { link: linkAt('hold', {}, reason), swap: swapAt('hold', reason) };
    expect(lacksCode(seen, statusOf(asked, seen))).toBe(true);
    const refused = held('account_issue_card_not_accepted');
    const card = { link: linkAt('hold', {}, refused), swap: swapAt('hold', refused) };
    expect(lacksCode(card, statusOf(asked, card))).toBe(false);
  });
});

test.each([
  [{ state: 'signing-in' }, true, false],
  [{ state: 'updating' }, true, false],
  [{ state: 'needs-you', opens: 'challenge' }, true, false],
  [{ state: 'needs-you', opens: 'hold' }, false, false],
  [{ state: 'waiting', opens: 'sign-in' }, false, false],
  [{ state: 'done' }, false, true],
  [{ state: 'problem', opens: 'retry' }, false, true],
] as const)('%j is under way: %s, over: %s', (status, open, over) => {
  expect([isOpen(status), isOver(status)]).toEqual([open, over]);
});

describe('the user is led', () => {
  const rows = ['a', 'b', 'c'].map((companyId) => ({ ...row, companyId }));
  const next = (opens: readonly RowStatus['opens'][], putOff: readonly string[] = []) => {
    const statusById = (companyId: string) =>
      ({ state: 'waiting', opens: opens['abc'.indexOf(companyId)] }) as const;
    return nextRow(rows, statusById, putOff);
  };

  test.each([
    ['to the next sign-in', ['hold', 'sign-in', 'sign-in'], [], 'b'],
    ['to a check before the next sign-in', ['sign-in', 'challenge', undefined], [], 'b'],
    ['to the code before all else', ['sign-in', 'challenge', 'code'], [], 'c'],
    ['past what was put off', ['sign-in', 'sign-in', undefined], ['a'], 'b'],
    ['to the list when nothing is left', ['hold', 'retry', undefined], [], undefined],
    [
      'to the list when all was put off',
      ['sign-in', 'challenge', 'code'],
      ['a', 'b', 'c'],
      undefined,
    ],
  ] as const)('%s', (_, opens, putOff, expected) => {
    expect(next(opens, putOff)).toBe(expected);
  });
});

test('the list begins with what waits for the user, each part as it was chosen', () => {
  const statuses: Readonly<Record<string, RowStatus>> = {
    done: { state: 'done' },
    refused: { state: 'problem', opens: 'retry' },
    held: { state: 'needs-you', opens: 'hold' },
    updating: { state: 'updating' },
    login: { state: 'waiting', opens: 'sign-in' },
  };
  const rows = Object.keys(statuses).map((companyId) => ({ ...row, companyId }));
  const sorted = neededFirst(rows, (companyId) => statuses[companyId] ?? { state: 'waiting' });
  expect(sorted.map(({ companyId }) => companyId)).toEqual([
    ...['held', 'login'],
    ...['done', 'refused', 'updating'],
  ]);
});
