import { tokenKeysKey } from '@billhook/core/base/table-keys';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Options, Service } from '../../../lib/operator/command-group.ts';
import { tokenKeyCommands } from '../../../lib/operator/commands/token-key.ts';
import { type MemoryTable, memoryTable } from '../../support/memory-table.ts';
import { runCommand } from '../../support/operator-command.ts';
import { NOW } from '../../support/records.ts';
import { TEMPLATE_KEY_ARN, type TokenKmsInMemory, tokenKms } from '../../support/token-kms.ts';

let kms: TokenKmsInMemory;
let table: MemoryTable;
let asked: string[];

beforeEach(() => {
  vi.stubEnv('TOKEN_KEY_ARN', TEMPLATE_KEY_ARN);
  vi.stubEnv('STAGE', 'sandbox');
  kms = tokenKms();
  table = memoryTable();
  asked = [];
});
afterAll(() => {
  vi.unstubAllEnvs();
});

async function run(name: 'show' | 'rotate', options: Options = {}, given: Partial<Service> = {}) {
  const service: Service = {
    ...{ table, aws: { kms: kms.kms }, stage: 'sandbox', now: NOW },
    actor: { kind: 'operator', id: 'me' },
    confirm: async (question) => void asked.push(question),
    retype: async (_what, expected) => void asked.push(expected),
    remark: () => undefined,
    ...given,
  };
  const report = await runCommand(tokenKeyCommands, name === 'show' ? 0 : 1, service, options);
  return report;
}

const only = [{ keyId: 'of-the-template', state: 'signs', since: '2026-11-21T12:00:00.000Z' }];

describe('billhook token-key', () => {
  test('show changes nothing, also where release 0.1.0 left no record', async () => {
    const { value, lines } = await run('show');
    expect(value).toMatchObject({ keys: only, making: false, toGiveUp: 0 });
    expect(lines.join('\n')).toContain('It is replaced from 2027-11-21');
    expect(table.items.size).toBe(0);
  });

  test('rotate asks nothing, publishes a key, and says from when on it signs', async () => {
    const { value, lines } = await run('rotate');
    const signsFrom = '2026-11-23T12:00:00.000Z';
    expect(value).toMatchObject({
      keys: [...only, { keyId: 'made-1', state: 'published', signsFrom }],
      next: { step: 'switch', at: signsFrom },
    });
    expect(lines[0]).toMatch(/nobody is logged out/);
    expect(asked).toEqual([]);
    const again = await run('rotate');
    expect(again.value).toEqual(value);
    expect(again.lines[0]).toMatch(/under way/);
    expect(kms.keys.size).toBe(2);
  });

  test('rotate shows until when a replaced key is accepted', async () => {
    await run('rotate');
    const now = NOW + 2 * 86_400_000;
    const { value } = await run('rotate', {}, { now });
    const until = new Date(now + 31 * 86_400_000).toISOString();
    expect(value).toMatchObject({
      keys: [
        { keyId: 'of-the-template', state: 'accepted', until },
        { keyId: 'made-1', state: 'signs' },
      ],
    });
  });

  test('rotate --now asks twice, and returns when no process knows the old key', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    let ended = false;
    const running = run('rotate', { now: true }).then((report) => {
      ended = true;
      return report;
    });
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const { value, lines } = await running;
    vi.useRealTimers();
    expect(asked).toEqual([expect.stringContaining('sign in again'), 'sandbox']);
    expect(value).toMatchObject({ keys: [{ keyId: 'made-1', state: 'signs' }], toGiveUp: 0 });
    expect(lines[0]).toContain('all users have to sign in again');
    expect(kms.keys.get(TEMPLATE_KEY_ARN)?.state).toBe('Disabled');
  });

  test.each(['confirm', 'retype'] as const)(
    'rotate --now without %s changes nothing',
    async (one) => {
      const refuse = async () => {
        throw new Error('No');
      };
      await expect(run('rotate', { now: true }, { [one]: refuse })).rejects.toThrow('No');
      expect(table.items.size + kms.calls.length).toBe(0);
    },
  );

  test('says that stacks of an earlier release have to be deployed first', async () => {
    vi.stubEnv('TOKEN_KEY_ARN', '');
    await expect(run('rotate')).rejects.toThrow(/deploy first/);
    expect(table.items.has(`${tokenKeysKey.pk} ${tokenKeysKey.sk}`)).toBe(false);
  });
});
