/**
 * The whole service in this process, as the model's walks have it, with many clients and much at once.
 * Every charge is checked as it is made: the sum taken for an account never exceeds what it owed, nobody
 * is charged for what they did not agree to, and no payment is called failed that was taken.
 */
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import type { Charge } from '../model/company.ts';
import { type Execution, failTask, succeedTask, taskOf } from '../model/executions.ts';
import type { CompanyFault } from '../model/faults.ts';
import { type OperationName, operations, PARTS } from '../model/functions.ts';
import { openDirectory } from '../model/run-walks.ts';
import { callOperation, openService, type Service } from '../model/service.ts';

export const PARTNERS = [`ptn_${'0'.repeat(20)}`, `ptn_${'1'.repeat(20)}`] as const;
/** What each account of a battery owes: none comes to its next statement. */
const OWED_CENTS = 10_000;

/** Whether a charge was agreed to, as far as a battery knows. */
type Agreed = (payment: StoredPayment) => boolean;

export type Battery = {
  readonly service: Service;
  /** What was wrong, in words; empty in the end. */
  readonly wrongs: string[];
  /** What counts as agreed from now on. */
  agreed: Agreed;
  /** By a partner; by one of its clients where that is named. */
  readonly call: (
    name: OperationName,
    given: object,
    partnerId?: string,
    clientId?: string,
  ) => Promise<Called>;
  /** Runs what can run now, all of it at once. Answers how many tasks ran. */
  readonly runTasks: (turns?: number, company?: CompanyFault) => Promise<number>;
  readonly sweep: () => Promise<void>;
  readonly refresh: () => Promise<void>;
  readonly payments: () => StoredPayment[];
};

export type Called = { readonly status: number; readonly body: Record<string, unknown> };

export async function openBattery(seed: number, now: number): Promise<Battery> {
  const wrongs: string[] = [];
  const service = openService(await openDirectory(), { seed, now }, (charge, earlier) => {
    wrongs.push(...wrongsOf(battery, charge, earlier));
  });
  const battery: Battery = {
    service,
    wrongs,
    agreed: () => true,
    async call(name, given, partnerId = PARTNERS[0], clientId = undefined) {
      const [operation] = operations[name];
      const handler = service.functions.operations[name];
      const caller = { partnerId, ...(clientId !== undefined && { clientId }) };
      return callOperation(operation, handler, given as Record<string, unknown>, caller);
    },
    async runTasks(turns = 1, company) {
      const ready = [...service.executions.values()].filter(
        ({ ended, waitsUntil, waits }) => !ended && !waits && waitsUntil <= service.now,
      );
      await service.faults.during({ turns, company }, () =>
        Promise.all(ready.map((execution) => runTask(battery, execution))),
      );
      return ready.length;
    },
    sweep: () => runSweep(service, 'startDueWork'),
    refresh: () => runSweep(service, 'refreshBills'),
    payments: () => paymentsOf(service),
  };
  return battery;
}

async function runSweep(service: Service, name: 'startDueWork' | 'refreshBills'): Promise<void> {
  const parts = Array.from({ length: PARTS }, (_, part) => part);
  await Promise.all(parts.map((part) => service.functions.sweeps[name]({ part })));
}

async function runTask(battery: Battery, execution: Execution): Promise<void> {
  const { service, wrongs } = battery;
  const { task, input } = taskOf(execution);
  const tasks = service.functions.tasks as Record<string, (event: unknown) => Promise<unknown>>;
  try {
    const answer = await tasks[task]?.(input);
    succeedTask(execution, answer, service.now);
  } catch (error) {
    failTask(execution, error, service.now);
  }
  const paymentId = String(input.paymentId ?? '');
  if (paymentId) wrongs.push(...failedThoughTaken(battery, paymentId));
}

function paymentsOf({ table }: Service): StoredPayment[] {
  return [...table.partitions()].flatMap((pk) =>
    pk.startsWith('cl_')
      ? (table.partition(pk).filter(({ sk }) => String(sk).startsWith('pay_')) as never[])
      : [],
  );
}

