/** Runs npm, which comes with the Node that started us. */
import { spawn } from 'node:child_process';

export type NpmRun = { readonly output: string; readonly complaint: string };

/** What it wrote, whatever its exit code: `npm audit` ends with 1 for what it found. */
export function runNpm(folder: string, args: readonly string[]): Promise<NpmRun> {
  return new Promise((resolve) => {
    const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    child.once('error', (error) => resolve({ output: '', complaint: error.message }));
    child.once('close', () => resolve({ output, complaint }));
  });
}
