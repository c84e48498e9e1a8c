/** The operator's command line: its options, its output, and how it ends. */
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { errors, type Failure, isFailure } from '@billhook/core/base/errors';
import { Command, CommanderError, Option } from 'commander';
import { type Stage, stageNames } from '../stacks/stage.ts';
import type { ApiWork } from './api-group.ts';
import { type Report, refusal, usageError, type Work } from './command-group.ts';
import { connect, type Place } from './connect.ts';
import { developerGroups, loadGroups, operatorGroups } from './groups.ts';
import { harmless, harmlessJson, harmlessText } from './harmless.ts';
import { takeTable, unwritable, useOf } from './other-table.ts';
import { findApi, patientFetch } from './reach-api.ts';

const EXIT_DONE = 0;
const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

const ROOT = join(import.meta.dirname, '../..');

const EPILOGUE = `
Without --stage, commands use the service that runs on this machine (npm start).
With --stage, they use a deployed stack, with your own AWS credentials and region.
Commands for partners call the API instead: the service on this machine with its first partner's
key, or --url and BILLHOOK_API_KEY.

Exit codes: 0 done, 1 rejected, failed or something left to do, 2 wrong usage.`;

type Globals = {
  readonly state: string;
  readonly stage?: Stage;
  readonly table?: string;
  readonly json?: boolean;
  readonly yes?: boolean;
};