function paymentOf({ table }: Service, paymentId: string): StoredPayment | undefined {
  const clientId = `cl_${paymentId.split('_')[1]}`;
  return table.partition(clientId).find(({ sk }) => sk === paymentId) as StoredPayment | undefined;
}

function wrongsOf(battery: Battery, charge: Charge, earlier: readonly Charge[]): string[] {
  const { paymentId, accountKey, companyId, amountCents, owedCents } = charge;
  const same = earlier.filter(
    (one) => one.accountKey === accountKey && one.companyId === companyId,
  );
  const taken = same.reduce((sum, one) => sum + one.amountCents, amountCents);
  const payment = paymentOf(battery.service, paymentId);
  // What was returned is owed again.
  const back = same
    .filter((one) => paymentOf(battery.service, one.paymentId)?.status === 'returned')
    .reduce((sum, one) => sum + one.amountCents, 0);
  const most = Math.min(OWED_CENTS + back, taken - amountCents + owedCents);
  return [
    ...(taken > most ? [`${taken} cents are taken of an account that owed ${most}`] : []),
    ...(payment?.status === 'pending' ? [] : [`${paymentId} is charged, and not under way`]),
    ...(payment && battery.agreed(payment) ? [] : [`Nobody agreed to ${paymentId}`]),
  ];
}

const failed: readonly string[] = ['declined', 'held', 'cancelled'];

function failedThoughTaken({ service }: Battery, paymentId: string): string[] {
  const payment = paymentOf(service, paymentId);
  const charged = service.companies.charges.some((one) => one.paymentId === paymentId);
  const called = [payment?.status, payment?.outcome?.kind].find((one) =>
    failed.includes(one ?? ''),
  );
  return charged && called ? [`${paymentId} is called ${called}, and was taken`] : [];
}

/** Nothing fails any more, and time goes on: until nothing is under way. */
export async function settle(battery: Battery, hours: number): Promise<void> {
  const { service } = battery;
  for (let hour = 0; hour < hours; hour += 1) {
    await battery.sweep();
    while ((await battery.runTasks()) > 0) await battery.sweep();
    service.now += 60 * 60 * 1000;
  }
  for (const payment of battery.payments()) {
    if (payment.status === 'pending') battery.wrongs.push(`${payment._id} is still under way`);
    battery.wrongs.push(...failedThoughTaken(battery, payment._id));
    const charged = service.companies.charges.find((one) => one.paymentId === payment._id);
    const isTaken = payment.status === 'paid' || payment.status === 'returned';
    if (isTaken !== (charged !== undefined))
      battery.wrongs.push(
        `${payment._id} is ${payment.status}, and ${charged?.amountCents} was taken`,
      );
    if (charged && charged.amountCents !== payment.amountCents)
      battery.wrongs.push(`${payment._id} is of ${payment.amountCents}, and another was taken`);
  }
}

/** A client with a card and an account at a test company, its bill read. */
export async function linkAccount(
  battery: Battery,
  given: {
    readonly name: string;
    readonly partnerId?: string;
    readonly companyId: string;
    readonly dueDate: string;
    readonly status?: string;
  },
) {
  const { name, partnerId, companyId, dueDate, status = 'verified' } = given;
  const call: Battery['call'] = (operation, body) => battery.call(operation, body, partnerId);
  const created = await call('createClient', { identifier: name });
  const clientId = String(created.body.clientId);
  await call('addPaymentMethod', { clientId, paymentType: 'card', ...card });
  const form = { balance: (OWED_CENTS / 100).toFixed(2), dueDate, status };
  const link = { clientId, companyId, items: ['bill'], form };
  const { body } = await call('createAuth', link);
  while ((await battery.runTasks()) > 0);
  const { body: listed } = await call('listBills', { clientId });
  const [entry] = listed.data as { bill: { _id: string } }[];
  if (!entry) throw new Error('The battery has no bill');
  return { clientId, authId: String(body.authId), billId: entry.bill._id, link, partnerId };
}

const card = {
  name: 'Ada Lovelace',
  cardNumber: '4111111111111111',
  cardCode: '123',
  expMonth: '12',
  expYear: '2040',
  zipcode: '94107',
};
