/** A login that the company refused, and the right one after it: one auth. */
import {
  type AuthRecord,
  isLinked,
  withLoginOutcome,
  withVerifiedBills,
} from '@billhook/core/auth/auth';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { createSandboxConnector } from '@billhook/core/sandbox/connector';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { companyStore } from '@billhook/runtime/stores/company-store';
import type { Write } from '@billhook/runtime/table/types';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAuth } from '../../../../functions/auth/contract.ts';
import { handler } from '../../../../functions/auth/create-auth.ts';
import {
  beginAnew,
  call,
  connectTo,
  loseAnswerOf,
  loseNothing,
  table,
} from '../../../support/lost-answers.ts';
import { clientId, NOW } from '../../../support/records.ts';

const auths = authStore(table);
const [company, other] = sandboxCompanies.filter(
  ({ auth, status }) =>
    status === 'operational' &&
    auth.loginFields.map(({ name }) => name).join() === 'username,password',
);
if (!company || !other) throw new Error('The directory lacks the companies');

beforeEach(async () => {
  await beginAnew();
  const memory = { find: async () => undefined, save: async () => true };
  connectTo(createSandboxConnector({ memory, clock: () => NOW }));
  await companyStore(table).merge([company, other]);
});

async function link(username: string, at = company, key?: string): Promise<string> {
  const form = { username, password: 'any' };
  const body = { clientId, companyId: at?._id, items: ['bill'], form };
  const asked = { operation: createAuth, handler, body, caller: 'partner' } as const;
  const { outcome } = await call(asked, key);
  const { authId } = outcome as { authId?: string };
  if (authId === undefined) throw new Error(String(outcome));
  return authId;
}

async function change(authId: string, record: (auth: AuthRecord) => AuthRecord): Promise<void> {
  const auth = (await auths.findAny(authId)) as AuthRecord;
  expect(await table.write([auths.save(record(auth), auth)])).toBe('written');
}
const refuse = (authId: string) =>
  change(authId, (auth) => withLoginOutcome(auth, { kind: 'authenticate' }));
const verify = (authId: string) => change(authId, (auth) => withVerifiedBills(auth, []));

/** A typo, and the right login after it. */
async function corrected(): Promise<string> {
  const authId = await link('adda');
  await refuse(authId);
  expect(await link('ada')).toBe(authId);
  await verify(authId);
  return authId;
}

describe('A login that was never verified', () => {
  test('is corrected in the same auth, which has the new credentials', async () => {
    const authId = await link('adda');
    await refuse(authId);
    const before = await auths.findAny(authId);
    expect(await link('ada')).toBe(authId);
    const after = (await auths.findAny(authId)) as AuthRecord;
    expect(after.credentials).not.toEqual(before?.credentials);
    expect(after.created).toBe(before?.created);
    expect(isLinked(after, after.link?.linkId ?? '')).toBe(true);
    const ofCompany = [...table.items.values()].filter(
      ({ sk, company: shown }) =>
        String(sk).startsWith('auth_') && (shown as { _id?: string })?._id === company._id,
    );
    expect(ofCompany).toHaveLength(1);
  });

  test('is corrected twice', async () => {
    const authId = await link('adda');
    await refuse(authId);
    expect(await link('aida')).toBe(authId);
    await refuse(authId);
    expect(await link('ada')).toBe(authId);
  });

  test('is corrected once, though the answer was lost', async () => {
    const authId = await link('adda');
    await refuse(authId);
    const isAuth = (write: Write) => 'put' in write && write.put.sk === authId;
    loseAnswerOf(isAuth, 'the answer was lost');
    await expect(link('ada', company, 'key-1')).rejects.toThrow();
    loseNothing();
    expect(await link('ada', company, 'key-1')).toBe(authId);
    expect((await auths.findAny(authId))?.recentLinkIds).toHaveLength(2);
  });

  test('is left alone while its link is under way', async () => {
    expect(await link('ada')).not.toBe(await link('adda'));
  });

  test('is left alone by a login at another company', async () => {
    const authId = await link('adda');
    await refuse(authId);
    expect(await link('ada', other)).not.toBe(authId);
  });
});

describe('A login that was corrected', () => {
  test('is the same auth when it is linked again', async () => {
    const authId = await corrected();
    expect(await link('ada')).toBe(authId);
  });

  test('is another account than the one that the typo belongs to', async () => {
    const authId = await corrected();
    const credentials = (await auths.findAny(authId))?.credentials;
    const another = await link('adda');
    expect(another).not.toBe(authId);
    expect(await link('adda')).toBe(another);
    expect((await auths.findAny(authId))?.credentials).toEqual(credentials);
    await verify(another);
    expect(await link('ada')).toBe(authId);
  });
});

describe('An auth that was verified', () => {
  test('is not taken by another login, even if its own is refused later', async () => {
    const authId = await link('ada');
    await verify(authId);
    expect(await link('ada')).toBe(authId);
    await refuse(authId);
    expect(await link('bob')).not.toBe(authId);
  });

  test('is not taken where it is older than the note of that', async () => {
    const authId = await link('ada');
    await change(authId, ({ neverVerified: _unknown, ...auth }) => ({
      ...withLoginOutcome(auth as AuthRecord, { kind: 'authenticate' }),
    }));
    expect(await link('bob')).not.toBe(authId);
  });
});
