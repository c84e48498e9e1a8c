/** A household: clients with a card, the accounts that they link, and the service that pays them. */

import { addDays, dayOf, instantText } from '@billhook/core/base/dates';
import {
  DUE_SHARDS,
  dueShard,
  REFRESH_SHARDS,
  refreshShard,
  rootKey,
} from '@billhook/core/base/table-keys';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { companyOf } from '@billhook/core/sandbox/company-row';
import { shardsOf } from '@billhook/runtime/table/sweep-shards';
import { walkAws } from '../aws.ts';
import { START } from '../clock.ts';
import type { Execution } from '../executions.ts';
import { type Faults, newFaults } from '../faults.ts';
import {
  type Functions,
  type OperationName,
  openFunctions,
  operations,
  PARTS,
  type SweepName,
} from '../functions.ts';
import { newLimits } from '../limits.ts';
import { seededBytes } from '../random.ts';
import { type Called, callOperation, runTask } from '../service.ts';
import { PARTNER_ID } from '../state.ts';
import { type WalkTable, walkTable } from '../table.ts';
import { type Account, type Evidence, statementsOf, type Traits } from './account.ts';
import { type Book, newBook } from './book.ts';
import { type Chance, chanceOf } from './chance.ts';
import { type CompanyRules, newYearCompanies, type YearCompanies } from './companies.ts';
import { newYearFaults, type YearFaults } from './faults.ts';
import { Violation } from './violation.ts';
import { newWatch, type Watch } from './watch.ts';

/** An account as one client has it linked, or not just now. */
export type Link = { readonly clientId: string; readonly account: Account; authId?: string };

export type Household = {
  readonly seed: number;
  readonly kind: 'one-link' | 'two-links';
  readonly table: WalkTable;
  readonly functions: Functions;
  readonly faults: Faults;
  readonly executions: Map<string, Execution>;
  now: number;
  readonly chance: Chance;
  readonly met: YearFaults;
  readonly companies: YearCompanies;
  readonly book: Book;
  readonly watch: Watch;
  readonly clients: string[];
  readonly links: Link[];
};

const ACCOUNTS = 3;
/** Companies may fall silent in the last part of the year: what they were paid last is never known. */
export const SILENT_FROM_DAY = 250;
const MAX_SILENT = 2;

/** One company an account, with and without parts of what is owed. */
const companies = Array.from({ length: ACCOUNTS }, (_, index) => {
  const common = { categories: ['utilities'] as const };
  return {
    parts: companyOf({ ...common, name: `Year Parts ${index}`, customAmount: 'up-to-balance' }),
    whole: companyOf({ ...common, name: `Year Whole ${index}` }),
  };
});

export async function openYearDirectory(): Promise<WalkTable> {
  const directory = walkTable(newFaults());
  for (const company of companies.flatMap(({ parts, whole }) => [parts, whole]))
    await directory.write([{ put: { ...rootKey(company._id), company } }]);
  return directory;
}

export function openHousehold(base: WalkTable, seed: number, rules: CompanyRules): Household {
  const chance = chanceOf(seed);
  const faults = newFaults();
  const clock = () => household.now;
  const random = seededBytes(seed);
  const table = walkTable(faults, { base, clock, random });
  const executions = new Map<string, Execution>();
  const limits = newLimits();
  const met = newYearFaults(chance);
  const book = newBook();
  const watch = newWatch(book, {
    payment: (id) => recordOf<StoredPayment>(household, id),
    now: clock,
    today: () => dayOf(clock()),
  });
  const accounts = accountsOf(chance);
  const yearCompanies = newYearCompanies({
    ...{ accounts, chance, faults: met, limits, watch, rules, clock },
    mayFallSilent: () =>
      household.now > START + SILENT_FROM_DAY * 86_400_000 && met.met['never-tells'] < MAX_SILENT,
  });
  const aws = walkAws(() => household);
  const { limitTime } = limits;
  const connectorOf = () => yearCompanies.connector;
  const household: Household = {
    ...{ seed, table, faults, executions, now: START, chance, met, book, watch },
    kind: seed % 2 === 0 ? 'one-link' : 'two-links',
    functions: openFunctions({ table, clock, random, limitTime, aws, connectorOf }),
    companies: yearCompanies,
    clients: [],
    links: [],
  };
  return household;
}

