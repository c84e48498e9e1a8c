import { openVault } from '@billhook/runtime/aws/vault';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fakeKms } from '../../../support/kms.ts';

const context = { clientId: 'cl_a', recordId: 'pm_a' };
const fields = { cardNumber: '4111111111111111', cardCode: '123' };

const { open, seal } = openVault({ kms: fakeKms().kms });

beforeAll(() => {
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
});

afterAll(() => {
  vi.unstubAllEnvs();
});

test('what was sealed opens for the same record', async () => {
  expect(await open(context, await seal(context, fields))).toEqual(fields);
});

test('nothing of it stands in clear', async () => {
  const sealed = await seal(context, fields);
  const bytes = Object.values(sealed.fields).map(({ text }) =>
    Buffer.from(text).toString('latin1'),
  );
  expect(bytes.join()).not.toContain('4111');
});

test('the same text is sealed to other bytes each time', async () => {
  const [one, other] = [await seal(context, fields), await seal(context, fields)];
  expect(one.fields.cardCode?.text).not.toEqual(other.fields.cardCode?.text);
});

test.each([
  ['another client', { ...context, clientId: 'cl_b' }],
  ['another record', { ...context, recordId: 'pm_b' }],
  ['another purpose', { ...context, purpose: 'answer' as const }],
])('it does not open for %s', async (_, other) => {
  await expect(open(other, await seal(context, fields))).rejects.toThrow();
});

test('a field that was moved to another name does not open', async () => {
  const sealed = await seal(context, fields);
  const { cardCode, cardNumber } = sealed.fields;
  const swapped = {
    dataKey: sealed.dataKey,
    fields: { cardCode: cardNumber, cardNumber: cardCode },
  };
  await expect(open(context, swapped as typeof sealed)).rejects.toThrow();
});

test.each(['iv', 'text', 'tag'] as const)('one changed bit of its %s is noticed', async (part) => {
  const sealed = await seal(context, { secret: 'hunter2' });
  const bytes = sealed.fields.secret?.[part];
  if (bytes) bytes[0] = (bytes[0] ?? 0) ^ 1;
  await expect(open(context, sealed)).rejects.toThrow();
});

test('a field that is not given is not sealed', async () => {
  const sealed = await seal(context, { cardNumber: '4', cardCode: undefined });
  expect(Object.keys(sealed.fields)).toEqual(['cardNumber']);
});
