/**
 * Runs a program until it ends, or until the standard input of this process closes: where there
 * is no shell, this does what the shell script of the table server does elsewhere.
 */
import { spawn } from 'node:child_process';

const [program = '', ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], windowsHide: true });
const stop = () => void child.kill();
process.stdin.on('end', stop).on('error', stop).resume();
process.on('SIGTERM', stop);
child.once('error', ({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 0));
