/** `npm start`: runs the synthesized stacks on this machine. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type LocalApp, startLocal } from '../lib/local/app.ts';
import type { ChaosOptions } from '../lib/local/chaos/chaos.ts';
import type { ConnectorProcess } from '../lib/local/connector-process.ts';
import { type Demo, describeDemo, openDemo } from '../lib/local/demo/demo.ts';
import { isLocalFailure } from '../lib/local/failures.ts';
import { describeStandIns, describeStart, readFirstPartner } from '../lib/local/greeting.ts';
import { openRemoteSandbox } from '../lib/local/remote-sandbox/open.ts';
import { openStandIns, type StandIns, standInsFolder } from '../lib/local/stand-ins/open.ts';
import { ensureAssembly } from '../lib/local/template/synthesis.ts';
import { watchSources } from '../lib/local/watch.ts';
import { writeWhole } from '../lib/local/write-whole.ts';

const HELP = `Runs Billhook on this machine.

  npm start -- [options]

  --port N      The port of the API (8787)
  --host H      The address to listen on (127.0.0.1); the AWS endpoint is always on loopback
  --modules-port N  The port of the hosted modules (8788, or any free port if that is taken)
  --demo-port N     The port of an app that embeds them (8789, or any free port if that is taken)
  --no-demo     Do not start that app, or create its user and the links to the modules
  --state DIR   The folder for data, keys, secrets, running workflows and logs (.billhook)
  --fresh       Empty the state folder first
  --watch       Rebuild and reload when the sources change (npm run dev)
  --no-stand-ins    Do not start three invented companies with websites, which a browser reaches
  --remote-sandbox  Reach the sandbox's companies through a connector in a process of its own
  --chaos       Inject faults into 10% of AWS calls by functions: throttling, failures, lost responses
  --chaos-rate R  Inject faults into another share of the calls, 0 to 1 (0.1)
  --chaos-seed N  The seed that an earlier run printed, to repeat that run
  --quiet       Print only failures
  --help        Show this text

  DYNAMODB_ENDPOINT   A DynamoDB-compatible server to use instead of the installed one
  DYNAMODB_LOCAL_JAR  DynamoDB Local, started with java where no dynoxide is installed
`;

const DEFAULT_CHAOS_RATE = 0.1;
const MAX_PORT = 65_535;
const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const LAUNCHER_CHECK_MILLISECONDS = 1_000;
/** Ctrl-C reaches this process twice when a launcher forwards it; only a later one is impatience. */
const IMPATIENT_AFTER_MILLISECONDS = 1_000;

const root = join(import.meta.dirname, '..');

type Flags = {
  readonly port: number;
  readonly modulesPort?: number;
  readonly demoPort?: number;
  readonly demo: boolean;
  readonly host: string;
  readonly state: string;
  readonly fresh: boolean;
  readonly watch: boolean;
  readonly remoteSandbox: boolean;
  readonly standIns: boolean;
  readonly quiet: boolean;
  readonly chaos?: ChaosOptions;
};

const flags = readFlags(process.argv.slice(2));
const say = (line: string) => {
  if (!flags.quiet) process.stdout.write(`${line}\n`);
};
await main();

async function main(): Promise<void> {
  const stateDir = resolve(flags.state);
  const sandboxFile = join(stateDir, 'sandbox.json');
  let app: LocalApp | undefined;
  let demo: Demo | undefined;
  let remoteSandbox: ConnectorProcess | undefined;
  let standIns: StandIns | undefined;
  let unwatch = () => {};
  let stoppingSince: number | undefined;
  const stop = async () => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > IMPATIENT_AFTER_MILLISECONDS) process.exit(EXIT_FAILED);
      return;
    }
    stoppingSince = Date.now();
    unwatch();
    await demo?.close();
    await remoteSandbox?.close();
    await standIns?.close();
    // What is still starting is let go: the table server ends with this process.
    await app?.close();
    if (app && flags.chaos) say(`Chaos: ${faultsIn(app)} faults`);
    say(`Stopped. The state is in ${stateDir}`);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop());
  stopWithLauncher(() => void stop());
  try {
    app = await startLocal({
      assemblyDir: () => ensureAssembly(root, say),
      stateDir,
      fresh: flags.fresh,
      port: flags.port,
      host: flags.host,
      modules: { port: flags.modulesPort },
      // Partners' endpoints of a developer's own machine have neither certificates nor public addresses.
      localVariables: { BILLHOOK_ALLOW_LOCAL_ADDRESSES: 'yes' },
      processVariables: {
        STAND_INS_FOLDER: standInsFolder(stateDir),
        // Unpacked once, for all of its instances.
        CHROMIUM_STORE: join(root, 'node_modules/.cache/chromium'),
        ...(process.env.CHROMIUM && { CHROMIUM: process.env.CHROMIUM }),
      },
      chaos: flags.chaos,
    });
    if (flags.remoteSandbox) {
      remoteSandbox = await openRemoteSandbox({ stateDir, baseUrl: app.baseUrl, say });
    }
    if (flags.standIns) {
      standIns = await openStandIns({ stateDir, say });
    }
  } catch (error) {
    if (stoppingSince !== undefined) return;
    const text = isLocalFailure(error) ? error.message : String((error as Error).stack);
    process.stderr.write(`${text}\n`);
    process.exit(EXIT_FAILED);
  }
  const { baseUrl, modulesUrl = '' } = app;
  const beside = standIns && { standIns: standIns.facts };
  const facts = { baseUrl, modulesUrl, ...readFirstPartner(app), ...beside };
  writeWhole(sandboxFile, json(facts));
  if (flags.demo) demo = await openOwnDemo(facts);
  say(describeStart(app, facts, sandboxFile));
  say(describeStandIns(standIns?.facts ?? []));
  if (flags.chaos) {
    say(
      `Chaos: ${flags.chaos.rate * 100} % of AWS calls fail by injected faults, with --chaos-seed ${app.chaos.seed}\n`,
    );
  }
  if (flags.watch) unwatch = watchSources(root, app, say);
  if (demo) await tellLinks(demo, sandboxFile, facts);
}

