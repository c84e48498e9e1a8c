/**
 * Nothing is charged that its user did not agree to, in whatever order methods are added, assigned and made
 * the default, accounts are linked and linked again, bills are paid by links, and time goes on. What is sent
 * is what bill pay plans and sends (`modules/bill-pay/consent`), with what its user would answer at random.
 * Subscriptions are linked with consent, as the modules send it, and unlinked and linked again: nobody could
 * agree to a statement that was due then. A link that pays is an order: it is paid once at most, never more
 * than its user was shown, and agrees to no rule.
 */
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callsAfter, callsBefore } from '../../modules/bill-pay/consent/calls.ts';
import { type Change, covered, type Plan, planOf } from '../../modules/bill-pay/consent/plan.ts';
import type { Account } from '../../modules/bill-pay/entry.ts';
import { assignment } from '../../modules/bill-pay/pay-with.ts';
import { DAY, START, usDay } from '../model/clock.ts';
import type { OperationName } from '../model/functions.ts';
import { seededBytes } from '../model/random.ts';
import { takeOverProcess } from '../model/service.ts';
import { type Battery, openBattery, PARTNERS, settle } from './battery-world.ts';

/** A bill is paid so many days before its due date, unless its user sets another schedule. */
const DAYS_BEFORE = 5;
const ROUNDS = Number(process.env.BATTERY_ROUNDS);
const STEPS = 14;
const PARTS_OF_DAY = 6;

let giveBack: () => void;
beforeAll(() => {
  giveBack = takeOverProcess();
});
afterAll(() => giveBack());

const company = sandboxCompanies.find(({ name }) => name === 'Regular Company 1');
/** It takes automatic payments only. */
const subscription = sandboxCompanies.find(({ name }) => name === 'Regular Company 5');
const consent = { textHash: 'a'.repeat(64), version: '2', locale: 'en' };

/** The calls of the modules, as the service's operations. */
const names: readonly (readonly [RegExp, OperationName])[] = [
  [/^\/payment\/settings$/, 'updatePaymentSettings'],
  [/^\/payment\/cancel$/, 'cancelPayment'],
  [/^\/payment\/([^/]+)\/assign$/, 'assignPaymentMethod'],
  [/^\/payment\/([^/]+)\/default$/, 'makeMethodDefault'],
];

type Sent = { readonly path: string; readonly body?: unknown };

/** What a user saw of a payment before they asked a link to make it. */
type Order = {
  readonly authId: unknown;
  readonly methodId: string;
  readonly cents: number;
  paymentId?: string;
};

/** By the account and the method that were shown, not more than was shown, and once. */
function isAsOrdered(order: Order, { _id, authId, methodId, amountCents = 0 }: StoredPayment) {
  order.paymentId ??= _id;
  const isIt = order.authId === authId && order.methodId === methodId && order.paymentId === _id;
  return isIt && amountCents <= order.cents;
}

