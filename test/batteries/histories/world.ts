/**
 * The service of one history, in this process. What a process does is an act: a call of an operation, a
 * task of a workflow, a part of a sweep. After each change of what outlives the process, all of it is kept,
 * so that a history in which the process died there begins with that, and not at the start.
 */
import { type Execution, failTask, succeedTask, taskOf } from '../../model/executions.ts';
import type { CompanyFault } from '../../model/faults.ts';
import { type OperationName, operations, type SweepName } from '../../model/functions.ts';
import {
  type Beyond,
  callOperation,
  type Kept,
  openService,
  runTaskAgain,
  type Service,
} from '../../model/service.ts';
import type { WalkTable } from '../../model/table.ts';
import { failuresThoughTaken, wrongsOfCharge } from './checks.ts';

const PARTNER_ID = `ptn_${'0'.repeat(20)}`;

/** A call; `key` is its `Idempotency-Key`. */
export type CallAct = {
  readonly kind: 'call';
  readonly name: OperationName;
  readonly given: Readonly<Record<string, unknown>>;
  readonly key?: string;
};

export type Act =
  | CallAct
  | { readonly kind: 'task'; readonly execution: string }
  | { readonly kind: 'sweep'; readonly name: SweepName; readonly part: number };

export type World = Service & {
  /** What was wrong, in words; empty in the end. */
  readonly wrongs: string[];
  readonly watch: Watch;
};

type Watch = {
  /** Calls of what is beyond the process, so far. */
  awaits: number;
  /** Called after each change of what outlives the process, which goes on when it is through. */
  changed: () => Promise<void> | void;
};

/** What a story and all of its histories have in common. */
export type Ground = { readonly directory: WalkTable; readonly tamper?: Tamper };

export type Tamper = (beyond: Beyond) => Beyond;

export function openWorld(
  { directory, tamper = (beyond) => beyond }: Ground,
  opening: Parameters<typeof openService>[1],
  wrongs: string[] = [],
): World {
  const watch: Watch = { awaits: 0, changed: () => {} };
  const service: Service = openService(
    directory,
    opening,
    (charge, earlier) => {
      wrongs.push(...wrongsOfCharge(service.table, charge, earlier));
    },
    (beyond) => watched(tamper(beyond), watch),
  );
  return Object.assign(service, { wrongs, watch });
}

/** Another process takes over from what is left of the one that died. */
export const goOnFrom = (ground: Ground, from: Kept, wrongs: string[] = []): World =>
  openWorld(ground, { from }, wrongs);

/** What a company, the table or a workflow does, it does whole: a process dies between two of them. */
function watched({ table, aws, connectorOf }: Beyond, watch: Watch): Beyond {
  const reads =
    <Given extends unknown[], T>(run: (...given: Given) => Promise<T>) =>
    (...given: Given) => {
      watch.awaits += 1;
      return run(...given);
    };
  const changes =
    <Given extends unknown[], T>(run: (...given: Given) => Promise<T>) =>
    async (...given: Given) => {
      watch.awaits += 1;
      const result = await run(...given);
      await watch.changed();
      return result;
    };
  const { kms, stepFunctions } = aws as never as Record<'kms' | 'stepFunctions', Sender>;
  return {
    table: {
      ...table,
      get: reads(table.get) as typeof table.get,
      query: reads(table.query) as typeof table.query,
      write: changes(table.write),
    },
    aws: {
      ...aws,
      kms: { send: reads(kms.send) } as never,
      stepFunctions: { send: changes(stepFunctions.send) } as never,
    },
    connectorOf: (company) => {
      const connector = connectorOf(company);
      const { logIn, listBills, pay, findPayment } = connector;
      return {
        ...connector,
        logIn: changes(logIn),
        listBills: changes(listBills),
        pay: changes(pay),
        findPayment: changes(findPayment),
      };
    },
  };
}

type Sender = { readonly send: (command: never) => Promise<unknown> };

