/** Who waits for what is running at a company: whichever workflow it is, and only for what runs. */
import { randomBytes } from 'node:crypto';
import { newOwnedId } from '@billhook/core/base/ids';
import type { RunningCall } from '@billhook/core/company/running';
import { runningStore } from '@billhook/runtime/stores/running-store';
import { type Outside, openOutside } from '@billhook/runtime/table/outside';
import { beforeEach, expect, test } from 'vitest';
import { handler } from '../../../functions/workflow/await-report.ts';
import { type MemoryTable, memoryTable } from '../../support/memory-table.ts';
import { authRecord, clientId, NOW } from '../../support/records.ts';

const running: RunningCall = {
  call: 'logIn',
  connector: 'remote',
  operation: 'op-1',
  since: '2026-11-21T12:00:00.000Z',
  asked: 0,
};
const auth = authRecord();
const linkId = 'link_1';

let table: MemoryTable;
let outside: Outside;

beforeEach(() => {
  table = memoryTable(() => NOW);
  outside = openOutside({ table, clock: () => NOW });
});

/** The record as it stands, whatever else it would need. */
const put = (sk: string, record: object) => table.write([{ put: { pk: clientId, sk, ...record } }]);

const tokenOf = async () =>
  (await runningStore(table).find({ connector: 'remote', operation: 'op-1' }))?.taskToken;

const awaits = (ids: object) =>
  (handler.over(outside) as (input: unknown) => Promise<unknown>)({
    ...ids,
    clientId,
    taskToken: 'token',
  });

const newId = (kind: 'swap' | 'pay' | 'bill') => newOwnedId(kind, clientId, randomBytes);
const ids = {
  link: { linkId, authId: auth._id },
  swap: { swapId: newId('swap'), attemptId: 'swap_a_1' },
  payment: { paymentId: newId('pay'), billId: newId('bill') },
};

test('a link, a swap and a payment each wait for their own operation', async () => {
  const link = { linkId, requestedAt: running.since, items: ['bill'], running };
  await put(auth._id, { ...auth, link });
  expect(await awaits(ids.link)).toEqual({ outcome: 'waiting' });
  expect(await tokenOf()).toBe('token');

  for (const [known, sk] of [
    [ids.swap, ids.swap.swapId],
    [ids.payment, ids.payment.paymentId],
  ] as const) {
    table.items.clear();
    await put(sk, { _id: sk, version: 1, clientId, running });
    expect(await awaits(known), sk).toEqual({ outcome: 'waiting' });
    expect(await tokenOf(), sk).toBe('token');
  }
});

test.each([
  ['of which nothing is running', { link: { linkId, requestedAt: running.since, items: [] } }],
  [
    'that was superseded',
    { link: { linkId: 'link_2', requestedAt: running.since, items: [], running } },
  ],
  ['that is over', {}],
])('a link %s waits for nobody', async (_what, change) => {
  await put(auth._id, { ...auth, ...change });
  expect(await awaits(ids.link)).toEqual({ outcome: 'superseded' });
  expect(await tokenOf()).toBeUndefined();
});
