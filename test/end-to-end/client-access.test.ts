import { beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { countDeclines, newTokenClient, type TokenClient } from '../support/client-access.ts';
import { allOperations } from '../support/operations.ts';
import { expectRefusal, sendRaw } from '../support/raw.ts';
import { snapshot } from '../support/snapshot.ts';
import {
  type AnyResult,
  dueDate,
  givenBank,
  givenCard,
  newName,
  openWorld,
  refusal,
  valueFrom,
} from '../support/world.ts';
import { allCases } from './cases/all-cases.ts';
import { inDays } from './cases/bills.ts';
import type { Belongings } from './cases/case.ts';

const world = openWorld();

async function fill(clientId: string): Promise<Belongings> {
  const methodId = await world.addCard(clientId);
  const { bill } = await world.newBill(clientId);
  const [held, asking, stepped] = await Promise.all([
    world.link(clientId, await world.findCompany('Regular Company 2'), { status: 'hold' }),
    world.link(clientId, await world.findCompany('Regular Company 3'), {
      status: 'mfa-required-questions',
    }),
    world.link(clientId, await world.findCompany('Regular Company 4'), {
      status: 'mfa-required-questions',
    }),
  ]);
  const questions = asking.mfa?.mfa ?? [];
  const scheduled = await schedule(clientId);
  return {
    clientId,
    companyId: bill.company._id,
    authId: bill.auth._id,
    billId: bill._id,
    methodId,
    ...scheduled,
    heldAuthId: held._id,
    askingAuthId: asking._id,
    askingToken: (await world.challengeOf(asking._id)).token,
    steppedToken: (await world.challengeOf(stepped._id)).token,
    answers: questions.map(({ identifier }) => ({ identifier, answer: 'answer' })),
  };
}

/** Another bill, with a payment in five days by another method: too far ahead for its notice, which a sweep would write. */
async function schedule(clientId: string) {
  const company = await world.findOrdinaryCompany();
  const auth = await world.link(clientId, company, { username: newName(), password: 'mine' });
  const { bill } = await world.billOf(clientId, auth._id);
  const { paymentMethodId } = valueFrom(
    await world.api.payment.addPaymentMethod(givenBank(clientId)),
  );
  const given = { billId: bill._id } as const;
  valueFrom(await world.api.payment.assignPaymentMethod({ ...given, paymentMethodId }));
  valueFrom(await world.api.payment.schedulePayment({ ...given, date: inDays(5) }));
  const { payment } = valueFrom(await world.api.bill.getBill(given));
  return { scheduledBillId: bill._id, paymentId: payment?._id ?? '' };
}

const form = { balance: '5.00', dueDate: dueDate(9) };

/** Each operation of a client on the belongings of one, with what it is answered for another's. */
const calls = allCases
  .flatMap(({ name, asClient }) => (typeof asClient === 'object' ? [{ name, ...asClient }] : []))
  .toSorted((one, other) => Number(one.last ?? false) - Number(other.last ?? false));

let client: TokenClient;
let own: Belongings;
let foreign: Belongings;

beforeAll(async () => {
  client = await newTokenClient();
  own = await fill(client.clientId);
  foreign = await fill(await world.newClient());
});

describe('what belongs to another client of the same partner', () => {
  test.each(calls.filter(({ another }) => another !== 'open'))(
    'is unknown to $name, and stays as it is',
    async ({ call, another }) => {
      const before = await snapshot(foreign.clientId);
      expect(refusal(await call(client.api, foreign))).toBe(`404 ${another}`);
      expect(await snapshot(foreign.clientId)).toEqual(before);
    },
  );

  test('cannot be named beside what is its own', async () => {
    const { authId, billId, methodId, clientId, companyId } = own;
    const before = await snapshot(clientId);
    const attempts: [string, Promise<AnyResult>][] = [
      [
        '404 bill_not_found',
        client.api.payment.assignPaymentMethod({
          paymentMethodId: methodId,
          billId: foreign.billId,
        }),
      ],
      [
        '404 payment_method_not_found',
        client.api.payment.assignPaymentMethod({ paymentMethodId: foreign.methodId, billId }),
      ],
      [
        '404 payment_method_not_found',
        client.api.auth.createAuth({
          ...{ clientId, companyId, items: ['bill'], form },
          meta: { paymentMethodId: foreign.methodId },
        }),
      ],
      [
        '404 bill_not_found',
        client.api.auth.createAuth({
          ...{ clientId, companyId, items: ['payment'], form },
          meta: { billId: foreign.billId },
        }),
      ],
      [
        '404 challenge_not_found',
        client.api.auth.answerStep({
          ...{ token: foreign.askingToken, method: 'questions', security: own.answers },
        }),
      ],
    ];
    for (const [expected, attempt] of attempts) expect(refusal(await attempt)).toBe(expected);
    expect(authId).toBeTruthy();
    expect(await snapshot(clientId)).toEqual(before);
  });
});

describe('what belongs to the client itself', () => {
  test.each(calls)('is open to $name', async ({ call }) => {
    expect(refusal(await call(client.api, own))).toMatchObject({ ok: true });
  });
});

describe('what only a partner may do', () => {
  const closed = allOperations.filter(({ operation }) => operation.callers.join() === 'partner');

  test.each(closed)('$name is forbidden to a client', async ({ operation }) => {
    const request = {
      method: operation.method,
      path: operation.path.replace(/\{\w+\}/g, 'any'),
      body: operation.body ? '{}' : undefined,
      apiKey: client.accessToken,
    };
    await expectRefusal(request, 'forbidden');
  });
});

describe('the limits of a client', () => {
  const HOUR_SECONDS = 3600;

  async function expectLimited(accessToken: string, path: string, body: object) {
    const request = { method: 'POST', path, body: JSON.stringify(body), apiKey: accessToken };
    const response = await sendRaw(request);
    expect(response.status).toBe(429);
    const wait = Number(response.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(HOUR_SECONDS - 120);
    expect(wait).toBeLessThanOrEqual(HOUR_SECONDS);
    expect(await response.json()).toMatchObject({ code: 'too_many_requests' });
  }

  test('let it link 10 accounts an hour, and its partner more', async () => {
    const one = await newTokenClient();
    const { _id: companyId } = await world.findCompany('Regular Company 2');
    const given = (login: number) => ({
      ...{ clientId: one.clientId, companyId, items: ['bill' as const] },
      form: { status: `login ${login}` },
    });
    const bad = { ...given(0), form: { status: 'overdue', balance: 'much', dueDate: 'soon' } };
    expect(refusal(await one.api.auth.createAuth(bad))).toBe('400 invalid_form');
    for (let login = 1; login <= 10; login += 1) {
      expect((await one.api.auth.createAuth(given(login))).ok).toBe(true);
    }
    await expectLimited(one.accessToken, '/auth', given(11));
    expect((await world.api.auth.createAuth(given(11))).ok).toBe(true);
  });

  test('count a hold that it resumes as a link, and an answer as part of the link', async () => {
    const one = await newTokenClient();
    // At a test company a client has one account.
    const { _id: authId } = await world.link(
      one.clientId,
      await world.findCompany('Regular Company 3'),
      { status: 'hold' },
    );
    const { _id: companyId } = await world.findCompany('Regular Company 2');
    const given = (login: number) => ({
      ...{ clientId: one.clientId, companyId, items: ['bill' as const] },
      form: { status: `login ${login}` },
    });
    for (let login = 1; login <= 9; login += 1) {
      expect((await one.api.auth.createAuth(given(login))).ok).toBe(true);
    }
    expect((await one.api.auth.fixHold({ authId })).ok).toBe(true);
    await expectLimited(one.accessToken, '/auth', given(11));
    const held = await world.link(one.clientId, await world.findCompany('Regular Company 4'), {
      status: 'hold',
    });
    await expectLimited(one.accessToken, `/auth/${held._id}/fix-hold`, {});
    const asking = await world.link(one.clientId, await world.findCompany('Regular Company 1'), {
      status: 'mfa-required-questions',
    });
    const answers = (asking.mfa?.mfa ?? []).map(({ identifier }) => ({
      identifier,
      answer: 'answer',
    }));
    const answered = await one.api.auth.answerQuestions({ authId: asking._id, answers });
    expect(answered.ok).toBe(true);
  });

  test('let it add 5 payment methods an hour, at once or not, and its partner more', async () => {
    const one = await newTokenClient();
    const given = givenCard(one.clientId);
    const slips = [
      { ...given, cardNumber: '4111111111111112' },
      { ...givenBank(one.clientId), routingNumber: '021000022' },
    ];
    // A slip of the pen is not counted.
    for (const slip of [...slips, ...slips, ...slips]) {
      expect(refusal(await one.api.payment.addPaymentMethod(slip))).toBe('400 invalid_request');
    }
    const results = await Promise.all(
      Array.from({ length: 8 }, () => one.api.payment.addPaymentMethod(given)),
    );
    const added = results.filter(({ ok }) => ok).length;
    expect(added).toBeLessThanOrEqual(5);
    for (let count = added; count < 5; count += 1) {
      valueFrom(await one.api.payment.addPaymentMethod(given));
    }
    await expectLimited(one.accessToken, '/payment', given);
    expect((await world.api.payment.addPaymentMethod(given)).ok).toBe(true);
    const { data } = valueFrom(
      await world.api.payment.listPaymentMethods({ clientId: one.clientId }),
    );
    expect(data).toHaveLength(6);
  });

  test('are each client’s own', async () => {
    const [one, two] = [await newTokenClient(), await newTokenClient()];
    for (let count = 0; count < 5; count += 1) {
      valueFrom(await one.api.payment.addPaymentMethod(givenBank(one.clientId)));
    }
    expect(refusal(await one.api.payment.addPaymentMethod(givenBank(one.clientId)))).toBe(
      '429 too_many_requests',
    );
    expect((await two.api.payment.addPaymentMethod(givenBank(two.clientId))).ok).toBe(true);
  });

  test('end its payments after 5 declines in an hour, and not its partner’s', async () => {
    const one = await newTokenClient();
    const { clientId } = one;
    const { bill } = await world.newBill(clientId);
    const given = { billId: bill._id };
    const declines = (count: number) =>
      until(`${count} declines`, async () => (await countDeclines(clientId)) === count);
    const cardNumber = '4000000000000002';
    // The third decline in a row removes a method.
    const first = { paymentMethodId: await world.addCard(clientId, { cardNumber }) };
    valueFrom(await one.api.payment.schedulePayment(given));
    await declines(1);
    valueFrom(await one.api.payment.retryPaymentMethod(first));
    await declines(2);
    valueFrom(await one.api.payment.retryPaymentMethod(first));
    await declines(3);
    const second = { paymentMethodId: await world.addCard(clientId, { cardNumber }) };
    valueFrom(await one.api.payment.schedulePayment(given));
    await declines(4);
    valueFrom(await one.api.payment.retryPaymentMethod(second));
    await declines(5);

    const { accessToken } = one;
    await expectLimited(accessToken, `/payment/${second.paymentMethodId}/retry`, {});
    await expectLimited(accessToken, '/payment/schedule', given);
    const company = await world.findCompany('Regular Company 2');
    const link = { clientId, companyId: company._id, form };
    await expectLimited(accessToken, '/auth', { ...link, items: ['bill', 'payment'] });
    expect((await one.api.auth.createAuth({ ...link, items: ['bill'] })).ok).toBe(true);
    expect((await world.api.payment.retryPaymentMethod(second)).ok).toBe(true);
  });
});
