/** `npx billhook`: the operator's command line. */
import { runOperator } from '../lib/operator/program.ts';

process.exitCode = await runOperator(process.argv.slice(2));
