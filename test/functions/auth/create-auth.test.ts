/** Linking an account at a company that was removed from the directory. */
import { removalWrite } from '@billhook/runtime/stores/company-store';
import { beforeEach, expect, test } from 'vitest';
import { createAuth, fixHold } from '../../../functions/auth/contract.ts';
import { handler as runCreateAuth } from '../../../functions/auth/create-auth.ts';
import { handler as runFixHold } from '../../../functions/auth/fix-hold.ts';
import { beginAnew, call, companyId, held, table } from '../../support/lost-answers.ts';
import { clientId } from '../../support/records.ts';

beforeEach(beginAnew);

const link = {
  operation: createAuth,
  handler: runCreateAuth,
  body: { clientId, companyId, items: ['bill'], form: { username: 'ada', password: 'any' } },
  caller: 'partner',
} as const;
const goOn = {
  operation: fixHold,
  handler: runFixHold,
  path: { authId: held._id },
  caller: 'partner',
} as const;

test('A new account is not linked there, and one that was linked goes on', async () => {
  await table.write([removalWrite(companyId, '2026-11-22T12:00:00.000Z')]);
  expect((await call(link)).outcome).toBe('404 company_not_found');
  expect((await call(goOn)).outcome).toBeInstanceOf(Object);
});

test('A company that was not removed is linked', async () => {
  expect((await call(link)).outcome).toHaveProperty('authId');
});
