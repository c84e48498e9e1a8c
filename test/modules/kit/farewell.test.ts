import type { ModuleName } from '@billhook/core/schemas/module';
import { afterEach, expect, test, vi } from 'vitest';
import { sayGoodbye } from '../../../modules/kit/farewell.ts';
import { type Kept, kept } from '../../../modules/kit/keep.ts';
import { takeAnotherToken } from '../../../modules/kit/session.ts';
import { FakePage } from './fake-page.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function openPage(module: ModuleName, before: Kept) {
  new FakePage('https://m.example/connect', { billhook: before });
  const told: string[] = [];
  const emit = (type: string, data?: object) => told.push(`${type} ${Object.values(data ?? {})}`);
  return { told, leave: (reason: string) => sayGoodbye({ emit }, module, reason) };
}

test.each<[string, ModuleName, Kept, string[]]>([
  ['that linked nothing', 'account-linking', {}, ['exit closed', 'close closed']],
  ['that linked an account', 'account-linking', { told: ['auth_1'] }, ['close closed']],
  [
    'that was left before it was loaded again',
    'account-linking',
    { exited: true },
    ['close closed'],
  ],
  ['of bill pay', 'bill-pay', {}, ['close closed']],
])('a page %s ends by what the interface has', (_, module, before, expected) => {
  const { told, leave } = openPage(module, before);
  leave('closed');
  expect(told).toEqual(expected);
});

test('exit comes once for each token, and never after auth', () => {
  const { told, leave } = openPage('account-linking', { token: 'sso-1' });
  leave('session_expired');
  leave('closed');
  takeAnotherToken('sso-2');
  leave('closed');
  expect(told.filter((one) => one.startsWith('exit'))).toEqual([
    'exit session_expired',
    'exit closed',
  ]);
  expect(kept().exited).toBe(true);
});
