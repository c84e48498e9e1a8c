/**
 * The commands of a walk. A command is a name and three numbers, and does something in whatever state
 * it meets: so any part of a walk is a walk.
 */
import fc from 'fast-check';
import type { Call } from './call.ts';
import { DAY, HOUR, MINUTE, START } from './clock.ts';
import type { Execution } from './executions.ts';
import type { CompanyFault, Plan, WriteFault } from './faults.ts';
import { at } from './givens.ts';
import {
  linkAgain,
  linkSettling,
  type Numbers,
  type PartnerCall,
  partnerCallNames,
  partnerCalls,
  paySettling,
} from './partner-calls.ts';
import {
  call,
  callBoth,
  changeEndpoint,
  deliver,
  note,
  refreshOnce,
  step,
  stepBoth,
  stepTwice,
  sweepOnce,
  type Walk,
} from './walk.ts';

export type Command = readonly [CommandName, ...Numbers];

type Run = (walk: Walk, numbers: Numbers) => Promise<unknown>;

const sceneOf = ({ model, service, spent }: Walk) => ({
  ...{ model, now: service.now, from: START },
  spend: (clientId: string, activity: keyof typeof mostByToken) => {
    const key = `${clientId} ${activity}`;
    const count = (spent.get(key) ?? 0) + 1;
    if (count > mostByToken[activity]) return false;
    spent.set(key, count);
    return true;
  },
});

/** Calls of a client in a walk: below what it may do in an hour, even if each is made twice. */
const mostByToken = { link: 5, 'payment-method': 2 } as const;

const callsByName = Object.fromEntries(
  partnerCallNames.map((name): [string, Run] => [
    name,
    (walk, numbers) => call(walk, partnerCalls[name](sceneOf(walk), numbers)),
  ]),
) as Record<PartnerCall, Run>;

const writeFaults: readonly WriteFault[] = ['crash-before', 'crash-after', 'raced'];
const companyFaults: readonly CompanyFault[] = ['answer-lost', 'unreachable', 'unknown', 'late'];

function planOf(number: number): Plan {
  if (number % 3 === 0) return { company: at(companyFaults, number >> 2) };
  return { write: { at: 1 + ((number >> 2) % 2), fault: at(writeFaults, number >> 3) } };
}

/** One that can go on now. */
function runnable({ service }: Walk, number: number): Execution | undefined {
  const ready = [...service.executions.values()].filter(
    ({ ended, waitsUntil }) => !ended && waitsUntil <= service.now,
  );
  return ready.length > 0 ? at(ready, number) : undefined;
}

const withExecution =
  (run: (walk: Walk, execution: Execution, numbers: Numbers) => Promise<unknown> | unknown): Run =>
  async (walk, numbers) => {
    const execution = runnable(walk, numbers[0]);
    if (execution) await run(walk, execution, numbers);
  };

/** Runs what can run now, each to its end or to a wait. */
export async function runAll(walk: Walk): Promise<void> {
  for (let left = 200; left > 0; left -= 1) {
    const execution = runnable(walk, 0);
    if (!execution) return;
    await step(walk, execution);
  }
  throw new Error('Workflows go on and on');
}

const callAmidFault: Run = (walk, [a, b, c]) =>
  call(walk, partnerCalls[at(partnerCallNames, a)](sceneOf(walk), [b, c, a >> 3]), {
    write: { at: 1 + ((a >> 5) % 8 === 7 ? 1 : 0), fault: at(writeFaults, c) },
  });

const callUnstarted: Run = (walk, [a, b, c]) => {
  const starting: PartnerCall[] = ['payNow', 'createAuth', 'retryPaymentMethod', 'fixHold'];
  const given = partnerCalls[at(starting, a)](sceneOf(walk), [b, c, a >> 2]);
  return call(walk, given, { starts: 'refused' });
};

/** Which of two came last, nobody can tell: their ids are random, or what they left is sealed. */
const alike: readonly string[] = [
  'addPaymentMethod',
  'createAuth',
  'answerQuestions',
  'answerStep',
];

async function callPair(walk: Walk, one: Call, other: Call, turns: number): Promise<void> {
  const unclear = one.name === other.name && alike.includes(one.name);
  if (!unclear) await callBoth(walk, [one, other], turns);
}

const callTwice: Run = (walk, [a, b, c]) => {
  const one = partnerCalls[at(partnerCallNames, a)](sceneOf(walk), [b, c, a >> 3]);
  return callPair(walk, one, one, c);
};

const callBeside: Run = (walk, [a, b, c]) => {
  const one = partnerCalls[at(partnerCallNames, a)](sceneOf(walk), [b, c, a >> 3]);
  const other = partnerCalls[at(partnerCallNames, c)](sceneOf(walk), [b, a, c >> 3]);
  return callPair(walk, one, other, a ^ b ^ c);
};

/** Unlinks an account and links it again, now and then with its bills read before anything else. */
const relink: Run = async (walk, [a, b]) => {
  const scene = sceneOf(walk);
  const standing = Object.values(walk.model.auths).filter(({ deleted }) => !deleted);
  const chosen = standing.length > 0 ? at(standing, a).id : '';
  const calls = linkAgain(scene, chosen, b);
  for (const one of calls ?? []) await call(walk, one);
  if (b % 4 > 0) await runAll(walk);
};

