/** Starts the browser as a connector to the stand-in companies, in a process of its own. */
import { parseArgs } from 'node:util';
import { readCallers } from '../serve/callers.ts';
import { standInNames } from '../stand-ins/companies.ts';
import { companiesAt } from './companies/all.ts';
import { serveBrowser } from './serve.ts';

const HELP = `Serves companies that a browser reaches as a connector, on this machine.

  node connectors/browser/main.ts --folder DIR --callers FILE --utility URL --mobile URL --streaming URL

  --folder DIR    Where keys, operations and begun payments are kept
  --callers FILE  The deployments that may call: [{"name", "keys": <JWK set>, "reportsTo"?}]
  --utility URL   Where the stand-in of the power company is served
  --mobile URL    That of the phone company
  --streaming URL That of the streaming service
  --port N        The port (the one of the last time, and at first any that is free)
  --with-parent   Stop when the standard input ends
  --help          Show this text
`;

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

const flags = readFlags(process.argv.slice(2));
let served: Awaited<ReturnType<typeof serveBrowser>> | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
if (flags.withParent) process.stdin.on('end', stop).on('error', stop).resume();
try {
  served = await serveBrowser({
    folder: flags.folder,
    companies: companiesAt(flags.addresses),
    callers: readCallers(flags.callers),
    port: flags.port,
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
        utility: { type: 'string' },
        mobile: { type: 'string' },
        streaming: { type: 'string' },
        port: { type: 'string' },
        'with-parent': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      process.stdout.write(HELP);
      process.exit(0);
    }
    const { folder, callers, port, utility, mobile, streaming } = values;
    if (!folder || !callers || !utility || !mobile || !streaming)
      throw new Error(`--folder, --callers, --${standInNames.join(', --')} are needed`);
    if (port !== undefined && !/^\d{1,5}$/.test(port))
      throw new Error(`--port must be a number, not '${port}'`);
    return {
      ...{ folder, callers, withParent: values['with-parent'] },
      addresses: { utility, mobile, streaming },
      ...(port !== undefined && { port: Number(port) }),
    };
  } catch (error) {
    process.stderr.write(`${(error as Error).message} (--help shows the options)\n`);
    process.exit(EXIT_USAGE);
  }
}
