/** Links whose workflow was lost, or was not told, at each moment at which that can happen. */
import { randomBytes } from 'node:crypto';
import { type AuthRecord, requestLink, withoutLink } from '@billhook/core/auth/auth';
import { recordLogin, withOpenChallenge } from '@billhook/core/auth/auth-challenge';
import { beginAttempt } from '@billhook/core/auth/login-attempt';
import { isPassing } from '@billhook/core/auth/passing';
import type { Step } from '@billhook/core/auth/security-step';
import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import { newOwnedId } from '@billhook/core/base/ids';
import type { CompanyChallenge } from '@billhook/core/company/connector';
import { openRuntime, type Runtime } from '@billhook/runtime/companies/runtime';
import { acceptStep } from '@billhook/runtime/links/accept-step';
import { answersOf } from '@billhook/runtime/stores/passing-store';
import { takeUpLink } from '@billhook/runtime/sweeps/due-work';
import { openOutside } from '@billhook/runtime/table/outside';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeKms } from '../../../support/kms.ts';
import { linkingAuth } from '../../../support/linking.ts';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';
import { authRecord, clientId, NOW, unnoticed } from '../../../support/records.ts';

/** What Step Functions was asked, and how it answers. */
let asked: string[];
let answers: { SendTaskSuccess?: string; StartExecution?: string };
let runtime: Runtime;
let table: MemoryTable;

beforeEach(() => {
  asked = [];
  answers = {};
  vi.stubEnv('LINK_ACCOUNT_ARN', 'arn:link-account');
  vi.stubEnv('STAGE', 'sandbox');
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  const send = async (command: Command) => {
    const call = command.constructor.name.replace('Command', '') as keyof typeof answers;
    asked.push(`${call} ${command.input.taskToken ?? command.input.name}`);
    const error = answers[call];
    if (error) throw Object.assign(new Error('refused'), { name: error });
    return {};
  };
  const aws = { kms: fakeKms().kms, stepFunctions: { send } as never };
  table = memoryTable();
  runtime = openRuntime(openOutside({ table, aws }));
});

afterAll(() => {
  vi.unstubAllEnvs();
});

type Command = {
  readonly constructor: { readonly name: string };
  readonly input: { readonly taskToken?: string; readonly name?: string };
};

const questions = [{ question: 'One?', identifier: 'q1' }];
const step: Step = { kind: 'answers', answers: [{ identifier: 'q1', answer: 'a secret' }] };

/** An auth whose link waits for answers, in the table. */
async function asking(
  challenge: CompanyChallenge = { kind: 'questions', questions },
): Promise<AuthRecord> {
  const linkId = newOwnedId('link', clientId, randomBytes);
  const requestedAt = new Date(NOW).toISOString();
  const { version: _first, ...identity } = authRecord();
  const link = { linkId, requestedAt, items: ['bill' as const] };
  const linking = requestLink(undefined, { ...identity, link });
  const login = recordLogin(linking, { kind: 'mfa-required', challenge }, NOW);
  const opened = withOpenChallenge(login, { token: 'token', taskToken: 'task-1', now: NOW });
  const auth = { ...opened, version: 1 };
  await runtime.table.write([runtime.auths.save(...unnoticed(auth))]);
  return auth;
}

async function answered(): Promise<AuthRecord> {
  const auth = await asking();
  const taskToken = await acceptStep({ ...runtime, random: randomBytes }, auth, step, NOW);
  expect(taskToken).toBe('task-1');
  return stored(auth);
}

async function stored({ _id }: AuthRecord): Promise<AuthRecord> {
  const auth = await runtime.auths.findAny(_id);
  if (!auth) throw new Error('The auth is gone');
  return auth;
}

const MINUTE = 60_000;

test('an accepted step whose workflow was not told is told by the sweep', async () => {
  const auth = await answered();
  expect(auth.dueAt).toBe(new Date(NOW).toISOString());
  await takeUpLink(runtime, auth._id, NOW + MINUTE);
  expect(asked).toEqual(['SendTaskSuccess task-1']);
  expect(Date.parse((await stored(auth)).dueAt ?? '')).toBeGreaterThan(NOW + MINUTE);
});

test('answers are sealed for their link, and open for no other', async () => {
  const { link } = await answered();
  const [sealed] = link ? await answersOf(runtime.table, clientId, link, NOW) : [];
  if (!sealed || !link) throw new Error('No answers were kept');
  expect(JSON.stringify(link)).not.toContain('a secret');
  expect(await runtime.vault.open({ clientId, recordId: link.linkId }, sealed)).toEqual({
    q1: 'a secret',
  });
  await expect(runtime.vault.open({ clientId, recordId: 'link_other' }, sealed)).rejects.toThrow();
});

