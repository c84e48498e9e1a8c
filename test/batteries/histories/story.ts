/**
 * What happens in a history as long as nothing dies: a user with an account or two pays, schedules,
 * cancels and changes their mind, while workflows, sweeps and time go on. By its number, a story is the
 * same again.
 */

import { instantText } from '@billhook/core/base/dates';
import { DUE_SHARDS, dueShard, REFRESH_SHARDS, refreshShard } from '@billhook/core/base/table-keys';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { CompanyRecord, SandboxCompany } from '@billhook/core/company/company';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { shardsOf } from '@billhook/runtime/table/sweep-shards';
import { DAY, dayAfter, HOUR, MINUTE, START, usDay } from '../../model/clock.ts';
import type { CompanyFault } from '../../model/faults.ts';
import { type OperationName, PARTS, type SweepName } from '../../model/functions.ts';
import type { Chance } from '../../model/year/chance.ts';
import { recordsOf } from './checks.ts';
import { type Act, type CallAct, type Came, doAct, runnable, type World } from './world.ts';

export type Step = { readonly act: Act; readonly company?: CompanyFault };

/** Who pays what, and how: the same for all histories of a story. */
export type Cast = {
  readonly clientIds: readonly string[];
  readonly companyId: string;
  readonly form: Readonly<Record<string, string>>;
  /** Whether each call has an `Idempotency-Key`. */
  readonly hasKeys: boolean;
};

const byForm = sandboxCompanies.filter(
  ({ sandbox, userPresenceRequired, subscription }: SandboxCompany) =>
    sandbox.bills === 'by-form' && !userPresenceRequired && !subscription,
);
/** Where two who know the same login share the account. */
const shared = sandboxCompanies.filter(
  ({ sandbox, products, status, auth, userPresenceRequired, subscription }) =>
    sandbox.bills !== 'by-form' &&
    sandbox.bills !== 'none' &&
    status === 'operational' &&
    products.includes('payment') &&
    !userPresenceRequired &&
    !subscription &&
    auth.loginFields.map(({ name }) => name).join() === 'username,password',
);

/** What an account of a test company is like. Nothing here waits for a user for good. */
const statuses = [
  ...(['', 'upcoming', 'upcoming', 'payment-declined', 'payment-with-fee'] as const),
  ...(['payment-request-lost', 'payment-request-lost', 'payment-shown-late'] as const),
  ...(['payment-accepted', 'payment-returned', 'payment-returned-twice'] as const),
  ...(['payment-returned-by-mistake', 'payment-balance-empty'] as const),
  ...(['posts-late', 'due-date-moves', 'statement-named', 'due-date-cleared'] as const),
];
const cards = ['4111111111111111', '4111111111111111', '4000000000000002', '5555555555554444'];
const dueInDays = [12, 3, 25, -4, 1, 6];
const balances = ['100.00', '35.50', '100.00', '0'];
const faults: readonly CompanyFault[] = ['answer-lost', 'unknown', 'unreachable'];

const cardGiven = (cardNumber: string) => ({
  ...{ paymentType: 'card', name: 'Ada Lovelace', cardNumber, cardCode: '123' },
  ...{ expMonth: '12', expYear: '2040', zipcode: '94107' },
});

function drawForm(chance: Chance) {
  const balance = chance.pick(balances);
  const days = chance.pick(dueInDays);
  const status = chance.pick(statuses);
  // A form of a past date that is upcoming is refused.
  return { balance, dueDate: usDay(START, status === 'upcoming' ? Math.abs(days) : days), status };
}

