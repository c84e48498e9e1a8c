import { describe, expect, test } from 'vitest';
import { companyNamed, NOW, sandbox } from './support.ts';

const { connector } = sandbox();
const check = (company: string, form: Record<string, string>) =>
  connector.checkForm(companyNamed(company), form, NOW);
const fieldsOf = (company: string, form: Record<string, string>) =>
  check(company, form).map(({ field, code }) => `${field} ${code}`);

const atTest = (form: Record<string, string>) => fieldsOf('Regular Company 1', form);
const good = { balance: '100.00', dueDate: '12/01/2026' };

describe('the form of a test company', () => {
  test.each([
    ['nothing at all', {}],
    ['texts left empty', { balance: '', dueDate: '', status: '' }],
    ['a status alone', { status: 'upcoming' }],
    ['balance and due date', good],
    ['whole dollars', { ...good, balance: '100' }],
    ['one decimal', { ...good, balance: '0.5' }],
    ['zero', { ...good, balance: '0' }],
    ['the largest balance', { ...good, balance: '100000000.00' }],
    ['a leap day', { ...good, dueDate: '02/29/2028' }],
    ['a date of long ago', { ...good, dueDate: '01/01/1999' }],
    ['fields that nobody knows', { ...good, username: 'x', color: 'red' }],
    ['a status that nobody knows', { ...good, status: 'constructor' }],
  ])('takes %s', (_, form) => {
    expect(atTest(form)).toEqual([]);
  });

  test.each([
    ['paid', '11/22/2026', ['form.dueDate invalid_value']],
    ['paid', '11/21/2026', []],
    ['overdue', '11/22/2026', ['form.dueDate invalid_value']],
    ['overdue', '11/20/2026', []],
    ['upcoming', '11/22/2026', []],
    ['upcoming', '11/21/2026', []],
    ['upcoming', '11/20/2026', ['form.dueDate invalid_value']],
    ['payment-declined', '11/22/2026', []],
  ])('of the status %s with the due date %s', (status, dueDate, problems) => {
    expect(atTest({ ...good, status, dueDate })).toEqual(problems);
  });

  test.each([
    ['zero-balance', '0.00', []],
    ['zero-balance', '0.01', ['form.balance invalid_value']],
    ['upcoming', '0.00', []],
  ])('of the status %s with the balance %s', (status, balance, problems) => {
    expect(atTest({ ...good, status, balance })).toEqual(problems);
  });

  test.each([
    ['hold:account_issue_account_locked', []],
    ['hold:system_issue_with_bill:job-timeout', []],
    ['hold:account_locked', ['form.status invalid_value']],
    ['hold:', ['form.status invalid_value']],
    ['hold:account_issue_account_locked:job-timeout', ['form.status invalid_value']],
    ['hold:constructor', ['form.status invalid_value']],
    ['holding', []],
  ])('of the status %s, with and without amounts', (status, problems) => {
    expect(atTest({ ...good, status })).toEqual(problems);
    expect(atTest({ status })).toEqual(problems);
  });

  test.each([
    ['one balance cent too many', '100000000.01'],
    ['three decimals', '1.005'],
    ['a dollar sign', '$100'],
    ['a thousands separator', '1,000.00'],
    ['a negative amount', '-1'],
    ['an exponent', '1e3'],
    ['a leading zero', '007'],
    ['a leading space', ' 1'],
    ['a line break at the end', '1\n'],
    ['no number', 'hundred'],
  ])('refuses as balance %s', (_, balance) => {
    expect(atTest({ ...good, balance })).toEqual(['form.balance invalid_value']);
  });

  test.each([
    ['a day that does not exist', '02/30/2026'],
    ['the leap day of a common year', '02/29/2026'],
    ['a thirteenth month', '13/01/2026'],
    ['a month zero', '00/10/2026'],
    ['a day zero', '01/00/2026'],
    ['one digit', '1/1/2026'],
    ['a short year', '01/01/26'],
    ['day before month', '31/12/2026'],
    ['an ISO date', '2026-12-01'],
    ['dashes', '12-01-2026'],
    ['a space behind it', '12/01/2026 '],
    ['words', 'tomorrow'],
  ])('refuses as due date %s', (_, dueDate) => {
    expect(atTest({ ...good, dueDate })).toEqual(['form.dueDate invalid_value']);
  });

  test.each([
    ['balance without due date', { balance: '5' }, ['form.dueDate required']],
    ['due date without balance', { dueDate: '12/01/2026' }, ['form.balance required']],
    [
      'a wrong balance without due date',
      { balance: 'x' },
      ['form.balance invalid_value', 'form.dueDate required'],
    ],
  ])('refuses %s', (_, form, errors) => {
    expect(atTest(form)).toEqual(errors);
  });

  const wrong = { balance: 'x', dueDate: '02/30/2026' };

  test.each(['authenticate', 'hold', 'syncing'])('ignores the amounts for %s', (status) => {
    expect(atTest({ ...wrong, status })).toEqual([]);
    expect(atTest({ balance: '5', status })).toEqual([]);
  });

  test.each([
    'mfa-required-questions',
    'mfa-required-code',
    'mfa-required-prompt',
    'zero-balance',
    'overdue',
    'upcoming',
    'payment-declined',
    'payment-misreported',
    'paid',
    'anything else',
  ])('checks the amounts for %s', (status) => {
    expect(atTest({ ...wrong, status })).toEqual([
      'form.balance invalid_value',
      'form.dueDate invalid_value',
    ]);
  });

  test('is the same at MFA companies', () => {
    expect(fieldsOf('MFA Company 2', wrong)).toHaveLength(2);
  });
});