describe('the answers of a link', () => {
  const lying = () => [...table.items.values()].filter(({ pk }) => isPassing({ pk: String(pk) }));
  const dataKeysIn = (items: readonly object[]) => JSON.stringify(items).match(/"fields"/g) ?? [];

  test('are in no copy of the main table, not even sealed', async () => {
    const { link } = await answered();
    expect(link?.security?.answers).toEqual([{ passing: `${link?.linkId}#1` }]);
    expect(dataKeysIn(lying())).toHaveLength(1);
    expect(JSON.stringify(link)).not.toContain('dataKey');
  });

  test('are refused after two days, though nothing has deleted them yet', async () => {
    const { link } = await answered();
    if (!link) throw new Error('The link is over');
    const countAt = async (now: number) => (await answersOf(table, clientId, link, now)).length;
    expect(await countAt(NOW + 2 * DAY_MILLISECONDS - 1)).toBe(1);
    expect(await countAt(NOW + 2 * DAY_MILLISECONDS)).toBe(0);
    expect(lying()).toMatchObject([{ expiresAt: NOW / 1000 + 172_800 }]);
  });

  test('go in the write that ends the link', async () => {
    const auth = await answered();
    await table.write([runtime.auths.save(withoutLink(auth), auth)]);
    expect(lying()).toEqual([]);
  });

  test('go with an auth that is erased', async () => {
    const auth = await answered();
    await table.write(runtime.auths.erase(auth, [], NOW));
    expect(lying()).toEqual([]);
  });

  test('of release 0.1.0 open from the record that they were stored in', async () => {
    const { link } = await answered();
    if (!link) throw new Error('The link is over');
    const context = { clientId, recordId: link.linkId };
    const sealed = await runtime.vault.seal(context, { q1: 'a secret' });
    const old = { ...link, security: { asked: 1, refused: 0, answers: [sealed] } };
    expect(await answersOf(table, clientId, old, NOW + 9 * DAY_MILLISECONDS)).toEqual([sealed]);
  });
});

test('of two steps for one challenge, one is accepted', async () => {
  const auth = await asking();
  const results = await Promise.all(
    [1, 2].map(() => acceptStep({ ...runtime, random: randomBytes }, auth, step, NOW)),
  );
  expect(results.filter((result) => result === 'task-1')).toHaveLength(1);
  const second = await acceptStep(
    { ...runtime, random: randomBytes },
    await stored(auth),
    step,
    NOW,
  );
  expect(isFailure(second) && second.failure).toBe('challenge_not_found');
});

test('an accepted step whose workflow works on it already is left to it', async () => {
  const auth = await answered();
  answers.SendTaskSuccess = 'TaskTimedOut';
  await takeUpLink(runtime, auth._id, NOW + MINUTE);
  expect(asked).toEqual(['SendTaskSuccess task-1', `StartExecution ${auth.link?.linkId}`]);
  expect((await stored(auth)).link?.linkId).toBe(auth.link?.linkId);
});

test('an accepted step whose workflow is over goes on in another execution', async () => {
  const auth = await answered();
  answers = { SendTaskSuccess: 'TaskDoesNotExist', StartExecution: 'ExecutionAlreadyExists' };
  await takeUpLink(runtime, auth._id, NOW + MINUTE);
  const linkId = auth.link?.linkId;
  expect(asked.at(-1)).toBe(`StartExecution ${linkId}_1`);
  const again = await stored(auth);
  expect(again.link).toMatchObject({ linkId, runs: 1, security: { answers: { length: 1 } } });
  // It was written down before it was started: a sweep that finds it starts the same.
  answers = {};
  await takeUpLink(runtime, auth._id, NOW + 2 * MINUTE);
  expect(asked.at(-1)).toBe(`StartExecution ${linkId}_1`);
});

test('while Step Functions cannot be reached, an accepted step stays due', async () => {
  const auth = await answered();
  answers.SendTaskSuccess = 'ThrottlingException';
  await takeUpLink(runtime, auth._id, NOW + MINUTE);
  expect(await stored(auth)).toEqual(auth);
});

test.each<[CompanyChallenge, string]>([
  [{ kind: 'questions', questions }, 'unanswered-mfa-question'],
  [{ kind: 'prompt', request: 'Press.' }, 'no-mfa-response-received'],
])('a challenge whose workflow is over is a hold: %j', async (challenge, subcode) => {
  const auth = await asking(challenge);
  answers.StartExecution = 'ExecutionAlreadyExists';
  await takeUpLink(runtime, auth._id, Date.parse(auth.dueAt ?? ''));
  const held = await stored(auth);
  expect(held).toMatchObject({
    status: 'hold',
    hold: { code: 'authentication_not_completed', subcode },
  });
  for (const gone of ['link', 'challenge', 'dueAt']) expect(held).not.toHaveProperty(gone);
});

test('a challenge whose workflow waits is left alone', async () => {
  const auth = await asking();
  await takeUpLink(runtime, auth._id, NOW + MINUTE);
  expect((await stored(auth)).challenge).toEqual(auth.challenge);
});

test('a link whose workflow ended before it tried the password goes on in another execution', async () => {
  const auth = await linkingAuth(runtime, NOW);
  answers.StartExecution = 'ExecutionAlreadyExists';
  await takeUpLink(runtime, auth._id, NOW + MINUTE);
  expect(asked.at(-1)).toBe(`StartExecution ${auth.link?.linkId}_1`);
  expect((await stored(auth)).link?.runs).toBe(1);
});

test('a link whose workflow ended after it may have tried the password is a hold', async () => {
  const asking = await linkingAuth(runtime, NOW);
  const auth = beginAttempt(asking, 'one', NOW);
  await runtime.table.write([runtime.auths.save(auth, asking)]);
  answers.StartExecution = 'ExecutionAlreadyExists';
  await takeUpLink(runtime, auth._id, NOW + MINUTE);
  expect(asked).toEqual([`StartExecution ${auth.link?.linkId}`]);
  const held = await stored(auth);
  expect(held).toMatchObject({ status: 'hold', hold: { subcode: 'job-timeout' } });
  expect(held.link).toBeUndefined();
});

test('a link that ends before it tries anything is not run for ever', async () => {
  const auth = await linkingAuth(runtime, NOW);
  answers.StartExecution = 'ExecutionAlreadyExists';
  for (let minute = 1; minute <= 5; minute += 1)
    await takeUpLink(runtime, auth._id, NOW + minute * MINUTE);
  expect((await stored(auth)).status).toBe('hold');
});