/** Clients, cards and links, with which every history of the story begins. */
export async function setUp(world: World, chance: Chance): Promise<Cast> {
  const isShared = chance.happens(0.2);
  const company: CompanyRecord = chance.pick(isShared ? shared : byForm);
  const form: Record<string, string> = isShared
    ? { username: 'ada', password: 'any' }
    : drawForm(chance);
  const count = isShared ? 2 : 1;
  const call = async (name: OperationName, given: Readonly<Record<string, unknown>>) => {
    const came = await doAct(world, { kind: 'call', name, given });
    if (came?.status !== 200) throw new Error(`A story cannot begin: ${name} ${came?.code}`);
    return came.body;
  };
  const clientIds: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const { clientId } = await call('createClient', { identifier: `client ${number}` });
    clientIds.push(String(clientId));
    for (let left = chance.between(1, 2); left > 0; left -= 1) {
      await call('addPaymentMethod', { clientId, ...cardGiven(chance.pick(cards)) });
    }
    const link = { clientId, companyId: company._id, items: ['bill'], form };
    await call('createAuth', link);
    for (let [task] = runnable(world); task; [task] = runnable(world)) {
      await doAct(world, { kind: 'task', execution: task.name });
    }
  }
  return { clientIds, companyId: company._id, form, hasKeys: chance.happens(0.5) };
}

/** The acts of a story after that, each done by who asks for the next one. */
export async function* actsOf(
  world: World,
  cast: Cast,
  chance: Chance,
): AsyncGenerator<Step, void, Came | undefined> {
  for (let moves = chance.between(2, 4); moves > 0; moves -= 1) {
    const act = moveOf(world, cast, chance);
    if (act) yield { act };
    if (chance.happens(0.85)) yield* tasksOf(world, chance);
    world.now += chance.pick([0, 20_000, 10 * MINUTE, 2 * HOUR, DAY, 4 * DAY]);
    if (chance.happens(0.6)) {
      yield* sweepsOf(world, 'startDueWork');
      yield* tasksOf(world, chance);
    }
    if (chance.happens(0.1)) yield* sweepsOf(world, 'refreshBills');
  }
}

async function* tasksOf(world: World, chance: Chance): AsyncGenerator<Step, void> {
  // A workflow that goes on at once has few tasks; the rest comes with time.
  for (let left = 12; left > 0; left -= 1) {
    const [execution] = runnable(world);
    if (!execution) return;
    const company = chance.happens(0.15) ? chance.pick(faults) : undefined;
    yield { act: { kind: 'task', execution: execution.name }, company };
  }
}

/** The part of a sweep that each of its shards is in. */
const partsOf = (shards: number, nameOf: (number: number) => string) =>
  new Map(
    Array.from({ length: PARTS }, (_, part) => part).flatMap((part) =>
      shardsOf({ part, parts: PARTS, shards }, nameOf).map((shard) => [shard, part]),
    ),
  );
const partOf: Readonly<Record<SweepName, ReadonlyMap<string, number>>> = {
  startDueWork: partsOf(DUE_SHARDS, dueShard),
  refreshBills: partsOf(REFRESH_SHARDS, refreshShard),
};

/** Parts of a sweep for which something is due: the others would do nothing. */
export function partsDue({ table, now }: World, name: SweepName = 'startDueWork'): number[] {
  const upTo = instantText(now);
  const due = table.due().filter(({ dueAt }) => String(dueAt) <= upTo);
  const parts = due.map(({ dueShard: shard }) => partOf[name].get(String(shard)));
  return [...new Set(parts.filter((part) => part !== undefined))];
}

function* sweepsOf(world: World, name: SweepName): Generator<Step, void> {
  for (const part of partsDue(world, name)) yield { act: { kind: 'sweep', name, part } };
}

type Move = (world: World, cast: Cast, chance: Chance) => Omit<CallAct, 'kind'> | undefined;

const onBill =
  (make: (bill: BillRecord, world: World, chance: Chance) => Omit<CallAct, 'kind'>): Move =>
  (world, _, chance) => {
    const bills = recordsOf<BillRecord>(world, 'bill_');
    return bills.length > 0 ? make(chance.pick(bills), world, chance) : undefined;
  };

const methodsOf = (world: World, clientId: string) =>
  recordsOf<PaymentMethodRecord>(world, 'pm_').filter((one) => one.clientId === clientId);