type Facts = {
  readonly baseUrl: string;
  readonly modulesUrl: string;
  readonly partnerId: string;
  readonly apiKey: string;
};

/** Its address is what a buyer looks for: it is printed first. The service is of use without it. */
async function openOwnDemo(facts: Facts): Promise<Demo | undefined> {
  try {
    const demo = await openDemo({ ...facts, host: flags.host, port: flags.demoPort });
    say(`\nA bank's app with the modules in it: ${demo.origin}`);
    return demo;
  } catch (error) {
    return sayWithoutDemo(error);
  }
}

async function tellLinks(demo: Demo, sandboxFile: string, facts: Facts): Promise<void> {
  try {
    const modules = await demo.links();
    writeWhole(sandboxFile, json({ ...facts, demoUrl: demo.origin, modules }));
    say(describeDemo(modules));
  } catch (error) {
    sayWithoutDemo(error);
  }
}

function sayWithoutDemo(error: unknown): undefined {
  const { message } = error as Error;
  process.stderr.write(`The demo of the modules could not be started: ${message}\n`);
}

/** A launcher that is killed outright can't forward anything; then nobody is left to stop this. */
function stopWithLauncher(stop: () => void): void {
  if (Number(process.env.BILLHOOK_LAUNCHER_PID) !== process.ppid) return;
  const launcher = process.ppid;
  setInterval(() => {
    if (process.ppid !== launcher) stop();
  }, LAUNCHER_CHECK_MILLISECONDS).unref();
}

function readFlags(args: string[]): Flags {
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: 'string', default: '8787' },
        'modules-port': { type: 'string' },
        'demo-port': { type: 'string' },
        'no-demo': { type: 'boolean', default: false },
        host: { type: 'string', default: '127.0.0.1' },
        state: { type: 'string', default: join(root, '.billhook') },
        fresh: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        'no-stand-ins': { type: 'boolean', default: false },
        'remote-sandbox': { type: 'boolean', default: false },
        quiet: { type: 'boolean', default: false },
        chaos: { type: 'boolean', default: false },
        'chaos-rate': { type: 'string' },
        'chaos-seed': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      process.stdout.write(HELP);
      process.exit(0);
    }
    return {
      ...values,
      port: readPort('--port', values.port),
      modulesPort: readOptionalPort('--modules-port', values['modules-port']),
      demoPort: readOptionalPort('--demo-port', values['demo-port']),
      demo: !values['no-demo'],
      standIns: !values['no-stand-ins'],
      remoteSandbox: values['remote-sandbox'],
      chaos: readChaos(values),
    };
  } catch (error) {
    const [line] = (error as Error).message.split('\n');
    process.stderr.write(`${line} (--help shows the options)\n`);
    process.exit(EXIT_USAGE);
  }
}

function readPort(option: string, text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= MAX_PORT) return port;
  throw new Error(`${option} must be a number from 0 to ${MAX_PORT}, not '${text}'`);
}

function readOptionalPort(option: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : readPort(option, text);
}

const faultsIn = ({ chaos }: LocalApp) =>
  Object.values(chaos.counts().faults).reduce((sum, count) => sum + count, 0);

/** A rate or a seed asks for chaos as well. */
function readChaos(values: {
  readonly chaos: boolean;
  readonly 'chaos-rate'?: string;
  readonly 'chaos-seed'?: string;
}): ChaosOptions | undefined {
  const { chaos, 'chaos-rate': rate, 'chaos-seed': seed } = values;
  if (!chaos && rate === undefined && seed === undefined) return undefined;
  if (rate !== undefined && !/^(0(\.\d+)?|1(\.0+)?)$/.test(rate)) {
    throw new Error(`--chaos-rate must be a number from 0 to 1, not '${rate}'`);
  }
  if (seed !== undefined && !/^\d{1,10}$/.test(seed)) {
    throw new Error(`--chaos-seed must be a whole number, not '${seed}'`);
  }
  return {
    rate: Number(rate ?? DEFAULT_CHAOS_RATE),
    ...(seed !== undefined && { seed: Number(seed) }),
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
