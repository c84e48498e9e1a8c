import type { ConnectorCheck } from '@billhook/core/company/connector-check';
import { connectorCheckStore } from '@billhook/runtime/stores/connector-check-store';
import { expect, test } from 'vitest';
import { beginCheck, endCheck, invokeStep } from '../../../lib/operator/connector/check.ts';
import { memoryTable } from '../../support/memory-table.ts';

const baseUrl = 'https://connector.example';

function line(id: string) {
  return { id, verdict: 'PASS', milliseconds: 1 } as const;
}

/** A deployment whose steps are these, in this order. */
function deploymentOf(...steps: readonly (Partial<ConnectorCheck> | Error)[]) {
  const table = memoryTable(Date.now);
  const left = [...steps];
  const asked: string[] = [];
  return {
    table,
    asked,
    takeStep: async (checkId: string) => {
      asked.push(checkId);
      const step = left.shift();
      if (step === undefined || step instanceof Error) throw step ?? new Error('No more steps');
      const store = connectorCheckStore(table);
      const before = await store.find(checkId);
      if (before) await table.write([store.goOn(before, step)]);
    },
  };
}

test('A check is followed to its end, and each result told once', async () => {
  const told: string[] = [];
  const follow = deploymentOf(
    { state: 'read' },
    { state: 'read', results: [line('a'), line('b')] },
    { state: 'done', results: [line('a'), line('b'), line('c')] },
  );
  const begun = await beginCheck(follow, { baseUrl });
  expect(begun).toMatchObject({ baseUrl, state: 'read', results: [] });
  const ended = await endCheck({ ...follow, onResult: ({ id }) => void told.push(id) }, begun);
  expect(ended.state).toBe('done');
  expect(told).toEqual(['a', 'b', 'c']);
  expect(new Set(follow.asked)).toEqual(new Set([begun.checkId]));
});

test('A step whose function ended is taken again', async () => {
  const lost = new Error('Unhandled');
  const follow = deploymentOf(lost, lost, { state: 'done' });
  expect((await beginCheck(follow, { baseUrl })).state).toBe('done');
});

test('A deployment that fails each time is given up, and says where to look', async () => {
  const lost = new Error('Unhandled');
  const follow = deploymentOf(lost, lost, lost, { state: 'done' });
  await expect(beginCheck(follow, { baseUrl })).rejects.toThrow(
    'the log of operator/check-connector',
  );
});

test('A function that failed is no step', async () => {
  const sent: unknown[] = [];
  const client = {
    send: async ({ input }: { readonly input: { readonly Payload?: Uint8Array } }) => {
      sent.push(JSON.parse(Buffer.from(input.Payload ?? []).toString()));
      return { FunctionError: 'Unhandled' };
    },
  };
  await expect(invokeStep(client as never, 'arn:check')('check_1')).rejects.toThrow('Unhandled');
  expect(sent).toEqual([{ checkId: 'check_1' }]);
});
