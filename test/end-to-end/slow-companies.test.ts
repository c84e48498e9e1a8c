/**
 * Companies that take minutes, with the sandbox's logins for it (decision: calls-that-run). The test
 * clock is moved past them, but for what never ends.
 */
import { describe, expect, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { openClockedWorld } from '../support/clocked-world.ts';
import { openWorld, refusal, valueFrom } from '../support/world.ts';

/** The longest wait between two questions, and some more. */
const SECONDS = 75;
const MINUTES_MILLISECONDS = 3 * 60 * 1000;

/** A client of a partner with a clock of its own, which can be moved past what is slow. */
async function slowWorld() {
  const { moveTo, ...world } = await openClockedWorld();
  const company = await world.findOrdinaryCompany();
  const clientId = await world.newClient();
  const begin = async (username: string) => {
    const form = { username, password: 'any' };
    const asked = { clientId, companyId: company._id, items: ['bill' as const], form };
    return valueFrom(await world.api.auth.createAuth(asked)).authId;
  };
  const passMinutes = async () => {
    const { now } = valueFrom(await world.api.sandbox.getClock());
    await moveTo(new Date(Date.parse(now) + MINUTES_MILLISECONDS).toISOString());
  };
  return { ...world, clientId, begin, passMinutes };
}

const soon = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a login of three minutes', () => {
  test('is linked once they have passed, and not before', async () => {
    const { api, begin, passMinutes, linkedAuth } = await slowWorld();
    const authId = await begin('testslow');
    await soon(8_000);
    const before = valueFrom(await api.auth.getAuth({ authId }));
    expect(before).toMatchObject({ linking: true, progress: 'signing-in' });
    await passMinutes();
    expect(await linkedAuth(authId, SECONDS)).toMatchObject({ status: { type: 'verified' } });
  });

  test('can be superseded by another link of the account meanwhile', async () => {
    const { begin, passMinutes, linkedAuth } = await slowWorld();
    await begin('testslow');
    await soon(3_000);
    const authId = await begin('testslow');
    await soon(3_000);
    await passMinutes();
    expect(await linkedAuth(authId, SECONDS)).toMatchObject({ status: { type: 'verified' } });
  });
});

test('a daily reading of three minutes is asked about by messages, and read in the end', async () => {
  const { clientId, begin, billOf, linkedAuth, passMinutes, moveToDay } = await slowWorld();
  const authId = await begin('testslow');
  await soon(3_000);
  await passMinutes();
  await linkedAuth(authId, SECONDS);
  const { dueDate } = (await billOf(clientId, authId)).bill;
  await moveToDay(40);
  const later = await billOf(clientId, authId, ({ bill }) => bill.dueDate !== dueDate);
  expect(later.bill.dueDate).not.toBe(dueDate);
});

test('a login whose worker has died ends by itself, and can be tried again', async () => {
  const { api, newClient, findCompany, linkedAuth } = openWorld();
  const { _id: companyId } = await findCompany('Gated Company 1');
  const clientId = await newClient();
  const form = { username: 'testnever', password: 'any' };
  const asked = { clientId, companyId, items: ['bill' as const], form };
  const { authId } = valueFrom(await api.auth.createAuth(asked));
  expect(await linkedAuth(authId, SECONDS)).toMatchObject({
    status: { type: 'hold' },
    reason: { code: 'system_issue_with_bill', subcode: 'job-timeout' },
  });
});

test('a payment of three minutes stays pending until then, and is made once', async () => {
  const { api, clientId, begin, addCard, linkedAuth, billOf, passMinutes } = await slowWorld();
  await addCard(clientId);
  const authId = await begin('testslowpayment');
  await linkedAuth(authId, SECONDS);
  const { _id: billId } = (await billOf(clientId, authId)).bill;
  valueFrom(await api.payment.schedulePayment({ billId }));
  await soon(8_000);
  const before = valueFrom(await api.bill.getBill({ billId }));
  const again = refusal(await api.payment.schedulePayment({ billId }));
  expect(again).toBe('409 payment_pending');
  expect(before.payments).toEqual([]);
  await passMinutes();
  const after = await until(
    'the slow payment',
    async () => {
      const found = valueFrom(await api.bill.getBill({ billId }));
      return found.payments.length > 0 ? found : undefined;
    },
    SECONDS,
  );
  expect(after.payments).toHaveLength(1);
  expect(after.bill.status.type).toBe('paid');
});
