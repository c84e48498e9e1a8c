/** `npx billhook`: the operator's command line. */
import { runOperator } from '../lib/operator/program.ts';

// `npx billhook … | head` reads as much as it wants.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runOperator(process.argv.slice(2));