const linkGiven = ({ companyId, form }: Cast, clientId: string, items: readonly string[]) => ({
  ...{ clientId, companyId, form, items },
});

/** How often each is, and what it is. */
const moves: readonly (readonly [weight: number, Move])[] = [
  [8, onBill(({ _id: billId }) => ({ name: 'schedulePayment', given: { billId } }))],
  [
    2,
    onBill(({ _id: billId }, _, chance) => ({
      name: 'schedulePayment',
      given: { billId, maxAmount: chance.pick(['5.00', '50.00', '200.00']) },
    })),
  ],
  [
    4,
    onBill(({ _id: billId }, { now }, chance) => ({
      name: 'schedulePayment',
      given: { billId, date: dayAfter(now, chance.between(0, 5)) },
    })),
  ],
  [
    2,
    onBill(({ _id: billId }, _, chance) => ({
      name: 'schedulePayment',
      given: { billId, amount: chance.pick(['10.00', '30.00']) },
    })),
  ],
  [3, onBill(({ _id: billId }) => ({ name: 'cancelPayment', given: { billId } }))],
  [
    3,
    onBill(({ _id: billId }, _, chance) => ({
      name: 'updatePaymentSettings',
      given: {
        billId,
        ...chance.pick([
          { recurring: 'enabled' },
          { recurring: 'enabled', skipCycle: true },
          { recurring: 'disabled' },
          { schedule: 'immediately' },
          { schedule: 'day-before' },
        ]),
      },
    })),
  ],
  [
    2,
    onBill(({ _id: billId }, _, chance) => ({
      name: 'customizeBill',
      given: { billId, customPaymentAmount: chance.pick(['10.00', '30.00', null]) },
    })),
  ],
  [
    3,
    onBill(({ _id: billId, clientId }, world, chance) => ({
      name: 'assignPaymentMethod',
      given: { billId, paymentMethodId: chance.pick(methodsOf(world, clientId))?._id ?? 'none' },
    })),
  ],
  [
    2,
    (_, { clientIds }, chance) => ({
      name: 'addPaymentMethod',
      given: {
        ...{ clientId: chance.pick(clientIds), setAsDefault: chance.happens(0.5) },
        ...cardGiven(chance.pick(cards)),
      },
    }),
  ],
  [
    2,
    (world, { clientIds }, chance) => {
      const [method] = chance.shuffled(methodsOf(world, chance.pick(clientIds)));
      const name = chance.pick(['makeMethodDefault', 'retryPaymentMethod', 'deletePaymentMethod']);
      return method && { name: name as OperationName, given: { paymentMethodId: method._id } };
    },
  ],
  [1, onBill(({ auth }) => ({ name: 'deleteAuth', given: { authId: auth._id } }))],
  [
    2,
    (_, cast, chance) => ({
      name: 'createAuth',
      given: linkGiven(cast, chance.pick(cast.clientIds), ['bill']),
    }),
  ],
  [
    2,
    (_, cast, chance) => ({
      name: 'createAuth',
      given: linkGiven(cast, chance.pick(cast.clientIds), ['bill', 'payment']),
    }),
  ],
  [
    2,
    (_, cast, chance) => ({
      name: 'createAuth',
      given: {
        ...linkGiven(cast, chance.pick(cast.clientIds), ['bill', 'payment']),
        meta: { amount: chance.pick(['10.00', '30.00']) },
      },
    }),
  ],
];
const allMoves = moves.flatMap(([weight, move]) => Array.from({ length: weight }, () => move));

/** What a user or partner does next; nothing where nothing fits. */
export function moveOf(world: World, cast: Cast, chance: Chance): CallAct | undefined {
  const move = chance.pick(allMoves)(world, cast, chance);
  const key = cast.hasKeys ? `key-${chance.between(0, 1e9)}` : undefined;
  return move && { kind: 'call', ...move, ...(key && { key }) };
}
