import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Largest log file, in bytes; then it is set aside as `<name>.1.log`, replacing the one before. */
const MAX_LOG_BYTES = 5 * 1024 * 1024;

/**
 * Appends what functions print to one file a function, so that the terminal stays readable. A line that
 * can't be written is lost, and the terminal told, once: what a function does goes on.
 */
export function createFunctionLogs(folder: string): (functionName: string, text: string) => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const sizes = new Map<string, number>();
  const warned = new Set<string>();
  const append = (functionName: string, text: string) => {
    const file = join(folder, `${functionName}.log`);
    // Somebody may have deleted it.
    if (!existsSync(file)) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      sizes.set(file, 0);
    }
    const before = sizes.get(file) ?? statSync(file).size;
    const grown = before + Buffer.byteLength(text);
    if (grown > MAX_LOG_BYTES && before > 0) {
      renameSync(file, join(folder, `${functionName}.1.log`));
      sizes.set(file, Buffer.byteLength(text));
    } else {
      sizes.set(file, grown);
    }
    appendFileSync(file, text.slice(0, MAX_LOG_BYTES), { mode: 0o600 });
  };
  return (functionName, text) => {
    try {
      append(functionName, text);
    } catch (error) {
      if (warned.has(functionName)) return;
      warned.add(functionName);
      process.stderr.write(
        `The log of ${functionName} can't be written: ${(error as Error).message}\n`,
      );
    }
  };
}
