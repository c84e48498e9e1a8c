/** How a walk ends: nothing fails any more, time goes on, and everything that was begun must end. */
import { instantText } from '@billhook/core/base/dates';
import { DAY, HOUR } from './clock.ts';
import { runAll } from './commands.ts';
import { Divergence } from './divergence.ts';
import { checkEvents } from './events.ts';
import { operations } from './functions.ts';
import { expectedRefusal } from './logins.ts';
import { linkCall } from './partner-calls.ts';
import { shownStatus } from './rules.ts';
import { callOperation } from './service.ts';
import { PARTNER_ID } from './state.ts';
import { call, refreshOnce, sweepOnce, type Walk } from './walk.ts';

/** Waits in a payment's workflow come to two days; then the sweep asks again each hour. */
const MAX_ROUNDS = 100;
/** By then a payment's own workflow has asked as often as it does. */
const LET_IN_ROUND = 60;

export async function finish(walk: Walk): Promise<void> {
  // What ends brings new work, of which a round without any tells the end.
  for (let rounds = 1, quiet = 0; quiet < 2; rounds += 1) {
    if (rounds > MAX_ROUNDS) throw new Divergence(`Never ends: ${unended(walk).join('; ')}`);
    if (rounds === LET_IN_ROUND) await letInAgain(walk);
    const { tasks } = walk.counts;
    await runAll(walk);
    await sweepOnce(walk);
    await refreshOnce(walk);
    await sweepOnce(walk);
    await runAll(walk);
    walk.service.now += restsForDays(walk) ? DAY : HOUR;
    const idle = walk.counts.tasks === tasks && unended(walk).length === 0;
    quiet = idle ? quiet + 1 : 0;
  }
  checkMoney(walk);
  // What the last sweep has found out may leave a notice for the next.
  await sweepOnce(walk);
  checkIndex(walk);
  await checkLists(walk);
  checkEvents(walk);
}

/**
 * Of what may have been taken, and nobody is let in to ask about, only its user can bring to an end: each
 * such account is linked again.
 */
async function letInAgain(walk: Walk): Promise<void> {
  const { model, service } = walk;
  for (const payment of Object.values(model.payments)) {
    const auth = model.auths[payment.authId];
    if (payment.status !== 'pending' || !auth || auth.link) continue;
    const shut =
      auth.status === 'authenticate' || expectedRefusal(auth, payment, service.now) !== undefined;
    if (!shut) continue;
    const { clientId, companyId } = auth;
    const form = { ...auth.form, status: '' };
    const given = { clientId, companyId, items: ['bill'], meta: {}, form };
    await call(walk, linkCall(given, { agrees: true }));
  }
}

/** A company settles a payment in days. */
function restsForDays({ model, service }: Walk): boolean {
  const { now } = service;
  return Object.values(model.payments).some(({ rests = 0 }) => rests > now + DAY);
}

/** Ceilings that no other day ends. */
const forDays: ReadonlySet<string> = new Set(['payment', 'timesBalance']);

function unended({ model, service }: Walk): string[] {
  // Over the ceiling of a payment it waits for days, and holds its bill as long.
  const waiting = new Set(
    Object.values(model.payments)
      .filter(({ status, withheld = '' }) => status === 'pending' && forDays.has(withheld))
      .map(({ id }) => id),
  );
  const methods = Object.values(model.methods).filter(
    ({ inFlight }) => !inFlight.some((id) => waiting.has(id)),
  );
  const bills = Object.values(model.bills).filter(({ pending = '' }) => !waiting.has(pending));
  const ids = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);
  return [
    ...ids(Object.values(model.auths).filter(({ link, deleted }) => link ?? deleted)),
    ...ids(
      Object.values(model.payments).filter(
        ({ id, status }) => status === 'pending' && !waiting.has(id),
      ),
    ),
    ...ids(methods.filter(({ status, retryDue }) => status === 'pending' || retryDue)),
    ...ids(bills.filter(({ pending, deleted }) => pending ?? deleted)),
    ...[...service.executions.values()].filter(({ ended }) => !ended).map(({ name }) => name),
  ];
}

/** What was charged is what the payments say, each once; the histories were compared on the way. */
function checkMoney({ model, service }: Walk): void {
  const charged = new Map(
    service.companies.charges.map((charge) => [charge.paymentId, charge.amountCents]),
  );
  for (const payment of Object.values(model.payments)) {
    const isTaken = payment.status === 'paid' || payment.status === 'returned';
    const amount = isTaken ? payment.amountCents : undefined;
    if (charged.get(payment.id) !== amount) {
      throw new Divergence(`${payment.id} charged ${charged.get(payment.id)}, recorded ${amount}`);
    }
    charged.delete(payment.id);
  }
  if (charged.size > 0) throw new Divergence('A charge has no payment');
}

/** Nothing is due but payments of a day to come, or that wait for what lacks. */
function checkIndex({ model, service }: Walk): void {
  for (const item of service.table.due()) {
    const waits = model.payments[String(item.sk)]?.status === 'scheduled';
    if (!waits && String(item.dueAt) < instantText(service.now - 2 * HOUR)) {
      throw new Divergence(`${item.sk} is due since ${item.dueAt}`);
    }
  }
}

/** The lists show what the model says. */
async function checkLists(walk: Walk): Promise<void> {
  const { model, service } = walk;
  const caller = { partnerId: PARTNER_ID };
  const today = instantText(service.now).slice(0, 10);
  for (const clientId of Object.keys(model.clients)) {
    const list = async (name: 'listAuths' | 'listBills' | 'listPaymentMethods') => {
      const [operation] = operations[name];
      const handler = service.functions.operations[name];
      const { body } = await callOperation(operation, handler, { clientId }, caller);
      return body.data as readonly Listed[];
    };
    const own = <T extends { clientId: string }>(records: Readonly<Record<string, T>>) =>
      Object.values(records).filter((one) => one.clientId === clientId);
    sameTexts('auths', await list('listAuths'), ({ _id, status }) => [_id, typeOf(status)], [
      ...own(model.auths)
        .filter(({ status }) => status)
        .map(({ id, status }) => [id, status]),
    ]);
    sameTexts(
      'bills',
      await list('listBills'),
      ({ bill, payments }) => [
        bill?._id,
        typeOf(bill?.status),
        ...(payments ?? []).map(({ amount }) => amount),
      ],
      own(model.bills).map((bill) => [
        bill.id,
        shownStatus(bill, today),
        ...bill.history.map((cents) => (cents / 100).toFixed(2)),
      ]),
    );
    sameTexts(
      'payment methods',
      await list('listPaymentMethods'),
      (method) => [method._id, method.status, method.default],
      own(model.methods).map(({ id, status }) => [
        id,
        status,
        model.clients[clientId]?.defaultMethodId === id,
      ]),
    );
  }
}

type Listed = {
  readonly _id: string;
  readonly status: unknown;
  readonly default?: boolean;
  readonly bill?: { readonly _id: string; readonly status: unknown };
  readonly payments?: readonly { readonly amount: string }[];
};

function typeOf(status: unknown): string {
  return (status as { readonly type: string } | undefined)?.type ?? '';
}

function sameTexts(
  what: string,
  listed: readonly Listed[],
  textOf: (one: Listed) => unknown[],
  wanted: readonly unknown[][],
): void {
  const actual = listed
    .map((one) => textOf(one).join(' '))
    .toSorted()
    .join('; ');
  const expected = wanted
    .map((one) => one.join(' '))
    .toSorted()
    .join('; ');
  if (actual !== expected) throw new Divergence(`${what} are listed as ${actual}, not ${expected}`);
}
