import {
  checkAnswers,
  filledForm,
  missingFields,
  withAnswers,
} from '@billhook/core/auth/missing-answers';
import { filledFields } from '@billhook/core/base/sealed';
import type { CompanyRecord } from '@billhook/core/company/company';
import { remoteRules as rules } from '@billhook/runtime/companies/remote/rules';
import { describe, expect, test } from 'vitest';
import { authRecord, sealed } from '../../../support/records.ts';

type Field = {
  readonly name: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly characters?: 'any' | 'digits';
};

function companyWith(...given: readonly Field[]): CompanyRecord {
  const fields = given.map(({ name, minLength = 1, maxLength = 40, characters = 'any' }) => ({
    ...{ name, label: name, kind: 'text' as const, characters, minLength, maxLength },
  }));
  const loginFields = fields.map(({ name }) => ({ name }));
  return { auth: { loginFields }, remote: { row: { login: { fields } } } } as never;
}

const known = [{ name: 'username' }, { name: 'password' }];
const withPin = companyWith(...known, { name: 'pin', minLength: 4, characters: 'digits' });
const auth = authRecord();

describe('what the user is asked for', () => {
  test.each([
    ['nothing, of the form as it was', companyWith(...known), []],
    ['a field that is required since', withPin, ['pin']],
    ['not one that may be empty', companyWith(...known, { name: 'pin', minLength: 0 }), []],
    ['nothing where a field is gone', companyWith({ name: 'username' }), []],
  ])('is %s', (_what, company, asked) => {
    expect(missingFields({ auth, company, rules })).toEqual(asked);
  });

  test('is a stored answer that a session has found to break the rules, as long as there is the field', () => {
    const asking = authRecord({ asksFor: ['password', 'gone'] });
    expect(missingFields({ auth: asking, company: withPin, rules })).toEqual(['password', 'pin']);
  });

  test('is what was left empty when it was allowed', () => {
    const empty = { ...sealed('pin').fields.pin, text: new Uint8Array(0) } as never;
    const credentials = { ...auth.credentials, fields: { ...auth.credentials.fields, pin: empty } };
    expect(filledFields(credentials)).toEqual(['username', 'password']);
    const asking = { ...auth, credentials };
    expect(missingFields({ auth: asking, company: withPin, rules })).toEqual(['pin']);
  });
});

describe('the answers', () => {
  const asking = authRecord({ asksFor: ['pin'] });
  test.each([
    [{ pin: '1234' }, []],
    [{}, ['form.pin required']],
    [{ pin: '' }, ['form.pin required']],
    [{ pin: '123' }, ['form.pin invalid']],
    [{ pin: 'abcd' }, ['form.pin invalid']],
    [{ pin: '1234', password: 'another' }, ['form.password not_asked']],
    [{ pin: '1234', colour: 'green' }, ['form.colour unknown_field']],
    [
      { colour: 'green', constructor: 'x' },
      ['form.pin required', 'form.colour unknown_field', 'form.constructor unknown_field'],
    ],
  ])('%j', (given, wrong) => {
    const problems = checkAnswers({ auth: asking, company: withPin, rules }, given as never);
    expect(problems.map(({ field, code }) => `${field} ${code}`)).toEqual(wrong);
  });

  test('of a field that may be empty, but whose stored answer is too long by now, may be empty', () => {
    const company = companyWith(...known, { name: 'nick', minLength: 0, maxLength: 2 });
    const nicked = authRecord({ asksFor: ['nick'] });
    const check = (given: Record<string, string>) =>
      checkAnswers({ auth: nicked, company, rules }, given).map(({ code }) => code);
    expect([check({}), check({ nick: 'abc' }), check({ nick: '' })]).toEqual([
      ['required'],
      ['invalid'],
      [],
    ]);
  });
});

test('The form has the answers, and nothing that the company asks for no more', () => {
  const stored = { username: 'ada', password: 'old', ssn: '1' };
  expect(filledForm(stored, { pin: '1234', password: 'new' }, withPin)).toEqual({
    ...{ username: 'ada', password: 'new', pin: '1234' },
  });
});

describe('the auth with its answers', () => {
  const link = {
    linkId: 'link_1',
    requestedAt: '2026-11-21T00:00:00.000Z',
    items: ['bill'],
  } as const;
  const given = sealed('pin');
  const more = sealed('username', 'password', 'pin');
  const asking = authRecord({ status: 'authenticate', asksFor: ['pin'], verifiedBefore: true });

  test('has them once, and nothing of what was made with the credentials before', () => {
    const linked = { ...asking, link: { ...link, given } };
    const after = withAnswers(linked, 'link_1', more);
    expect(after).toMatchObject({ credentials: more, link });
    expect([after.asksFor, after.verifiedBefore, after.link?.given]).toEqual(
      Array(3).fill(undefined),
    );
    expect(withAnswers(after, 'link_1', sealed())).toBe(after);
  });

  test('is as it was where another link has taken its place', () => {
    const linked = { ...asking, link: { ...link, given } };
    expect(withAnswers(linked, 'link_2', more)).toBe(linked);
  });
});
