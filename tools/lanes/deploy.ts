/**
 * `npm run tools -- deploy`: the `cdk` command line deploys a stage into an AWS emulator, and every
 * operation is called there with IAM enforced.
 */
import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readStage } from '../../lib/stacks/stage.ts';
import { callEveryOperation } from '../../test/end-to-end/every-operation.ts';
import { endChildren } from './deploy/children.ts';
import { isDeployFailure } from './deploy/failure.ts';
import { describeReport } from './deploy/report.ts';
import { runDeploy } from './deploy/run-deploy.ts';
import { makeRunFolder, setOwner } from './deploy/run-folders.ts';
import type { Emulator } from './deploy/server.ts';

const HELP = `Deploys a stage with the cdk command line into ministack, an AWS emulator, and calls every
operation there with IAM enforced. About three minutes. Needs Python 3.10 or newer.

  npm run tools -- deploy [options]

  --stage STAGE  sandbox, or production, which is deployed and gets one client
  --break first  Break the first deployment of production on purpose, twice, and then repeat it
  --over TAG     Deploy the release of this tag first (v0.1.1), and then this one over it, while requests go on
  --restore      Set the table of the sandbox back, in place of the walk: docs/operate/restoring.md
  --keep         Leave the emulator running, and print how to reach and stop it
  --help         Show this text
`;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const cacheFolder = join(import.meta.dirname, '../../node_modules/.cache/billhook-emulator');

const flags = readFlags();
let interrupted = false;
if (flags.help) say(HELP);
else process.exitCode = await main();

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        stage: { type: 'string' },
        break: { type: 'string' },
        over: { type: 'string' },
        restore: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const breaks = readBreak(values.break);
    return { ...values, breaks, stage: readStage(values.stage ?? (breaks && 'production')) };
  } catch (error) {
    const [line] = (error as Error).message.split('\n');
    process.stderr.write(`${line} (--help shows the options)\n`);
    process.exit(2);
  }
}

function readBreak(given: string | undefined): 'first' | undefined {
  if (given === undefined || given === 'first') return given;
  throw new Error(`--break must be first, not '${given}'`);
}

async function main(): Promise<number> {
  endOnSignals();
  const runFolder = makeRunFolder(cacheFolder);
  let emulator: Emulator | undefined;
  let passed = false;
  try {
    const started = (one: Emulator) => {
      emulator = one;
    };
    const { stage, breaks, over, restore: restores } = flags;
    const options = {
      stage,
      breaks,
      over,
      restores,
      cacheFolder,
      runFolder,
      say,
      started,
      callEveryOperation,
    };
    const report = await runDeploy(options);
    const { lines, passed: nothingRefused } = describeReport(report);
    passed = nothingRefused;
    for (const line of ['', ...lines]) say(line);
    if (flags.keep) say(`\nAPI  ${report.target.baseUrl}\nKey  ${report.target.apiKey}`);
  } catch (error) {
    // What fails because its processes were ended says nothing.
    if (interrupted) return 1;
    if (!isDeployFailure(error)) throw error;
    process.stderr.write(`\n${error.message}\n`);
  } finally {
    await finish(emulator, runFolder, passed);
  }
  return passed ? 0 : 1;
}

async function finish(emulator: Emulator | undefined, folder: string, passed: boolean) {
  if (emulator && flags.keep && !interrupted) {
    setOwner(folder, emulator.pid);
    emulator.keep();
    say(`AWS  ${emulator.url} (stop it with: kill ${emulator.pid})`);
  } else await endChildren();
  if (passed && !flags.keep) rmSync(folder, { recursive: true, force: true });
  else say(`Logs: ${folder}`);
}

function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      interrupted = true;
      void endChildren().then(() => process.exit(128 + constants.signals[signal]));
    });
  }
}
