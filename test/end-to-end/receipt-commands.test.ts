/** The operator finds a payment by the confirmation number that a user reads out. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { addPartner } from '../support/partners.ts';
import { openWorld } from '../support/world.ts';

const launcher = join(import.meta.dirname, '../../bin/billhook.mjs');
const { baseUrl, stateDir, ...place } = inject('service');

type Ended = { readonly code: number; readonly out: string; readonly err: string };

function find(...args: string[]): Promise<Ended> {
  const given = [launcher, '--state', stateDir, 'payment', 'find', ...args, '--json'];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, given, (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err });
    });
    child.stdin?.end();
  });
}

test('a payment is found by its number, with its client or with its partner', async () => {
  const { partnerId, apiKey } = await addPartner({ stateDir, ...place });
  const world = openWorld({ baseUrl, apiKey });
  const [clientId, other] = [await world.newClient(), await world.newClient()];
  await world.addCard(clientId);
  const { bill } = await world.newBill(clientId);
  const { payments } = await world.pay(bill._id);
  const { _id, receiptNumber = '' } = payments[0] ?? {};
  const row = { _id, status: 'paid', clientId, amount: payments[0]?.amount };
  const spoken = receiptNumber.toLowerCase().replaceAll('-', ' ');
  for (const among of [
    ['--client', clientId],
    ['--partner', partnerId],
  ]) {
    const { code, out } = await find(spoken, ...among);
    expect([code, JSON.parse(out).data]).toEqual([0, [expect.objectContaining(row)]]);
  }
  const { out } = await find(receiptNumber, '--client', other);
  expect(JSON.parse(out).data).toEqual([]);
});

test.each([
  ['no number', ['BH-7K4', '--client', 'cl_1'], /looks like BH-7K4Q-29/],
  ['neither client nor partner', ['BH-7K4Q-29'], /--client or --partner/],
  ['both', ['BH-7K4Q-29', '--client', 'cl_1', '--partner', 'ptn_1'], /--client or --partner/],
])('%s is refused', async (_what, args, words) => {
  const { code, err } = await find(...args);
  expect([code, err]).toEqual([expect.any(Number), expect.stringMatching(words)]);
  expect(code).not.toBe(0);
});
