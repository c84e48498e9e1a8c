import { MAX_CENTS } from '@billhook/core/base/money';
import {
  EARLIEST_PAID_AT,
  LATEST_PAID_AT,
  MAX_ACCOUNT_KEY_LENGTH,
  MAX_ACCOUNTS,
  MAX_CONFIRMATION_LENGTH,
  MAX_OPERATION_LENGTH,
  MAX_QUESTIONS,
  type ParsedResult,
  parseBills,
  parseFound,
  parseLogin,
  parsePayment,
  parseSwap,
} from '@billhook/core/company/connector-results';
import { describe, expect, test } from 'vitest';

const PAID_AT = Date.parse('2026-11-22T10:00:00.000Z');
const paid = { kind: 'paid', amountCents: 10_000, paidAt: PAID_AT };
const heldPayment = { kind: 'held', code: 'account_issue_no_bill' };
const accepted = {
  kind: 'accepted',
  reference: 'R-1',
  expectBy: '2026-12-01',
  askAgainAt: PAID_AT,
};
const unknown = { kind: 'unknown' };
const running = { kind: 'running', operation: 'Op_1-a', askAgainAt: PAID_AT };

const account = { accountKey: 'a', autopay: 'unknown', autopaySource: 'unknown' };
const wholeAccount = {
  ...account,
  accountNumber: '****1234',
  syncing: false,
  balanceCents: 10_000,
  statementBalanceCents: 20_000,
  fullBalanceCents: 30_000,
  dueOn: '2028-02-29',
  lastPaidAmountCents: 1,
  lastPaidOn: '2026-11-22',
  recentPayments: [
    { amountCents: 1, paidOn: '2026-11-22', confirmation: 'code-1', posted: true },
    { amountCents: 2, paidOn: '2026-11-21' },
  ],
};

const question = { question: 'Which pet?', identifier: 'pet' };
const choice = { type: 'text', mask: '***-0199', identifier: 'text', label: 'Text message' };
const asking = (challenge: unknown) => ({ kind: 'mfa-required', challenge });
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...account, accountKey: `a ${index}` }));

type Parse = (returned: unknown) => ParsedResult<unknown>;
const asked: Parse = (returned) => parsePayment(returned, 10_000);
const found: Parse = (returned) => parseFound(returned, 10_000);

/** Whatever the function, this is no result. */
const nothing = [undefined, null, 'paid', 1, true, [], {}, { kind: 'done' }, { kind: null }];

describe.each([
  [
    'logIn',
    parseLogin,
    [
      { kind: 'verified' },
      { kind: 'authenticate' },
      { kind: 'hold', code: 'account_issue_accept_toc' },
      { kind: 'hold', code: 'authentication_not_completed', subcode: 'invalid-mfa' },
      asking({ kind: 'questions', questions: [question] }),
      { ...asking({ kind: 'questions', questions: [question] }), refused: true },
      asking({ kind: 'questions', questions: Array(MAX_QUESTIONS).fill(question) }),
      asking({ kind: 'code-choice', choices: [choice, { ...choice, type: 'email' }] }),
      asking({ kind: 'code-entry', question, sent: false }),
      asking({ kind: 'prompt', request: 'Press it' }),
      running,
      { ...running, operation: 'o'.repeat(MAX_OPERATION_LENGTH) },
    ],
  ],
  [
    'listBills',
    parseBills,
    [
      [],
      [account],
      [wholeAccount],
      [{ ...account, balanceCents: 0 }],
      [{ ...account, balanceCents: MAX_CENTS }],
      [{ ...account, accountKey: 'k'.repeat(MAX_ACCOUNT_KEY_LENGTH) }],
      [account, { ...account, accountKey: 'b' }],
      many(MAX_ACCOUNTS),
      running,
    ],
  ],
  [
    'pay and findPayment',
    asked,
    [
      paid,
      { ...paid, paidAt: EARLIEST_PAID_AT },
      { ...paid, paidAt: LATEST_PAID_AT },
      { kind: 'declined' },
      heldPayment,
      { ...heldPayment, subcode: 'known-system-error' },
      unknown,
      running,
    ],
  ],
  ['swap and findSwap', parseSwap, [{ kind: 'completed' }, heldPayment, unknown, running]],
] as const)('what %s returns', (_, parse: Parse, good) => {
  test.each(good.map((returned) => [returned]))('is taken as it is: %j', (returned) => {
    expect(parse(returned)).toEqual({ result: returned });
  });

  test.each(nothing.filter((one) => parse !== parseBills || !Array.isArray(one)).map((x) => [x]))(
    'is not %j',
    (returned) => expect(parse(returned)).toEqual({ wrongField: expect.any(String) }),
  );
});

