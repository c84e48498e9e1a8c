/**
 * `npm run tools -- advisories`: asks the registry for advisories on the packages of the lock file. The exit code
 * is 0 when there are none, 1 when there are, and 2 when nobody could be asked.
 */
import { join } from 'node:path';
import { runNpm } from '../../lib/build/run-npm.ts';
import { readAudit } from './dependencies/audit.ts';

const root = join(import.meta.dirname, '../..');
const args = ['audit', '--json', '--package-lock-only'];
const { output, complaint } = await runNpm(root, args);
const audit = readAudit(output, complaint);
if (audit.outcome === 'not-asked') {
  console.error(`Could not ask for advisories: ${audit.why}`);
  console.error('So nothing is known about them. Try again where the registry can be reached.');
  process.exitCode = 2;
} else if (audit.outcome === 'found') {
  for (const { name, severity, via } of audit.advisories) {
    console.log(`${name} (${severity}): ${via.join('; ')}`);
  }
  process.exitCode = 1;
} else {
  console.log('The registry was asked, and has no advisory on any package.');
}