const dropExecution = withExecution((walk, execution) => {
  execution.ended = true;
  note(walk, `the execution ${execution.name} is lost`);
});

function advance(walk: Walk, milliseconds: number): void {
  walk.service.now += milliseconds;
  note(walk, `the clock: ${new Date(walk.service.now).toISOString()}`);
}

/** How often each comes, beside its work. */
const commands = {
  rest: [0, async () => undefined],
  runAll: [14, runAll],
  runOne: [10, withExecution((walk, execution) => step(walk, execution))],
  createAuth: [12, callsByName.createAuth],
  addPaymentMethod: [4, callsByName.addPaymentMethod],
  payNow: [12, callsByName.payNow],
  payLater: [7, callsByName.payLater],
  cancelPayment: [4, callsByName.cancelPayment],
  assignPaymentMethod: [5, callsByName.assignPaymentMethod],
  retryPaymentMethod: [4, callsByName.retryPaymentMethod],
  updatePaymentSettings: [2, callsByName.updatePaymentSettings],
  customizeBill: [6, callsByName.customizeBill],
  makeMethodDefault: [2, callsByName.makeMethodDefault],
  fixHold: [3, callsByName.fixHold],
  answerQuestions: [2, callsByName.answerQuestions],
  answerStep: [8, callsByName.answerStep],
  deleteAuth: [4, callsByName.deleteAuth],
  relink: [4, relink],
  deletePaymentMethod: [2, callsByName.deletePaymentMethod],
  sweep: [6, (walk) => sweepOnce(walk)],
  refresh: [3, (walk, [a]) => refreshOnce(walk, a % 3 === 0 ? { company: 'late' } : {})],
  refreshTwice: [1, (walk, [a]) => refreshOnce(walk, { turns: a }, 2)],
  refreshAmidFault: [1, (walk, [a]) => refreshOnce(walk, planOf(a))],
  sweepTwice: [2, (walk, [a]) => sweepOnce(walk, { turns: a }, 2)],
  sweepAmidFault: [2, (walk, [a]) => sweepOnce(walk, planOf(1 + 3 * a))],
  runAmidFault: [9, withExecution((walk, one, [, b]) => step(walk, one, planOf(b)))],
  runTwice: [3, withExecution((walk, execution) => stepTwice(walk, execution))],
  runBoth: [4, withExecution((walk, execution, [, b]) => stepBoth(walk, execution, b))],
  dropExecution: [3, dropExecution],
  callAmidFault: [5, callAmidFault],
  callUnstarted: [3, callUnstarted],
  callTwice: [3, callTwice],
  callBeside: [3, callBeside],
  seconds: [2, async (walk, [a]) => advance(walk, (1 + (a % 40)) * 1000)],
  minutes: [3, async (walk, [a]) => advance(walk, (1 + (a % 20)) * MINUTE)],
  hours: [3, async (walk, [a]) => advance(walk, (1 + (a % 30)) * HOUR)],
  days: [3, async (walk, [a]) => advance(walk, (1 + (a % 25)) * DAY)],
} as const satisfies Record<string, readonly [number, Run]>;

/** Walks about payments that end days later: an account for them, most often paid at once. */
const settlingCommands = {
  ...commands,
  settle: [
    24,
    async (walk, numbers) => {
      await call(walk, linkSettling(sceneOf(walk), numbers));
      await runAll(walk);
      if (numbers[2] % 3 > 0) await call(walk, paySettling(sceneOf(walk), numbers));
      if (numbers[2] % 5 > 0) await runAll(walk);
    },
  ],
  paySettling: [16, (walk, numbers) => call(walk, paySettling(sceneOf(walk), numbers))],
  twoDays: [24, async (walk, [a]) => advance(walk, (1 + (a % 3)) * DAY)],
  goOn: [
    24,
    async (walk) => {
      await sweepOnce(walk);
      await runAll(walk);
      await refreshOnce(walk);
    },
  ],
} as const satisfies Record<string, readonly [number, Run]>;

/** Walks whose partner has endpoints, to which everything that is told is sent meanwhile. */
const endpointCommands = {
  ...commands,
  deliver: [22, (walk, [a, b]) => deliver(walk, 256 * a + b)],
  changeEndpoint: [5, (walk, [a]) => changeEndpoint(walk, a)],
} as const satisfies Record<string, readonly [number, Run]>;

const allCommands = { ...settlingCommands, ...endpointCommands };

type CommandName = keyof typeof allCommands;

const number = fc.nat(255);

/** What walks are about: everything, above all payments that end days later, or also endpoints. */
export type Kind = 'all' | 'settling' | 'endpoints';

const commandsOf = { all: commands, settling: settlingCommands, endpoints: endpointCommands };

const namesOf = (of: Partial<Record<CommandName, readonly [number, Run]>>) =>
  fc.oneof(
    ...Object.entries(of).map(([name, [weight]]) => ({
      weight,
      arbitrary: fc.constant(name as CommandName),
    })),
  );

/** Sequences of `length` commands. */
export function sequences(length: number, kind: Kind = 'all'): fc.Arbitrary<Command[]> {
  const names = namesOf(commandsOf[kind]);
  const command = fc.tuple(names, number, number, number);
  return fc.array(command, { minLength: length, maxLength: length });
}

export async function runCommand(walk: Walk, [name, ...numbers]: Command): Promise<void> {
  await allCommands[name][1](walk, numbers as unknown as Numbers);
}