const badCents = [
  -1,
  0.5,
  10_000.5,
  MAX_CENTS + 1,
  5e14,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '100',
  100n,
  null,
];
const badDays = [
  '2026-02-30',
  '2027-02-29',
  '2026-13-01',
  '2026-1-1',
  '11/22/2026',
  '2026-11-22T00:00:00.000Z',
  '',
  '+012026-11-22',
  20_261_122,
  null,
];
const badTexts = [undefined, null, '', 1, 'x'.repeat(MAX_ACCOUNT_KEY_LENGTH + 1)];

const badBills: [string, unknown][] = [
  ...['balanceCents', 'statementBalanceCents', 'fullBalanceCents', 'lastPaidAmountCents'].flatMap(
    (name) => badCents.map((value): [string, unknown] => [name, value]),
  ),
  ...['dueOn', 'lastPaidOn'].flatMap((name) =>
    badDays.map((value): [string, unknown] => [name, value]),
  ),
  ...badTexts.map((value): [string, unknown] => ['accountKey', value]),
  ...['', 1, null, 'x'.repeat(65)].map((value): [string, unknown] => ['accountNumber', value]),
  ...['on', '', undefined, null, true].map((value): [string, unknown] => ['autopay', value]),
  ...['user', '', undefined, null].map((value): [string, unknown] => ['autopaySource', value]),
  ...['yes', 1, null].map((value): [string, unknown] => ['syncing', value]),
];

describe('a bill', () => {
  test.each(badBills)('whose %s is %s is left out, and said', (name, value) => {
    const bad = { ...wholeAccount, accountKey: 'b', [name]: value };
    const rest = { result: { kind: 'partial', bills: [account] }, leftOut: [`1.${name}`] };
    expect(parseBills([account, bad])).toEqual(rest);
    expect(parseBills({ kind: 'partial', bills: [account, bad] })).toEqual(rest);
    expect(parseBills([bad])).toEqual({ wrongField: `0.${name}` });
  });

  test('is left out with no other of the same account', () => {
    const bad = { ...account, balanceCents: 0.5 };
    expect(parseBills([account, bad])).toEqual({ wrongField: '1.balanceCents' });
  });

  test.each([
    ...badCents.map((value): [string, unknown] => ['amountCents', value]),
    ...badDays.map((value): [string, unknown] => ['paidOn', value]),
    ...['yes', 1, null, false].map((value): [string, unknown] => ['posted', value]),
  ])('that lists a payment whose %s is %s makes no sense', (name, value) => {
    const recentPayments = [{ amountCents: 1, paidOn: '2026-11-22', [name]: value }];
    const returned = [{ ...account, recentPayments }];
    expect(parseBills(returned)).toEqual({ wrongField: `0.recentPayments.0.${name}` });
  });

  test('is one of accounts that can be told apart', () => {
    expect(parseBills([account, wholeAccount])).toEqual({ wrongField: 'accountKey' });
  });

  test('is one of not too many', () => {
    expect(parseBills(many(MAX_ACCOUNTS + 1))).toHaveProperty('wrongField');
  });

  test('has no more than the contract says', () => {
    expect(parseBills([{ ...account, owner: 'Ada' }])).toEqual({ result: [account] });
  });
});

