import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Options, Service } from '../../../lib/operator/command-group.ts';
import { connectorKeyCommands } from '../../../lib/operator/commands/connector-key.ts';
import { type MemoryTable, memoryTable } from '../../support/memory-table.ts';
import { runCommand } from '../../support/operator-command.ts';
import { NOW } from '../../support/records.ts';
import {
  ENCRYPTION_KEY_ARN,
  SIGNING_KEY_ARN,
  type TokenKmsInMemory,
  tokenKms,
} from '../../support/token-kms.ts';

const DAY = 86_400_000;

let kms: TokenKmsInMemory;
let table: MemoryTable;
let asked: string[];

beforeEach(() => {
  vi.stubEnv('CONNECTOR_SIGNING_KEY_ARN', SIGNING_KEY_ARN);
  vi.stubEnv('CONNECTOR_ENCRYPTION_KEY_ARN', ENCRYPTION_KEY_ARN);
  vi.stubEnv('STAGE', 'sandbox');
  kms = tokenKms(undefined, [SIGNING_KEY_ARN, ENCRYPTION_KEY_ARN]);
  table = memoryTable();
  asked = [];
});
afterAll(() => {
  vi.unstubAllEnvs();
});

type Value = Readonly<Record<'sig' | 'enc', { readonly keys: readonly object[] }>> & {
  readonly keySet: { readonly keys: readonly { readonly use: string; readonly kid: string }[] };
};

async function run(name: 'show' | 'rotate', options: Options = {}, given: Partial<Service> = {}) {
  const service: Service = {
    ...{ table, aws: { kms: kms.kms }, stage: 'sandbox', now: NOW },
    actor: { kind: 'operator', id: 'me' },
    confirm: async (question) => void asked.push(question),
    retype: async (_what, expected) => void asked.push(expected),
    remark: () => undefined,
    ...given,
  };
  const report = await runCommand(connectorKeyCommands, name === 'show' ? 0 : 1, service, options);
  const { value, lines } = report;
  return { value: value as Value, text: lines.join('\n') };
}
const kidsOf = ({ keySet }: Value) => keySet.keys.map(({ kid }) => kid);

describe('billhook connector-key', () => {
  test('show changes nothing, and prints the key set to give to connectors', async () => {
    const { value, text } = await run('show');
    expect(value.sig.keys).toMatchObject([{ keyId: 'connector-signing', state: 'signs' }]);
    expect(value.enc.keys).toMatchObject([
      { keyId: 'connector-encryption', state: 'is encrypted to' },
    ]);
    expect(value.keySet.keys.map(({ use }) => use)).toEqual(['sig', 'enc']);
    for (const kid of kidsOf(value)) expect(text).toContain(kid);
    expect(text).toContain('You decide when it is replaced.');
    expect(text).not.toMatch(/Infinity|Invalid|undefined/);
    expect(table.items.size).toBe(0);
  });

  test('rotate publishes first, asking nothing, and uses the new keys when it is asked again', async () => {
    const before = kidsOf((await run('show')).value);
    const begun = await run('rotate');
    expect(begun.text).toContain('Give the key set to whoever runs a connector');
    expect(begun.text).toContain('signs from 2026-11-22T12:00:00.000Z');
    const [oldSig, newSig, oldEnc, newEnc] = kidsOf(begun.value);
    expect([oldSig, oldEnc]).toEqual(before);
    const tooEarly = await run('rotate', {}, { now: NOW + DAY - 1 });
    expect(tooEarly.text).toContain('no other was begun');
    expect(kidsOf(tooEarly.value)).toEqual([oldSig, newSig, oldEnc, newEnc]);
    expect(asked).toEqual([]);
    const switched = await run('rotate', {}, { now: NOW + DAY });
    expect(asked).toEqual([expect.stringContaining('refuses every request')]);
    expect(kidsOf(switched.value)).toEqual([newSig, oldSig, newEnc, oldEnc]);
    expect(switched.text).toContain('accepted for 31 days');
    expect(kms.keys.size).toBe(4);
  });

  test('rotate goes on where only one of the two was done', async () => {
    const { send } = kms.kms;
    let made = 0;
    const failing = {
      send: async (command: { constructor: { name: string } }) => {
        if (command.constructor.name === 'CreateKeyCommand') made += 1;
        if (made === 2) throw new Error('dead');
        return send(command as never);
      },
    } as never;
    await expect(run('rotate', {}, { aws: { kms: failing } })).rejects.toThrow('dead');
    const { value } = await run('rotate', {}, { now: NOW + 15 * 60_000 });
    expect(value.keySet.keys.map(({ use }) => use)).toEqual(['sig', 'sig', 'enc', 'enc']);
  });

  test('without consent, the new keys are not used', async () => {
    await run('rotate');
    const refuse = async () => {
      throw new Error('No');
    };
    const before = kidsOf((await run('show')).value);
    await expect(run('rotate', {}, { now: NOW + DAY, confirm: refuse })).rejects.toThrow('No');
    expect(kidsOf((await run('show')).value)).toEqual(before);
  });

  test('rotate --now asks twice, and ends the keys that there were', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const before = kidsOf((await run('show')).value);
    const running = run('rotate', { now: true });
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(10_000);
    const { value, text } = await running;
    vi.useRealTimers();
    expect(asked).toEqual([expect.stringContaining('at once'), 'sandbox']);
    expect(kidsOf(value)).toHaveLength(2);
    expect(kidsOf(value).filter((kid) => before.includes(kid))).toEqual([]);
    expect(text).toContain('has to replace them now');
    for (const arn of [SIGNING_KEY_ARN, ENCRYPTION_KEY_ARN])
      expect(kms.keys.get(arn)?.state).toBe('Disabled');
  });

  test('says that stacks of an earlier release have to be deployed first', async () => {
    vi.stubEnv('CONNECTOR_ENCRYPTION_KEY_ARN', '');
    await expect(run('show')).rejects.toThrow(/deploy first/);
  });
});
