import { partnerEntryKey, rootKey } from '@billhook/core/base/table-keys';
import { type ApiKeyRecord, newPartner } from '@billhook/core/partner/partner';
import { Command } from 'commander';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Service, Work } from '../../../lib/operator/command-group.ts';
import { pepperCommands } from '../../../lib/operator/commands/pepper.ts';
import { memoryTable } from '../../support/memory-table.ts';
import { NOW } from '../../support/records.ts';
import { type FakeSecrets, fakeSecrets } from '../../support/secrets.ts';

const partnerId = 'ptn_00000000000000000000';
const MINUTE = 60_000;
const secretArn = 'arn:pepper';
let manager: FakeSecrets;

beforeEach(() => {
  vi.stubEnv('PEPPER_SECRET_ARN', secretArn);
  manager = fakeSecrets({ [secretArn]: pepperMade(NOW - 60 * MINUTE) });
});
afterAll(() => {
  vi.unstubAllEnvs();
});

function pepperMade(at: number): string {
  return JSON.stringify({ version: 2, pepper: 'p'.repeat(64), made: new Date(at).toISOString() });
}

/** Runs `pepper rotate` over a partner with these keys. */
async function rotate(keys: Partial<ApiKeyRecord>[], force = false) {
  const table = memoryTable();
  const apiKeys = keys.map((key, index) => ({ keyId: `key_${index}`, pepperVersion: 2, ...key }));
  const partner = newPartner({ partnerId, name: 'A', now: '', apiKeys: apiKeys as never });
  await table.write([{ put: { ...rootKey(partnerId), ...partner } }]);
  await table.write([{ put: partnerEntryKey(partnerId) }]);
  const asked: string[] = [];
  const service: Service = {
    table,
    aws: { secrets: manager.secrets },
    actor: { kind: 'operator', id: 'me' },
    stage: 'sandbox',
    now: NOW,
    confirm: async (question) => void asked.push(question),
    retype: async () => undefined,
    remark: () => undefined,
  };
  const works: Work[] = [];
  pepperCommands(new Command(), (work) => {
    works.push(work);
    return async () => {};
  });
  const [work] = works;
  const report = await work?.(service, [], { force });
  const entries = [...table.items.values()].filter(({ pk }) => pk === 'deployment#audit');
  return { report, asked, entries };
}

describe('Rotating the pepper', () => {
  test('asks, rotates and leaves an audit entry', async () => {
    const { report, asked, entries } = await rotate([{}]);
    expect(asked).toHaveLength(1);
    expect(report).toMatchObject({ value: { version: 3, lostKeys: [] } });
    expect(entries).toMatchObject([
      { action: 'pepper-rotated', actor: { id: 'me' }, detail: { version: 3, lostKeys: 0 } },
    ]);
  });

  const old = { pepperVersion: 1 };

  test.each([
    ['a live key still needs the one that would be given up', [old]],
    ['one of two does', [{}, old]],
    ['it does for another millisecond', [{ ...old, expires: new Date(NOW + 1).toISOString() }]],
  ])('is refused while %s', async (_what, keys) => {
    await expect(rotate(keys)).rejects.toThrow(/would stop working/);
    expect(JSON.parse(manager.texts.get(secretArn) ?? '').version).toBe(2);
    expect(await rotate(keys, true)).toMatchObject({ report: { value: { version: 3 } } });
  });

  test.each([
    ['revoked', { ...old, revoked: new Date(NOW).toISOString() }],
    ['expired', { ...old, expires: new Date(NOW).toISOString() }],
  ])('does not mind a key that is %s', async (_what, key) => {
    expect(await rotate([key])).toMatchObject({ report: { value: { lostKeys: [] } } });
  });

  test('is refused until ten minutes after the last time', async () => {
    manager.texts.set(secretArn, pepperMade(NOW - 10 * MINUTE + 1));
    await expect(rotate([])).rejects.toThrow(/less than 10 minutes ago/);
    manager.texts.set(secretArn, pepperMade(NOW - 10 * MINUTE));
    expect(await rotate([])).toMatchObject({ report: { value: { version: 3 } } });
  });
});
