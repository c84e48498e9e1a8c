import type { Session } from '@billhook/core/company/connector';
import { strictest } from '@billhook/core/company/gate/limits';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { createSandboxConnector } from '@billhook/core/sandbox/connector';
import { gatedCompanies } from '@billhook/core/sandbox/gated-companies';
import { expect, test } from 'vitest';
import { NOW } from '../../../support/records.ts';

const memory = { find: async () => undefined, save: async () => true };
const connector = createSandboxConnector({ memory, clock: () => NOW });
const gated = new Set(gatedCompanies.map(({ name }) => name));

test.each(sandboxCompanies.map((company) => [company.name, company] as const))(
  '%s has limits and a breaker exactly where its gate can be tried',
  (name, company) => {
    const { limits, inventsFaults } = connector.capabilities(company);
    const limited = Object.keys(strictest(limits, company.limits)).length > 0;
    expect([limited, inventsFaults !== true]).toEqual([gated.has(name), gated.has(name)]);
  },
);

/** A login at the first company with a gate. */
async function logIn(username: string) {
  const company = sandboxCompanies.find(({ name }) => gated.has(name));
  if (!company) throw new Error('No company has a gate');
  const session: Session = {
    ...{ company, form: { username, password: 'any' }, partnerNow: NOW, attended: true },
    ...{ partnerId: 'ptn_1', clientId: 'cl_1', authId: 'auth_1' },
  };
  return connector.logIn(session);
}

test('its logins bring a failure and a block about', async () => {
  await expect(logIn('testdown')).rejects.toThrow('does not respond');
  expect(await logIn('testblocked')).toEqual({
    ...{ kind: 'hold', code: 'system_issue_with_bill', subcode: 'captcha-failure' },
  });
  expect(await logIn('test')).toEqual({ kind: 'verified' });
});
