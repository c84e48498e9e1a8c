import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file that only its own user can read; others see all of it or none. */
export function writeWhole(file: string, text: string): void {
  const part = `${file}.${process.pid}`;
  rmSync(part, { force: true });
  writeFileSync(part, text, { mode: 0o600 });
  renameSync(part, file);
}
