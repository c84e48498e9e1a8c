/** Runs walks, each known by its number; of one that diverges, the shortest part that still does. */

import { rootKey } from '@billhook/core/base/table-keys';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import fc from 'fast-check';
import { ceilingsItem } from './ceilings.ts';
import { type Command, type Kind, runCommand, sequences } from './commands.ts';
import { newFaults } from './faults.ts';
import { finish } from './finish.ts';
import { operations } from './functions.ts';
import { checkPayDates } from './pay-dates.ts';
import { openPostOffice } from './post-office.ts';
import { callOperation, takeOverProcess } from './service.ts';
import { PARTNER_ID } from './state.ts';
import { type WalkTable, walkTable } from './table.ts';
import { newWalk, type Walk } from './walk.ts';

const STEPS = 50;
/** The fourth begins without anything. */
const CLIENTS = 4;

export type Tally = {
  sequences: number;
  steps: number;
  tasks: number;
  charges: number;
  declines: number;
  accepted: number;
  returned: number;
  withoutBalance: number;
  refusals: number;
  faults: number;
  /** Events that endpoints accepted, each once for each endpoint; how often again; deliverers that died. */
  arrived: number;
  arrivedAgain: number;
  deaths: number;
  milliseconds: number;
};

/** What a walk did, line for line: its commands are those of `number`, its ids those of `ids`. */
export async function trailOf(number: number, ids = number): Promise<readonly string[]> {
  const giveBack = takeOverProcess();
  try {
    const [commands = []] = fc.sample(sequences(STEPS), { seed: number, numRuns: 1 });
    const { walk, problem } = await run(await openLowDirectory(), ids, commands);
    if (problem) throw problem;
    return walk.trail;
  } finally {
    giveBack();
  }
}

/** A run goes on after a walk that diverges, since the next may have another cause. */
const MOST_EXPLAINED = 5;

/** Walks `from` to `to`, the last not included. @throws Error that says how to repeat those that diverged. */
export async function runWalks(from: number, to: number, kind?: Kind): Promise<Tally> {
  const started = performance.now();
  const giveBack = takeOverProcess();
  const tally = {
    sequences: 0,
    steps: 0,
    tasks: 0,
    charges: 0,
    declines: 0,
    accepted: 0,
    returned: 0,
    withoutBalance: 0,
    refusals: 0,
    faults: 0,
    ...{ arrived: 0, arrivedAgain: 0, deaths: 0 },
  };
  try {
    const directory = await openLowDirectory();
    const arbitrary = sequences(STEPS, kind);
    const explained: string[] = [];
    for (let seed = from; seed < to; seed += 1) {
      const [commands = []] = fc.sample(arbitrary, { seed, numRuns: 1 });
      const walked = await run(directory, seed, commands, kind);
      if (walked.problem) {
        explained.push(await explain(directory, seed, commands, walked, kind));
        if (explained.length === MOST_EXPLAINED) break;
      }
      count(tally, walked.walk);
    }
    if (explained.length > 0) throw new Error(explained.join('\n\n'));
    return { ...tally, milliseconds: Math.round(performance.now() - started) };
  } finally {
    giveBack();
  }
}

function count(
  tally: Omit<Tally, 'milliseconds'>,
  { service, model, counts, postOffice }: Walk,
): void {
  tally.sequences += 1;
  tally.steps += STEPS;
  tally.tasks += counts.tasks;
  tally.charges += service.companies.charges.length;
  tally.declines += service.companies.declines();
  const payments = Object.values(model.payments);
  tally.accepted += payments.filter(({ accepted }) => accepted).length;
  tally.returned += payments.filter(({ status }) => status === 'returned').length;
  tally.withoutBalance += service.companies.withoutBalance();
  tally.refusals += counts.refusals;
  tally.faults += service.faults.count();
  tally.arrived += postOffice?.counts.arrived ?? 0;
  tally.arrivedAgain += postOffice?.counts.again ?? 0;
  tally.deaths += postOffice?.counts.deaths ?? 0;
}