/** What a call was answered. */
export type Came = {
  readonly status: number;
  readonly code: string;
  readonly body: Readonly<Record<string, unknown>>;
};

/** Does it to its end. Returns what its caller was answered; nothing of a task or a sweep. */
export async function doAct(
  world: World,
  act: Act,
  company?: CompanyFault,
): Promise<Came | undefined> {
  return world.faults.during({ company }, async () => {
    if (act.kind === 'call') return callAct(world, act);
    if (act.kind === 'sweep') {
      await world.functions.sweeps[act.name]({ part: act.part });
      return undefined;
    }
    const execution = world.executions.get(act.execution);
    if (execution && canRun(world, execution)) await runTask(world, execution);
    return undefined;
  });
}

/**
 * Begins an act in a process that stops after so many changes, and goes on when it is let: whoever waited
 * for it has given it up meanwhile, and hears nothing of it.
 * @returns what lets it go on, and waits for its end.
 */
export async function doHalf(
  world: World,
  act: Act,
  changes: number,
): Promise<() => Promise<void>> {
  const goesOn = Promise.withResolvers<void>();
  const stands = Promise.withResolvers<void>();
  let left = changes;
  world.watch.changed = () => {
    left -= 1;
    if (left !== 0) return undefined;
    world.watch.changed = () => {};
    stands.resolve();
    return goesOn.promise;
  };
  // Nothing that one process waits for in its memory is waited for by another.
  const slow = Object.assign(Object.create(world), { functions: world.inAnotherProcess() });
  const ended = doUnheard(slow as World, act).finally(stands.resolve);
  await stands.promise;
  world.watch.changed = () => {};
  return () => {
    goesOn.resolve();
    return ended;
  };
}

async function doUnheard(world: World, act: Act): Promise<void> {
  const execution = act.kind === 'task' ? world.executions.get(act.execution) : undefined;
  if (execution) await runTaskAgain(world, execution);
  else await doAct(world, act).catch(() => undefined);
}

async function callAct(world: World, { name, given, key }: CallAct): Promise<Came> {
  const [operation] = operations[name];
  const handler = world.functions.operations[name];
  const caller = { partnerId: PARTNER_ID, idempotencyKey: key };
  const { status, body } = await callOperation(operation, handler, given, caller);
  const code = status === 200 ? 'ok' : String(body.code);
  if (status >= 500 && !mayFail.has(code)) world.wrongs.push(`${name} returned ${status} ${code}`);
  return { status, code, body };
}

const mayFail: ReadonlySet<string> = new Set(['request_conflict', 'service_unavailable']);

const canRun = ({ now }: World, { ended, waits, waitsUntil }: Execution) =>
  !ended && !waits && waitsUntil <= now;

export function runnable(world: World): Execution[] {
  return [...world.executions.values()].filter((execution) => canRun(world, execution));
}

async function runTask(world: World, execution: Execution): Promise<void> {
  const { task, input } = taskOf(execution);
  const tasks = world.functions.tasks as Record<string, (event: unknown) => Promise<unknown>>;
  try {
    const answer = await tasks[task]?.(input);
    succeedTask(execution, answer, world.now);
  } catch (error) {
    failTask(execution, error, world.now);
  }
  if (input.paymentId) world.wrongs.push(...failuresThoughTaken(world, String(input.paymentId)));
}

/**
 * Does an act, and keeps what would be left if its process had died: before it began, and after each
 * change that it made. Between two changes it leaves the same, wherever it dies.
 */
export async function doKeeping(
  world: World,
  act: Act,
  company?: CompanyFault,
): Promise<{ readonly left: readonly Kept[]; readonly came: Came | undefined }> {
  const left: Kept[] = [world.keep()];
  world.watch.changed = () => {
    left.push(world.keep());
  };
  try {
    return { came: await doAct(world, act, company), left };
  } finally {
    world.watch.changed = () => {};
  }
}
