import type { Link } from '@billhook/core/auth/auth';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { openReach } from '@billhook/runtime/companies/reach';
import { openSession } from '@billhook/runtime/companies/session';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fakeKms } from '../../../support/kms.ts';
import { memoryTable } from '../../../support/memory-table.ts';
import { authRecord, clientId, NOW } from '../../../support/records.ts';

const table = memoryTable();
const companies = companyStore(table);
const reach = openReach({ table, clock: () => NOW, aws: { kms: fakeKms().kms } });
const { seal } = reach.vault;
const [company] = sandboxCompanies;
if (!company) throw new Error('The directory is empty');
const linkId = 'link_1';

beforeAll(async () => {
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  await companies.merge([company]);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

async function sessionOf(change: Partial<Link> | undefined, verifiedBefore?: true) {
  const summary = { ...authRecord().company, _id: company?._id ?? '' };
  const auth = authRecord({ company: summary, verifiedBefore });
  const credentials = await seal({ clientId, recordId: auth._id }, { username: 'ada' });
  const requestedAt = new Date(NOW).toISOString();
  const link = change && { linkId, requestedAt, items: ['bill' as const], ...change };
  const given = { ...auth, credentials };
  return (await openSession({ table, companies, ...reach }, given, NOW, { link })).session;
}

const answers = (fields: Record<string, string>) => seal({ clientId, recordId: linkId }, fields);

describe('a session', () => {
  test('of a link has its user', async () => {
    const session = await sessionOf({});
    expect(session).toMatchObject({ attended: true, form: { username: 'ada' } });
    expect(session.answers).toBeUndefined();
  });

  test('without a link has nobody, and says whether the credentials were right once', async () => {
    expect(await sessionOf(undefined, true)).toMatchObject({
      attended: false,
      verifiedBefore: true,
    });
    expect((await sessionOf(undefined)).verifiedBefore).toBeUndefined();
  });

  test('has the answers of all rounds, the latest of each', async () => {
    const rounds = [
      await answers({ pet: 'Rex', code: '1' }),
      await answers({ city: 'Rome', code: '2' }),
    ];
    const security = { asked: 3, refused: 1, answers: rounds, codeChoice: 'text' };
    expect(await sessionOf({ security })).toMatchObject({
      answers: { pet: 'Rex', city: 'Rome', code: '2' },
      codeChoice: 'text',
      resendCode: false,
      promptPressed: false,
    });
  });

  test.each([
    ['resend', { resendCode: true, promptPressed: false, answers: undefined }],
    ['pressed', { resendCode: false, promptPressed: true, answers: undefined }],
    ['choice', { resendCode: false, promptPressed: false, answers: undefined }],
  ] as const)('knows what the user did last: %s', async (lastStep, expected) => {
    const security = { asked: 1, refused: 0, answers: [], lastStep };
    expect(await sessionOf({ security })).toMatchObject(expected);
  });
});