describe('the form of any other company', () => {
  test.each([
    ['username and password', 'Bramblewick Power', { username: 'jane', password: 'x' }],
    ['email and password', 'Velvetreel', { email: 'jane@mail.example', password: 'x' }],
    ['a legacy input without suffix', 'Velvetreel', { email: 'test', password: 'x' }],
    ['a password of spaces', 'Bramblewick Power', { username: 'jane', password: '  ' }],
    [
      'other fields too',
      'Bramblewick Power',
      { username: 'jane', password: 'x', balance: 'x', dueDate: 'y' },
    ],
    [
      'all three fields',
      'Ottermoor Electric',
      { username: 'jane', password: 'x', accountNumber: '1' },
    ],
  ])('takes %s', (_, company, form) => {
    expect(fieldsOf(company, form)).toEqual([]);
  });

  test.each([
    ['nothing', 'Bramblewick Power', {}, ['form.username required', 'form.password required']],
    [
      'an empty username',
      'Bramblewick Power',
      { username: '', password: 'x' },
      ['form.username required'],
    ],
    [
      'a username of spaces',
      'Bramblewick Power',
      { username: '  ', password: 'x' },
      ['form.username required'],
    ],
    ['no password', 'Velvetreel', { email: 'jane@mail.example' }, ['form.password required']],
    [
      'a username where an email is asked for',
      'Velvetreel',
      { username: 'jane', password: 'x' },
      ['form.email required'],
    ],
    [
      'no account number',
      'Ottermoor Electric',
      { username: 'jane', password: 'x' },
      ['form.accountNumber required'],
    ],
  ])('refuses %s', (_, company, form, errors) => {
    expect(fieldsOf(company, form)).toEqual(errors);
  });
});

test('errors never repeat what was given', () => {
  const secret = 'hunter2-secret';
  const errors = [
    ...check('Regular Company 1', { balance: secret, dueDate: secret, status: secret }),
    ...check('Bramblewick Power', { username: ' ', password: '', other: secret }),
  ];
  expect(errors.length).toBeGreaterThan(2);
  expect(JSON.stringify(errors)).not.toContain(secret);
});

describe('what tells logins apart', () => {
  test.each([
    ['nothing at a test company', 'Regular Company 1', { status: 'hold', username: 'x' }, ''],
    ['the username', 'Bramblewick Power', { username: 'jane' }, 'jane'],
    ['the email', 'Velvetreel', { email: 'Jane@Mail.example' }, 'jane@mail.example'],
    ['the email though a username came too', 'Velvetreel', { email: 'a', username: 'b' }, 'a'],
    ['no spaces around it', 'Bramblewick Power', { username: '  Jane ' }, 'jane'],
    ['a legacy input', 'Velvetreel', { email: 'test' }, 'test'],
    ['a legacy input with suffix', 'Velvetreel', { email: 'testfail@test.test' }, 'testfail'],
    ['a legacy input with final dot', 'Velvetreel', { email: 'TestFail@test.test.' }, 'testfail'],
    ['the suffix of any other login', 'Velvetreel', { email: 'jane@test.test' }, 'jane@test.test'],
    ['a suffix with two dots', 'Velvetreel', { email: 'test@test.test..' }, 'test@test.test..'],
  ])('%s', (_, company, form, login) => {
    expect(connector.loginOf(companyNamed(company), form)).toBe(login);
  });
});
