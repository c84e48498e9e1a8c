/** Which readings of a bill look at its account's ledger. */
import { isWatched } from '@billhook/core/bill/account';
import type { BillRecord } from '@billhook/core/bill/bill';
import { expect, test } from 'vitest';
import { billRecord } from '../../../support/records.ts';

const statement = { dueOn: '2026-12-05', name: 'November', movedTo: '2026-12-06' };
const reported = { ...billRecord().reported, dueOn: '2026-12-06', statementName: 'November' };

test.each<[string, boolean, Partial<BillRecord>]>([
  ['one that was never paid', false, {}],
  ['one that is being paid', true, { pendingPaymentId: 'pay_1' }],
  ['one whose payment may still be shown', true, { unposted: { cents: 1, until: '2026-12-01' } }],
  [
    'one of whose statement something was taken',
    true,
    { account: { takenCents: 1, unproven: [] } },
  ],
  ['one whose statement was returned', true, { returned: [{ dueOn: '2026-12-05' }] }],
  ['one whose earlier statement was returned', false, { returned: [{ dueOn: '2026-11-05' }] }],
])('%s: %s', (_, watched, change) =>
  expect(isWatched(billRecord({ statement, reported, ...change }))).toBe(watched),
);