/** One with confirmations, so that what its user pays there can be told from what we pay. */
function accountsOf(chance: Chance): Account[] {
  const others = chance.shuffled<Evidence>(['confirmations', 'listed', 'last', 'balance']);
  return companies.map(({ parts, whole }, index): Account => {
    const evidence = index === 0 ? 'confirmations' : (others[index] ?? 'listed');
    const takesParts = index === 0 || chance.happens(0.7);
    const traits: Traits = {
      evidence,
      takesParts,
      names: chance.pick(['always', 'never', 'later']),
      datesByPosting: chance.happens(0.3),
      clearsDueDate: index === 1 || chance.happens(0.3),
      // So late that what is paid on the day is carried into the next statement.
      dueAfter: index === 2 ? 28 : chance.between(12, 26),
    };
    const { _id: companyId } = takesParts ? parts : whole;
    const first = addDays(dayOf(START), -chance.between(0, 5));
    return {
      ...{ companyId, username: `user-${index}`, key: `${companyId}/${index}`, traits },
      statements: statementsOf(first, chance, traits),
      taken: [],
      silent: false,
    };
  });
}

export async function call(
  { functions }: Household,
  name: OperationName,
  given: Readonly<Record<string, unknown>>,
): Promise<Called> {
  const [operation] = operations[name];
  return callOperation(operation, functions.operations[name], given, { partnerId: PARTNER_ID });
}

/** A record by its id, which names its client. */
export function recordOf<T>({ table }: Pick<Household, 'table'>, id: string): T | undefined {
  const rows = table.partition(`cl_${id.split('_')[1]}`);
  return rows.find(({ sk }) => sk === id) as T | undefined;
}

function recordsOf<T>({ table }: Household, clientId: string, kind: string): T[] {
  return table.partition(clientId).filter(({ sk }) => String(sk).startsWith(`${kind}_`)) as T[];
}

export const billsOf = (household: Household, clientId: string) =>
  recordsOf<BillRecord>(household, clientId, 'bill').filter(({ deletedAt }) => !deletedAt);

export const paymentsOf = (household: Household, clientId: string) =>
  recordsOf<StoredPayment>(household, clientId, 'pay');

export const methodsOf = (household: Household, clientId: string) =>
  recordsOf<PaymentMethodRecord>(household, clientId, 'pm');

export function accountOf({ companies: { accounts } }: Household, bill: BillRecord): Account {
  const found = accounts.find(({ companyId }) => companyId === bill.companyId);
  if (!found) throw new Error('A bill is of no account of the household');
  return found;
}

/**
 * Does what is due by now, to its end: readings, payments, what the companies get late. Returns whether
 * there was anything.
 */
export async function work(household: Household): Promise<boolean> {
  const { table, functions, companies: there, watch } = household;
  there.arrive();
  for (let rounds = 0; rounds < 50; rounds += 1) {
    const due = dueNow(household);
    const ready = readyNow(household);
    if (due.length === 0 && ready.length === 0) return rounds > 0;
    for (const run of new Set(due.map(({ dueShard }) => String(dueShard)))) {
      const { sweep, part } = sweepOf(run);
      await functions.sweeps[sweep]({ part });
    }
    table.takeServed();
    table.takeWritten();
    for (const execution of readyNow(household)) await runTask(household, execution);
    if (watch.wrongs[0]) throw new Violation(watch.wrongs[0]);
  }
  const stuck = dueNow(household).map(({ sk }) => sk);
  throw new Violation(`Work goes on and on: ${stuck.join()}`);
}

/** Which run of which sweep looks at a shard: the others would find nothing. */
function sweepOf(shard: string): { readonly sweep: SweepName; readonly part: number } {
  const found = runs.find(({ shards }) => shards.includes(shard));
  if (!found) throw new Error('No sweep looks at a shard that something is due in');
  return found;
}

const runs = Array.from({ length: PARTS }, (_, part) => [
  {
    ...{ sweep: 'startDueWork' as const, part },
    shards: shardsOf({ part, parts: PARTS, shards: DUE_SHARDS }, dueShard),
  },
  {
    ...{ sweep: 'refreshBills' as const, part },
    shards: shardsOf({ part, parts: PARTS, shards: REFRESH_SHARDS }, refreshShard),
  },
]).flat();

function dueNow({ table, now }: Household) {
  const text = instantText(now);
  return table.due().filter(({ dueAt }) => String(dueAt) <= text);
}

function readyNow({ executions, now }: Household): Execution[] {
  const ready: Execution[] = [];
  for (const execution of executions.values())
    if (!execution.ended && execution.waitsUntil <= now) ready.push(execution);
  return ready;
}
