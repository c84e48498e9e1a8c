/** `npm run stand-ins`: three invented companies with websites, to be visited by a person. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startStandIns } from './start.ts';

const HELP = `Starts three invented companies with websites of their own on this machine.

  npm run stand-ins -- [options]

  --folder DIR  The folder of what they know (.billhook/websites)
  --help        Show this text
`;

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(import.meta.dirname, '../../.billhook/websites') },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
} else {
  const { listed, stop } = await startStandIns({ folder: resolve(values.folder) });
  for (const { name, url, form, phone, payments } of listed) {
    const login = Object.entries(form).map(([field, value]) => `${field} ${value}`);
    process.stdout.write(
      `\n${name}  ${url}\n  Login     ${login.join(', ')}\n  Phone     ${phone.replace('/phone.json/', '/phone/')}\n  Messages  ${phone}\n  Payments  ${payments}\n`,
    );
  }
  process.stdout.write('\nStop with Ctrl-C.\n');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stop().then(() => process.exit(0)));
}