/** The companies, with the ceilings of the operator's defaults. */
export async function openDirectory(): Promise<WalkTable> {
  const directory = walkTable(newFaults());
  for (const company of sandboxCompanies) {
    await directory.write([{ put: { ...rootKey(company._id), company } }]);
  }
  return directory;
}

/** The same with ceilings so low that walks meet them. */
async function openLowDirectory(): Promise<WalkTable> {
  const directory = await openDirectory();
  await directory.write([{ put: ceilingsItem }]);
  return directory;
}

type Walked = { readonly walk: Walk; readonly problem?: unknown };

async function run(
  directory: WalkTable,
  seed: number,
  commands: readonly Command[],
  kind?: Kind,
): Promise<Walked> {
  const walk = newWalk(directory, seed);
  try {
    if (kind === 'endpoints') walk.postOffice = await openPostOffice(walk.service.now);
    await addClients(walk);
    for (const command of commands) {
      walk.trail.push(command.join(' '));
      await runCommand(walk, command);
      checkPayDates(walk.service.table, walk.model, walk.service.now);
    }
    walk.trail.push('finish');
    await finish(walk);
    await walk.postOffice?.takeIn(walk.service.table.events(), walk.service.now);
    await walk.postOffice?.finish();
    return { walk };
  } catch (problem) {
    return { walk, problem };
  }
}

async function addClients(walk: Walk): Promise<void> {
  const [operation] = operations.createClient;
  const handler = walk.service.functions.operations.createClient;
  for (let number = 1; number <= CLIENTS; number += 1) {
    const given = { identifier: `client-${number}` };
    const { body } = await callOperation(operation, handler, given, { partnerId: PARTNER_ID });
    const id = String(body.clientId);
    walk.model.clients[id] = { id };
  }
  for (const command of beginning) await runCommand(walk, command);
  // Always the same, and known.
  walk.trail.length = 0;
}

/** Each client has a card, two of them the same account at a company, and one a test company's. */
const beginning: readonly Command[] = [
  ['addPaymentMethod', 0, 0, 1],
  ['addPaymentMethod', 1, 0, 1],
  // The third one's default is declined, and another may be assigned.
  ['addPaymentMethod', 2, 1, 1],
  ['addPaymentMethod', 2, 2, 1],
  ['createAuth', 0, 1, 0],
  ['createAuth', 1, 1, 0],
  ['createAuth', 2, 0, 0],
  ['runAll', 0, 0, 0],
];

const MAX_TRAIL = 60;

/** Without the ids' own length, and of what goes on and on the beginning. */
function shorten(trail: readonly string[]): string[] {
  const lines = trail
    .slice(0, MAX_TRAIL)
    .map((line) => line.replaceAll(/(?<=_)\w{16}(?=\w{4}_)/g, ''));
  return trail.length > MAX_TRAIL ? [...lines, `and ${trail.length - MAX_TRAIL} more`] : lines;
}

/**
 * Leaves out command after command, as long as what is left diverges too. A walk that diverges once
 * and not again is told as it was the first time.
 */
async function explain(
  directory: WalkTable,
  seed: number,
  commands: readonly Command[],
  first: Walked,
  kind?: Kind,
): Promise<string> {
  let kept = [...commands];
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < kept.length; ) {
      const fewer = kept.toSpliced(start, size);
      if ((await run(directory, seed, fewer, kind)).problem) kept = fewer;
      else start += size;
    }
  }
  const again = await run(directory, seed, kept, kind);
  const { walk, problem } = again.problem ? again : first;
  return [
    `Walk ${seed} diverges: ${problem}`,
    again.problem
      ? `Repeat it with MODEL_SEED=${seed} npm run tools -- model. The shortest part that diverges:`
      : 'Run again, it did not diverge: something in it is not decided by its number. It was:',
    ...shorten(walk.trail),
    ...(problem instanceof Error && problem.name !== 'Divergence' ? [String(problem.stack)] : []),
    'With POWERTOOLS_LOG_LEVEL=ERROR the functions say what they threw.',
  ].join('\n');
}
