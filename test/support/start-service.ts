/** Starts a service over a folder, says its process's number, and waits to be killed. */
import { startService } from '../../lib/local/service-process.ts';

const [stateDir = ''] = process.argv.slice(2);
const { pid } = await startService({ stateDir });
process.stdout.write(`${pid}\n`);
setInterval(() => {}, 1_000);
