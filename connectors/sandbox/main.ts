/** Starts the sandbox as a connector, in a process of its own. */
import { parseArgs } from 'node:util';
import { readCallers } from '../serve/callers.ts';
import { type Served, serveSandbox } from './serve.ts';

const HELP = `Serves the sandbox's companies as a connector, on this machine.

  node connectors/sandbox/main.ts --folder DIR --callers FILE [options]

  --folder DIR    Where keys, operations and accounts are kept
  --callers FILE  The deployments that may call: [{"name", "keys": <JWK set>, "reportsTo"?}]
  --report URL    Where reports are sent of callers that name no address
  --port N        The port (the one of the last time, and at first any that is free)
  --url URL       What callers call it by, where a proxy stands in front
  --slow-seconds N  How long a login with the status slow takes (5)
  --with-parent   Stop when the standard input ends
  --help          Show this text
`;

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

const flags = readFlags(process.argv.slice(2));
let served: Served | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
if (flags.withParent) process.stdin.on('end', stop).on('error', stop).resume();
try {
  served = await serveSandbox({
    folder: flags.folder,
    callers: readCallers(flags.callers, flags.report),
    port: flags.port,
    ...(flags.url !== undefined && { url: flags.url }),
    slowMilliseconds: flags.slowMilliseconds,
    log: (event) => process.stdout.write(`${JSON.stringify(event)}\n`),
  });
  process.stdout.write(`Serving on ${served.url}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(EXIT_FAILED);
}

async function stop(): Promise<void> {
  await served?.close();
  process.exit(0);
}

function readFlags(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        folder: { type: 'string' },
        callers: { type: 'string' },
        report: { type: 'string' },
        port: { type: 'string' },
        url: { type: 'string' },
        'slow-seconds': { type: 'string' },
        'with-parent': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      process.stdout.write(HELP);
      process.exit(0);
    }
    const { folder, callers, report, url } = values;
    if (folder === undefined || callers === undefined) {
      throw new Error('--folder and --callers are needed');
    }
    const seconds = readNumber('--slow-seconds', values['slow-seconds']);
    return {
      ...{ folder, callers, report, url, withParent: values['with-parent'] },
      port: readNumber('--port', values.port),
      ...(seconds !== undefined && { slowMilliseconds: seconds * 1_000 }),
    };
  } catch (error) {
    process.stderr.write(`${(error as Error).message} (--help shows the options)\n`);
    process.exit(EXIT_USAGE);
  }
}

function readNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,5}$/.test(text)) return text === undefined ? text : Number(text);
  throw new Error(`${option} must be a number, not '${text}'`);
}
