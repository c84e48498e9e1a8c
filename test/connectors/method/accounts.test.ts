import { bill } from '@billhook/connector-kit/protocol/bills';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { billOf, listBills } from '../../../connectors/method/accounts.ts';
import type { AccountUpdate } from '../../../connectors/method/api/documents.ts';
import { runOf, sessionOf } from './session.ts';
import { depsOver, standInOf } from './world.ts';

const account = {
  id: 'acc_1',
  status: 'active',
  products: ['payment'],
  liability: {
    mch_id: 'mch_1',
    mask: '4321',
    fingerprint: 'fp_1',
    type: 'credit_card',
    name: 'Card',
  },
};

function updateOf(type: string, details: object): AccountUpdate {
  return { id: 'upd_1', status: 'completed', type, [type]: details } as AccountUpdate;
}

describe('A bill', () => {
  test.each<[string, AccountUpdate | undefined, object]>([
    [
      'of a card has what is due, and the balance apart',
      updateOf('credit_card', {
        balance: 125_000,
        next_payment_minimum_amount: 4_200,
        next_payment_due_date: '2027-02-15',
        last_payment_amount: 5_000,
        last_payment_date: '2027-01-15',
      }),
      {
        balanceCents: 4_200,
        fullBalanceCents: 125_000,
        dueOn: '2027-02-15',
        lastPaidAmountCents: 5_000,
        lastPaidOn: '2027-01-15',
      },
    ],
    ['of what is due in full', updateOf('utility', { balance: 7_700 }), { balanceCents: 7_700 }],
    [
      'with a credit owes nothing',
      updateOf('credit_card', { balance: -300, next_payment_minimum_amount: 0 }),
      { balanceCents: 0, fullBalanceCents: 0 },
    ],
    ['says nothing that the creditor does not', updateOf('mortgage', { balance: null }), {}],
    ['that was never read', undefined, {}],
  ])('%s', (_, update, wanted) => {
    const shown = billOf(account, update, false);
    const { balanceCents, fullBalanceCents, dueOn, lastPaidAmountCents, lastPaidOn } = shown;
    const said = { balanceCents, fullBalanceCents, dueOn, lastPaidAmountCents, lastPaidOn };
    expect(JSON.parse(JSON.stringify(said))).toEqual(wanted);
    expect(shown).toMatchObject({ accountKey: 'fp_1', accountNumber: 'XXXX4321' });
    expect(v.is(bill, shown)).toBe(true);
  });

  test('is of the account, whoever links it', async () => {
    const standIn = standInOf();
    const keys: string[] = [];
    for (const auth of ['auth-0000000000000001', 'auth-0000000000000002']) {
      const result = await listBills(
        depsOver(standIn),
        sessionOf('2025550107', { auth }),
        runOf(auth),
      );
      if (result.kind === 'bills') keys.push(...result.bills.map(({ accountKey }) => accountKey));
    }
    expect(keys).toEqual(['fp_2025550107', 'fp_2025550107']);
  });

  test('is of the company that was linked', async () => {
    const deps = depsOver(standInOf());
    const session = sessionOf('2025550107', { company: 'mch_another' });
    expect(await listBills(deps, session, runOf())).toEqual({ kind: 'bills', bills: [] });
  });
});
