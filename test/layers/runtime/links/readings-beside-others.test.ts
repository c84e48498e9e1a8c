/** A daily reading, and what else happens to its account before it is recorded, and after. */
import { randomBytes } from 'node:crypto';
import { type AuthRecord, recordHold, requestLink, resumeHold } from '@billhook/core/auth/auth';
import { recordLogin } from '@billhook/core/auth/auth-challenge';
import { instantText } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import { newOwnedId } from '@billhook/core/base/ids';
import type { LoginOutcome } from '@billhook/core/company/connector';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { openRuntime, type Runtime } from '@billhook/runtime/companies/runtime';
import { changeLink, recordFailedLink } from '@billhook/runtime/links/record';
import { refreshAuth } from '@billhook/runtime/links/refresh-auth';
import { openOutside } from '@billhook/runtime/table/outside';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { fakeKms } from '../../../support/kms.ts';
import { memoryTable } from '../../../support/memory-table.ts';
import { account, fakeConnector } from '../../../support/payment-world.ts';
import { authRecord, clientId, NOW, unnoticed } from '../../../support/records.ts';

const DAY = 24 * 60 * 60 * 1000;
const paymentHold = { code: 'account_issue_payment_restrictions' } as const;

let runtime: Runtime;
let now: number;
let authId: string;
/** Happens while the company looks at the login. */
let during: () => Promise<unknown>;
let outcome: LoginOutcome;
let logins: number;

beforeEach(async () => {
  for (const name of ['VAULT_KEY_ARN', 'FINGERPRINT_KEY_ARN']) vi.stubEnv(name, 'arn:key');
  vi.stubEnv('STAGE', 'production');
  now = NOW;
  logins = 0;
  during = async () => {};
  outcome = { kind: 'verified' };
  const connector = {
    ...fakeConnector,
    logIn: async () => {
      logins += 1;
      if (logins === 1) await during();
      return outcome;
    },
    listBills: async () => [account],
  };
  const aws = { kms: fakeKms().kms };
  const table = memoryTable(() => now);
  runtime = openRuntime(
    openOutside({ table, clock: () => now, aws, connectorOf: () => connector as never }),
  );
  await runtime.companies.merge(sandboxCompanies.slice(0, 1));
  authId = newOwnedId('auth', clientId, randomBytes);
  const [company] = sandboxCompanies;
  const auth = authRecord({
    ...{ _id: authId, credentials: await sealed('right'), refreshAt: instantText(NOW) },
    company: { ...authRecord().company, _id: company?._id ?? '' },
  });
  await runtime.table.write([runtime.auths.save(...unnoticed(auth))]);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const sealed = (password: string) =>
  runtime.vault.seal({ clientId, recordId: authId }, { username: 'ada', password });

async function found(): Promise<AuthRecord> {
  const auth = await runtime.auths.findAny(authId);
  if (!auth) throw new Error('The auth is gone');
  return auth;
}

async function change(next: (auth: AuthRecord) => AuthRecord): Promise<void> {
  const auth = await found();
  expect(await runtime.table.write([runtime.auths.save(next(auth), auth)])).toBe('written');
}

test('A reading with the password of before proves nothing of the one that was refused since', async () => {
  const credentials = await sealed('wrong');
  during = async () => {
    const link = { linkId: 'link_1', items: ['bill'] as const, requestedAt: instantText(now) };
    await change((auth) => requestLink(auth, { ...auth, credentials, link }));
    const ids = { authId, linkId: 'link_1' };
    await changeLink(runtime, ids, (auth) => recordLogin(auth, { kind: 'authenticate' }, now));
  };
  expect(await refreshAuth(runtime, authId, now)).toBe(false);
  const after = await found();
  expect(after.status).toBe('authenticate');
  const context = { clientId, recordId: authId };
  expect(await runtime.vault.open(context, after.credentials)).toMatchObject({ password: 'wrong' });
});

test('A hold that a payment meets amid a reading stays, and the bills are read', async () => {
  during = () => change((auth) => recordHold(auth, paymentHold));
  expect(await refreshAuth(runtime, authId, now)).toBe(true);
  const auth = await found();
  expect(auth).toMatchObject({ status: 'hold', hold: paymentHold });
  expect(auth.billIds).toHaveLength(1);
});

test('What was interrupted by a hold that a reading ends is begun by no later hold', async () => {
  const link = {
    ...{ linkId: 'link_2', items: ['payment'] as const, requestedAt: instantText(now) },
    ...{ billId: 'bill_old', paymentMethodId: 'pm_old', chosenCents: 5_000 },
  };
  await change((auth) => requestLink(auth, { ...auth, link }));
  const ids = { authId, linkId: 'link_2' };
  await recordFailedLink(runtime, ids, 'known-system-error', now);
  expect((await found()).interrupted).toMatchObject({ paymentMethodId: 'pm_old' });
  now = Date.parse((await found()).refresh?.at ?? '') + 1_000;
  expect(await refreshAuth(runtime, authId, now)).toBe(true);
  const held = recordHold(await found(), paymentHold);
  const resumed = resumeHold(held, { linkId: 'link_3', now: instantText(now + 30 * DAY) });
  if (isFailure(resumed)) throw new Error(resumed.failure);
  expect(resumed.link).toMatchObject({ items: ['bill'] });
  expect(resumed.link).not.toHaveProperty('paymentMethodId');
});

test('A refused login is recorded, whatever else was written meanwhile, and not tried again', async () => {
  outcome = { kind: 'authenticate' };
  during = () => change((auth) => ({ ...auth, openSwapId: 'swap_1' }));
  expect(await refreshAuth(runtime, authId, now)).toBe(false);
  expect((await found()).status).toBe('authenticate');
  now += DAY;
  await refreshAuth(runtime, authId, now);
  expect(logins).toBe(1);
});