/** Runs one command line. Answers the exit code. */
export async function runOperator(args: readonly string[]): Promise<number> {
  let failed = false;
  const program = await describe(args, (report) => {
    failed = report.failed ?? false;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return failed ? EXIT_FAILED : EXIT_DONE;
  } catch (error) {
    return explain(error, args.includes('--json'));
  }
}

async function describe(
  args: readonly string[],
  ended: (report: Report) => void,
): Promise<Command> {
  const program = new Command('billhook')
    .description(
      "The operator's command line: partners, keys, companies, audit, and partners' events.",
    )
    .option('--state <folder>', 'state folder of the service', join(ROOT, '.billhook'))
    .addOption(
      new Option('--stage <stage>', 'use a deployed stage instead').choices([...stageNames]),
    )
    .option('--table <name>', 'look at another table than the stage runs on: a restored one')
    .option('--json', 'print JSON')
    .option('--yes', 'do not ask before actions that cannot be undone')
    .addHelpText('after', EPILOGUE)
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(--help lists commands and options)')
    // Commander quotes what is too much: that may be a header's value that lacks its quotes.
    .configureOutput({
      outputError: (text, write) => write(text.replace(/( but got \d+): .*/s, '$1.\n')),
    })
    .exitOverride();
  program.commandsGroup('For the operator:');
  for (const add of await loadGroups(operatorGroups, args)) {
    add(program, (work) => async (...given) => {
      ended(await perform(program.opts<Globals>(), work, given));
    });
  }
  program.commandsGroup('For developers at partners:');
  for (const add of await loadGroups(developerGroups, args)) {
    add(program, (work) => async (...given) => {
      await performByApi(program.opts<Globals>(), work, given);
    });
  }
  return program;
}

/** Commander hands on the named arguments in order, then the options, then the command. */
function readGiven(given: readonly unknown[]): { names: string[]; options: Parameters<Work>[2] } {
  return {
    // One that may be left out is nothing then.
    names: given.slice(0, -2).flatMap((one) => [one ?? []].flat().map(String)),
    options: given.at(-2) as Parameters<Work>[2],
  };
}

async function performByApi(
  globals: Globals,
  work: ApiWork,
  given: readonly unknown[],
): Promise<void> {
  const { names, options } = readGiven(given);
  if (globals.stage) throw usageError('This command calls the API: pass --url, not --stage.');
  const { url, apiKey } = options as { url?: string; apiKey?: string };
  const place = findApi(resolve(globals.state), { url, apiKey }, process.env);
  const json = globals.json === true;
  const write = (line: string) => void process.stdout.write(`${harmless(line)}\n`);
  // Loads every contract, which the operator's own commands need not.
  const { createApiClient } = await import('../client/api-client.ts');
  const report = await work(
    {
      api: createApiClient({ ...place, fetch: patientFetch(place) }),
      baseUrl: place.baseUrl,
      json,
      print: write,
      // What a program reads is results alone.
      remark: json ? (line) => void process.stderr.write(`${harmless(line)}\n`) : write,
    },
    names,
    options,
  );
  if (report) print(report, json);
}

async function perform(globals: Globals, work: Work, given: readonly unknown[]): Promise<Report> {
  const { names, options } = readGiven(given);
  const place: Place = globals.stage
    ? { stage: globals.stage }
    : { stateDir: resolve(globals.state) };
  const { actor, stage } = await connect(place);
  const remark = (line: string) => void process.stderr.write(`${harmless(line)}\n`);
  const command = pathOf(given.at(-1) as Command);
  if (globals.table !== undefined) remark(await takeTable(globals.table, command));
  // Only now does the environment say which table it is.
  const { openTable } = await import('@billhook/runtime/table/table');
  // The stage first: nobody should take production for the sandbox.
  const confirm = (question: string) =>
    agree(harmless(`[${stage}] ${question}`), globals.yes === true);
  const retype = (what: string, expected: string, given?: string) =>
    agreeByName(harmless(`[${stage}] ${what}`), expected, given);
  const asking = { confirm, retype, remark };
  const opened = openTable();
  const isOnlyLooked = globals.table !== undefined && useOf(command) === 'looks';
  const table = isOnlyLooked ? unwritable(opened) : opened;
  const service = { table, aws: {}, actor, stage, now: Date.now(), ...asking };
  const outcome = await work(service, names, options);
  if (isFailure(outcome)) throw refusal(textOf(outcome));
  print(outcome, globals.json === true);
  return outcome;
}

/** `client erase`: what a command is called, without the program's name. */
function pathOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${pathOf(parent)} ${command.name()}` : command.name();
}

function print({ value, lines }: Report, json: boolean): void {
  process.stdout.write(json ? `${harmlessJson(value)}\n` : `${lines.map(harmless).join('\n')}\n`);
}

async function agree(question: string, yes: boolean): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY)
    throw usageError(`${question} Cannot ask without a terminal: pass --yes.`);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await prompt.question(`${question} (yes/no) `);
    if (answer.trim().toLowerCase() !== 'yes') throw refusal('Nothing was changed.');
  } finally {
    prompt.close();
  }
}

/** The second question of what could charge somebody twice: a `yes` is typed too easily. */
async function agreeByName(what: string, expected: string, given?: string): Promise<void> {
  if (given !== undefined) {
    if (given !== expected) throw usageError(`--confirm must be ${expected}`);
    return;
  }
  if (!process.stdin.isTTY)
    throw usageError(`${what} Cannot ask without a terminal: pass --confirm ${expected}.`);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await prompt.question(`${what} Type ${expected} to confirm: `);
    if (answer.trim() !== expected) throw refusal('Nothing was changed.');
  } finally {
    prompt.close();
  }
}

function textOf({ failure, detail, fields = [] }: Failure): string {
  const problems = fields.map(({ field, message }) => `  ${field}: ${message}`);
  const text = fields.length > 0 ? 'The request is not valid.' : (detail ?? errors[failure].detail);
  return [`${failure}: ${text}`, ...problems].join('\n');
}

function explain(error: unknown, json: boolean): number {
  if (error instanceof CommanderError) {
    // Commander has said it already: help that was asked for, or what is wrong.
    return error.exitCode === 0 ? EXIT_DONE : EXIT_USAGE;
  }
  const { code, message, name } = error as Error & { code?: string };
  const known = code === 'USAGE' || code === 'REFUSED';
  // A service that was killed leaves its address behind.
  const gone =
    code === 'ECONNREFUSED' ? 'The service does not respond: it has stopped.' : undefined;
  const text = gone ?? (known ? message : `${name}: ${message}`);
  process.stderr.write(json ? `${harmlessJson({ error: text }, 0)}\n` : `${harmlessText(text)}\n`);
  return code === 'USAGE' ? EXIT_USAGE : EXIT_FAILED;
}
