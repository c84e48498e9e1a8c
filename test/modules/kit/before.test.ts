import { expect, test } from 'vitest';
import type { Api } from '../../../modules/kit/api.ts';
import { beforeTask, stoodBefore } from '../../../modules/kit/linking/before.ts';

/** An API that answers these paths, and nothing else. */
function apiOf(answers: Readonly<Record<string, unknown>>): Api {
  return (async ({ path }: { readonly path: string }) =>
    path in answers
      ? { ok: true, value: answers[path] }
      : { ok: false, code: 'offline', message: '', fields: [] }) as Api;
}

const bill = (id: string, companyId: string) => ({
  bill: { _id: id, company: { _id: companyId } },
});
const paid = (id: string) => ({ _id: id, status: 'paid' });

test('notes the newest payment of each bill at the company, where no bill is named', async () => {
  const api = apiOf({
    '/bill/list/cl_1': {
      data: [bill('bill_1', 'co_1'), bill('bill_2', 'co_1'), bill('bill_3', 'co_2')],
    },
    '/bill/bill_1': { ...bill('bill_1', 'co_1'), payment: paid('pay_1') },
    '/bill/bill_2': bill('bill_2', 'co_1'),
  });
  const before = await beforeTask(api, 'cl_1', { items: ['bill', 'payment'] }, 'co_1');
  expect(before).toBe('pay_1');
  expect([stoodBefore(before, 'pay_1'), stoodBefore(before, 'pay_2')]).toEqual([true, false]);
});

test('notes no payment and no swap that is under way: that is what is watched', async () => {
  const swap = (id: string, type: string) => ({ _id: id, status: { type }, created: id });
  const api = apiOf({
    '/bill/bill_1': { ...bill('bill_1', 'co_1'), payment: { _id: 'pay_1', status: 'pending' } },
    '/swap/list/cl_1': { data: [swap('swap_1', 'completed'), swap('swap_2', 'in-progress')] },
  });
  expect(await beforeTask(api, 'cl_1', { items: ['bill', 'payment'], billId: 'bill_1' })).toBe('');
  expect(await beforeTask(api, 'cl_1', { items: ['swap'], paymentMethodId: 'pm_1' })).toBe(
    'swap_1',
  );
  expect(await beforeTask(api, 'cl_1', { items: ['bill'] })).toBe('');
});