const seconds = PAID_AT / 1_000;
const microseconds = PAID_AT * 1_000;

describe('a payment of 100.00', () => {
  test.each([
    ...badCents.map((value) => ['amountCents', value] as const),
    ...[undefined, 0, 9_999, 10_001].map((value) => ['amountCents', value] as const),
    ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -1].map(
      (value) => ['paidAt', value] as const,
    ),
    ...[seconds, microseconds, EARLIEST_PAID_AT - 1, LATEST_PAID_AT + 1].map(
      (value) => ['paidAt', value] as const,
    ),
    ...[undefined, null, '2026-11-22', new Date(PAID_AT)].map(
      (value) => ['paidAt', value] as const,
    ),
  ])('whose %s is %s makes no sense', (name, value) => {
    expect(asked({ ...paid, [name]: value })).toEqual({ wrongField: name });
  });

  test.each([{ kind: 'declined' }, { kind: 'declined', reason: 'expired' }, heldPayment, unknown])(
    'that is %j needs no amount',
    (returned) => expect(asked(returned)).toEqual({ result: returned }),
  );

  test.each([
    [{ ...paid, feeCents: 150, confirmation: 'SB1' }, undefined],
    [{ ...paid, feeCents: 0.5 }, 'feeCents'],
    [{ ...paid, confirmation: '' }, 'confirmation'],
    [{ ...paid, confirmation: 'c'.repeat(MAX_CONFIRMATION_LENGTH + 1) }, 'confirmation'],
    [{ kind: 'declined', reason: 'because' }, 'reason'],
    [{ kind: 'never-taken', fault: 'operator' }, undefined],
    [{ kind: 'never-taken', fault: 'nobody' }, 'fault'],
    [{ kind: 'never-taken', fault: 'operator', step: 'network-balance' }, undefined],
    [{ kind: 'declined', fault: 'connector', step: 'a'.repeat(64) }, undefined],
    [{ kind: 'declined', fault: 'connector', step: 'a'.repeat(65) }, 'step'],
    [{ kind: 'declined', step: 'Ada Lovelace, 1 Main Street' }, 'step'],
    [{ ...paid, returnableUntil: '2026-12-01' }, undefined],
    [{ ...paid, returnableUntil: '2026-02-30' }, 'returnableUntil'],
    [accepted, undefined],
    [{ ...accepted, reference: '' }, 'reference'],
    [{ ...accepted, expectBy: 'soon' }, 'expectBy'],
    [{ ...accepted, askAgainAt: EARLIEST_PAID_AT - 1 }, 'askAgainAt'],
    [{ ...accepted, askAgainAt: LATEST_PAID_AT + 1 }, 'askAgainAt'],
    [{ ...accepted, askAgainAt: '2026-12-01' }, 'askAgainAt'],
  ])('that is %j is parsed to its last field', (returned, wrongField) => {
    expect(asked(returned)).toEqual(wrongField ? { wrongField } : { result: returned });
    expect(found(returned)).toEqual(wrongField ? { wrongField } : { result: returned });
  });
});

describe('a submission that was looked for', () => {
  test('may be not known, which one that was just sent is never', () => {
    expect(found({ kind: 'not-known' })).toEqual({ result: { kind: 'not-known' } });
    expect(found(unknown)).toEqual({ wrongField: 'kind' });
    expect(asked({ kind: 'not-known' })).toEqual({ wrongField: 'kind' });
  });

  test('may have been returned, which one that was just sent never was', () => {
    const returned = { kind: 'returned', reason: 'account_closed', on: '2026-11-23' };
    expect(found(returned)).toEqual({ result: returned });
    expect(asked(returned)).toEqual({ wrongField: 'kind' });
    expect(found({ ...returned, reason: 'because' })).toEqual({ wrongField: 'reason' });
    expect(found({ ...returned, on: '2026-02-30' })).toEqual({ wrongField: 'on' });
  });

  test('is not believed with another amount', () => {
    expect(found({ ...paid, amountCents: 1 })).toEqual({ wrongField: 'amountCents' });
  });
});

