import type { LogInSession } from '@billhook/connector-kit';
import { describe, expect, test } from 'vitest';
import type { Deps } from '../../../connectors/method/deps.ts';
import { logIn } from '../../../connectors/method/login.ts';
import { forgetPerson, individualOf } from '../../../connectors/method/person.ts';
import { QUESTION, RIGHT_ANSWER, SMS_CODE } from '../../../connectors/method/stand-in/people.ts';
import { formOf, runOf, sessionOf } from './session.ts';
import { depsOver, standInOf } from './world.ts';

/** Verified with a code, then with questions. */
const STRANGER = '4045550001';
const ASKED_A_CODE = '2025550104';
const VERIFIED = '2025550101';
const code = { code: SMS_CODE };
const answer = { [QUESTION]: RIGHT_ANSWER };

/** A login, round after round, with what the user says in each. */
async function rounds(
  phone: string,
  says: readonly Partial<LogInSession>[],
  deps: Deps = depsOver(standInOf()),
) {
  const results = [];
  for (const [index, said] of says.entries()) {
    results.push(await logIn(deps, sessionOf(phone, { ...said, round: index + 1 }), runOf()));
  }
  return results.map((result) => {
    if (result.kind !== 'mfa-required') return result.kind === 'hold' ? result.code : result.kind;
    const { kind } = result.challenge;
    const sent = result.challenge.kind === 'code-entry' && result.challenge.sent ? ' sent' : '';
    return `${kind}${sent}${result.refused ? ' refused' : ''}`;
  });
}

describe('A login', () => {
  test.each<[string, string, Partial<LogInSession>[], string[]]>([
    ['of somebody verified asks nothing', VERIFIED, [{}], ['verified']],
    [
      'sends a code, then asks questions',
      STRANGER,
      [{}, { answers: code }, { answers: { ...code, ...answer } }],
      ['code-entry sent', 'questions', 'verified'],
    ],
    [
      'sends another code after a wrong one',
      ASKED_A_CODE,
      [{}, { answers: { code: '000000' } }, { answers: code }],
      ['code-entry sent', 'code-entry sent refused', 'verified'],
    ],
    [
      'sends another code if the first never came',
      ASKED_A_CODE,
      [{}, { resendCode: true }, { answers: code }],
      ['code-entry sent', 'code-entry sent', 'verified'],
    ],
    [
      'asks again if an answer is none of those to choose from',
      '2025550103',
      [{}, { answers: { [QUESTION]: 'x' } }, { answers: answer }],
      ['questions', 'questions refused', 'verified'],
    ],
    [
      'asks other questions after a wrong answer',
      '2025550103',
      [{}, { answers: { [QUESTION]: 'Majestic Avenue' } }, { answers: answer }],
      ['questions', 'questions refused', 'verified'],
    ],
    ['of nobody that Method knows', '2025550102', [{}], ['authenticate']],
    ['of somebody who is reviewed', '2025550105', [{}], ['account_issue_verify_identity']],
    ['sends no code while nobody is there', ASKED_A_CODE, [{ attended: false }], ['code-entry']],
  ])('%s', async (_, phone, says, wanted) => {
    expect(await rounds(phone, says)).toEqual(wanted);
  });

  test('of somebody who was asked nothing does not count where that is not trusted', async () => {
    const deps = depsOver(standInOf(), { trustsVerified: false });
    expect(await rounds(VERIFIED, [{}], deps)).toEqual(['authentication_unsupported']);
    expect(await rounds(ASKED_A_CODE, [{}, { answers: code }], deps)).toEqual([
      'code-entry sent',
      'verified',
    ]);
  });

  test('asks nothing of whoever brings the connection of an earlier one', async () => {
    const standIn = standInOf();
    const deps = depsOver(standIn, { trustsVerified: false });
    await logIn(deps, sessionOf(ASKED_A_CODE), runOf());
    const second = sessionOf(ASKED_A_CODE, { round: 2, answers: code });
    const { connection } = await logIn(deps, second, runOf());
    // Another store: nothing but the connection is known.
    const elsewhere = depsOver(standIn, { trustsVerified: false });
    const login = (more: Partial<LogInSession>) =>
      logIn(
        elsewhere,
        sessionOf(ASKED_A_CODE, { connection: connection?.value, ...more }),
        runOf('another-operation'),
      );
    expect((await login({})).kind).toBe('verified');
    const others = { ...formOf(ASKED_A_CODE), lastName: 'Other' };
    const auth = 'auth-0000000000000002';
    expect((await login({ form: others, auth })).kind).toBe('mfa-required');
    expect((await login({ connection: 'no JSON', auth: 'auth-0000000000000003' })).kind).toBe(
      'mfa-required',
    );
  });

  test('of somebody forgotten begins from the start', async () => {
    const standIn = standInOf();
    const deps = depsOver(standIn);
    await rounds(ASKED_A_CODE, [{}, { answers: code }], deps);
    const { auth } = sessionOf(ASKED_A_CODE);
    expect((await logIn(deps, sessionOf(ASKED_A_CODE), runOf('another-operation'))).kind).toBe(
      'verified',
    );
    await forgetPerson(deps, { auth }, { caller: 'suite' });
    expect((await logIn(deps, sessionOf(ASKED_A_CODE), runOf('a-third-operation'))).kind).toBe(
      'mfa-required',
    );
  });

  test('says that nothing was tried while Method takes no requests', async () => {
    const deps = depsOver(standInOf({ limits: { writes: 0 } }));
    await expect(logIn(deps, sessionOf(VERIFIED), runOf())).rejects.toMatchObject({
      name: 'NothingTried',
    });
  });
});

describe('A form', () => {
  test.each([
    [{}, { phone: '+12025550101', dob: '1980-01-31' }],
    [{ phone: '+1 (202) 555-0101' }, { phone: '+12025550101' }],
    [{ ssn4: '1234' }, { ssn_4: '1234' }],
    [{ phone: '555-0101' }, undefined],
    [{ phone: '+44 20 5550 1012 34' }, undefined],
    [{ dateOfBirth: '1980-01-31' }, undefined],
    [{ firstName: ' ' }, undefined],
  ])('%j', (more, individual) => {
    const read = individualOf({ ...formOf(VERIFIED), ...more });
    if (individual) expect(read).toMatchObject(individual);
    else expect(read).toBeUndefined();
  });
});