async function walk(seed: number) {
  const battery = await openBattery(seed, START);
  const bytes = seededBytes(seed)(STEPS * 8);
  let used = 0;
  const below = (count: number) => (bytes[used++ % bytes.length] ?? 0) % count;
  const agreed = new Set<string>();
  const unlinked = new Set<string>();
  let linkedDue = 0;
  /** Statements that nobody was asked about: due when their account was linked, by bill. */
  const due = new Map<string, string>();
  /** What links were to pay, by what they call it. */
  const orders = new Map<string, Order>();
  battery.agreed = (payment) => {
    const { billId, statement } = payment;
    const order = payment.automatic ? undefined : orders.get(payment.paymentIdentifier ?? '');
    if (order) {
      // Its user has paid what was left to them: what its company names so later is another statement.
      due.delete(billId);
      return isAsOrdered(order, payment);
    }
    return agreed.has(billId) && (!statement || due.get(billId) !== statement.dueOn);
  };
  const call: Battery['call'] = (name, given) => battery.call(name, given, PARTNERS[0]);
  const { clientId } = (await call('createClient', { identifier: `agrees ${seed}` })).body;
  const send = async ({ path, body }: Sent) => {
    for (const [pattern, name] of names) {
      const [found, paymentMethodId] = pattern.exec(path) ?? [];
      if (found)
        await call(name, { ...(body as object), ...(paymentMethodId && { paymentMethodId }) });
    }
  };
  const read = async (): Promise<Account> => {
    const listed = async (name: OperationName) =>
      (await call(name, { clientId })).body.data as never;
    return {
      entries: await listed('listBills'),
      auths: await listed('listAuths'),
      methods: await listed('listPaymentMethods'),
      links: [],
    };
  };
  /** What the screen asks, answered at random; then what it sends, around the change itself. */
  const decide = async (change: Change, act: () => Promise<unknown>) => {
    const plan: Plan = planOf(await read(), change);
    const automatic = below(2) === 0 && plan.offered.length > 0;
    const asked = [...plan.standing, ...(automatic ? plan.offered : [])];
    const today = Object.fromEntries(asked.map(({ bill }) => [bill._id, below(3) === 0]));
    const uses = Object.fromEntries(plan.required.map(({ bill }) => [bill._id, below(2) === 0]));
    const decision = { automatic, today, uses };
    for (const one of callsBefore(plan, decision)) await send(one);
    await act();
    for (const { bill } of covered(plan, decision)) agreed.add(bill._id);
    for (const { bill, left } of asked) if (left && today[bill._id]) due.delete(bill._id);
    for (const one of callsAfter(plan, decision, consent)) await send(one);
  };
  const idAt = async (of: 'methods' | 'entries' | 'auths') => {
    const account = await read();
    const ids =
      of === 'entries'
        ? account.entries.map(({ bill }) => bill._id)
        : account[of].map(({ _id }) => _id);
    return ids[below(Math.max(1, ids.length))];
  };
  /** What is due today is paid within hours, and what is overdue never. */
  const pass = async (parts: number) => {
    for (let part = 0; part < parts; part += 1) {
      battery.service.now += DAY / PARTS_OF_DAY;
      await battery.sweep();
      while ((await battery.runTasks()) > 0);
    }
  };
  const newForm = () => ({
    balance: '100.00',
    dueDate: usDay(battery.service.now, 2 + below(12)),
    status: 'verified',
  });
  /** A link that pays: with the stored credentials, or in the link itself, as its user asks for it. */
  const payByLink = async (
    name: 'continueAuth' | 'createAuth',
    given: object,
    account: Account,
  ) => {
    const { methods } = account;
    const methodId = methods[below(Math.max(1, methods.length))]?._id;
    if (!methodId) return;
    // What was shown may be less than is owed by now; what is chosen may be more than it.
    const maxAmount = below(4) === 0 ? '60.00' : '100.00';
    const amount = below(3) === 0 ? maxAmount : undefined;
    const paymentIdentifier = `order ${orders.size}`;
    const order: Order = { authId: undefined, methodId, cents: Number(maxAmount) * 100 };
    orders.set(paymentIdentifier, order);
    const more = { paymentMethodId: methodId, maxAmount, ...(amount && { amount }) };
    const meta = { ...(given as { readonly meta?: object }).meta, ...more };
    const link = { ...given, items: ['bill', 'payment'], meta, paymentIdentifier };
    const { body } = await battery.call(name, link, PARTNERS[0], String(clientId));
    orders.set(paymentIdentifier, Object.assign(order, { authId: body.authId }));
    // Or it is unlinked before it has paid.
    if (below(8) === 0 && body.authId) await call('deleteAuth', { authId: body.authId });
    while ((await battery.runTasks()) > 0);
  };
  const forms: object[] = [];
  /** With consent, as the modules send it: its user agrees to the rule, and to nothing that is due now. */
  const subscribe = async (form: object) => {
    const link = { clientId, companyId: subscription?._id, items: ['bill'], form };
    const given = { ...link, consent, skipCycle: true };
    const { status, body } = await battery.call('createAuth', given, PARTNERS[0], String(clientId));
    while ((await battery.runTasks()) > 0);
    if (status !== 200) return;
    for (const { bill } of (await read()).entries.filter(
      (one) => one.bill.auth._id === body.authId,
    )) {
      const { _id, dueDate = '', balance = '' } = bill;
      if (!agreed.has(_id) || unlinked.delete(_id)) {
        // What was paid before it was unlinked is due no more.
        const isDue =
          Number(balance) > 0 && Date.parse(dueDate) - DAYS_BEFORE * DAY <= battery.service.now;
        if (isDue) due.set(_id, dueDate.slice(0, 10));
        else due.delete(_id);
        linkedDue += isDue ? 1 : 0;
      }
      agreed.add(_id);
    }
    await pass(1);
  };
  const steps = [
    async () => {
      // By their partner, with no word of consent: on by default.
      const form = newForm();
      await call('createAuth', { clientId, companyId: company?._id, items: ['bill'], form });
      while ((await battery.runTasks()) > 0);
    },
    () =>
      decide({ kind: 'add', type: 'card' }, () =>
        battery.call(
          'addPaymentMethod',
          { clientId, paymentType: 'card', ...card },
          PARTNERS[0],
          String(clientId),
        ),
      ),
    async () => {
      const [billId, methodId] = [await idAt('entries'), await idAt('methods')];
      if (!billId || !methodId) return;
      await decide({ kind: 'assign', billId, methodId }, () => send(assignment(methodId, billId)));
    },
    async () => {
      const methodId = await idAt('methods');
      if (!methodId) return;
      await decide({ kind: 'default', methodId }, () =>
        send({ path: `/payment/${methodId}/default` }),
      );
    },
    async () => {
      const billId = await idAt('entries');
      if (billId) await decide({ kind: 'bills', billIds: [billId] }, async () => {});
    },
    async () => {
      const authId = below(3) === 0 && (await idAt('auths'));
      if (!authId) return;
      for (const { bill } of (await read()).entries)
        if (bill.auth._id === authId) unlinked.add(bill._id);
      await call('deleteAuth', { authId });
    },
    async () => {
      const form = newForm();
      forms.push(form);
      await subscribe(form);
    },
    async () => {
      // Linked again, whether or not it was unlinked meanwhile.
      const form = forms[below(Math.max(1, forms.length))];
      if (form) await subscribe(form);
    },
    async () => {
      await pass((1 + below(4)) * PARTS_OF_DAY);
    },
    async () => {
      const account = await read();
      const { bill } = account.entries[below(Math.max(1, account.entries.length))] ?? {};
      if (!bill) return;
      const given = { authId: bill.auth._id, meta: { billId: bill._id } };
      await payByLink('continueAuth', given, account);
    },
    async () => {
      const form = newForm();
      await payByLink('createAuth', { clientId, companyId: company?._id, form }, await read());
    },
  ];
  // Their user comes with accounts and no method: what the first one pays is asked.
  await steps[0]?.();
  const form = newForm();
  await call('createAuth', { clientId, companyId: subscription?._id, items: ['bill'], form });
  while ((await battery.runTasks()) > 0);
  await steps[1]?.();
  forms.push(newForm());
  await subscribe(forms[0] ?? {});
  for (let step = 0; step < STEPS; step += 1) await steps[below(steps.length)]?.();
  await pass(14 * PARTS_OF_DAY);
  await settle(battery, 30);
  const ordered = battery.payments().filter(({ automatic, paymentIdentifier = '' }) => {
    return !automatic && orders.has(paymentIdentifier);
  });
  const paid = ordered.filter(({ status }) => status === 'paid').length;
  return { battery, linkedDue, paid, unpaid: orders.size - paid };
}

const card = {
  name: 'Ada Lovelace',
  cardNumber: '4111111111111111',
  cardCode: '123',
  expMonth: '12',
  expYear: '2040',
  zipcode: '94107',
};

test(`no bill is charged whose rule nobody agreed to, in any order (${ROUNDS} times)`, {
  timeout: 60 * 60_000,
}, async () => {
  let charges = 0;
  let dueThen = 0;
  const byLinks = { paid: 0, unpaid: 0 };
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const { battery, linkedDue, paid, unpaid } = await walk(seed);
    dueThen += linkedDue;
    byLinks.paid += paid;
    byLinks.unpaid += unpaid;
    expect(
      battery.wrongs.filter((wrong) => wrong.startsWith('Nobody')),
      `round ${seed}`,
    ).toEqual([]);
    charges += battery.service.companies.charges.length;
  }
  // Else the rounds would show nothing.
  expect(charges).toBeGreaterThan(ROUNDS / 6);
  expect(dueThen).toBeGreaterThan(ROUNDS / 6);
  expect(byLinks.paid).toBeGreaterThan(ROUNDS / 6);
  expect(byLinks.unpaid).toBeGreaterThan(ROUNDS / 6);
});