const badHolds: [string, unknown][] = [
  ...['because', '', undefined, null, 'toString'].map((value): [string, unknown] => [
    'code',
    value,
  ]),
  ...['because', '', null, 'constructor'].map((value): [string, unknown] => ['subcode', value]),
];

describe('a hold', () => {
  const hold = { code: 'account_issue_no_bill', subcode: 'known-system-error' };

  test.each(badHolds)('whose %s is %s makes no sense', (name, value) => {
    const bad = { ...hold, [name]: value };
    expect(asked({ kind: 'held', ...bad })).toEqual({ wrongField: name });
    expect(parseSwap({ kind: 'held', ...bad })).toEqual({ wrongField: name });
    expect(parseLogin({ kind: 'hold', ...bad })).toEqual({ wrongField: name });
  });
});

const long = 'x'.repeat(501);

describe('what a company asks of the user', () => {
  test.each<[string, unknown]>([
    ['challenge', undefined],
    ['challenge.kind', { kind: 'captcha' }],
    ['challenge.questions', { kind: 'questions', questions: [] }],
    [
      'challenge.questions',
      { kind: 'questions', questions: Array(MAX_QUESTIONS + 1).fill(question) },
    ],
    ['challenge.questions.0.question', { kind: 'questions', questions: [{ identifier: 'a' }] }],
    ...['', 1, long].map((text): [string, unknown] => [
      'challenge.questions.0.question',
      { kind: 'questions', questions: [{ ...question, question: text }] },
    ]),
    ...['', 1, 'x'.repeat(129)].map((identifier): [string, unknown] => [
      'challenge.questions.0.identifier',
      { kind: 'questions', questions: [{ ...question, identifier }] },
    ]),
    ['challenge.choices', { kind: 'code-choice', choices: [] }],
    ['challenge.choices.0.type', { kind: 'code-choice', choices: [{ ...choice, type: 'pigeon' }] }],
    ['challenge.choices.0.mask', { kind: 'code-choice', choices: [{ ...choice, mask: long }] }],
    ['challenge.choices.0.label', { kind: 'code-choice', choices: [{ ...choice, label: '' }] }],
    ['challenge.sent', { kind: 'code-entry', question, sent: 'yes' }],
    ['challenge.question', { kind: 'code-entry', sent: true }],
    ['challenge.request', { kind: 'prompt', request: '' }],
    ['challenge.request', { kind: 'prompt', request: long }],
  ])('makes no sense where %s is wrong: %j', (wrongField, challenge) => {
    expect(parseLogin(asking(challenge))).toEqual({ wrongField });
  });

  test('was refused, or nothing is said of that', () => {
    const returned = { ...asking({ kind: 'prompt', request: 'Press it' }), refused: false };
    expect(parseLogin(returned)).toEqual({ wrongField: 'refused' });
  });
});

test.each([
  [{ operation: '' }, 'operation'],
  [{ operation: 'o'.repeat(MAX_OPERATION_LENGTH + 1) }, 'operation'],
  [{ operation: 'op 1' }, 'operation'],
  [{ operation: 'op#1' }, 'operation'],
  [{ operation: 1 }, 'operation'],
  [{ operation: undefined }, 'operation'],
  [{ askAgainAt: undefined }, 'askAgainAt'],
  [{ askAgainAt: 60 }, 'askAgainAt'],
  [{ askAgainAt: LATEST_PAID_AT + 1 }, 'askAgainAt'],
])('what is running with %j is no result', (change, wrongField) => {
  for (const parse of [parseLogin, parseBills, asked, found, parseSwap])
    expect(parse({ ...running, ...change })).toEqual({ wrongField });
});
