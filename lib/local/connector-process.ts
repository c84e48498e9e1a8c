/** A connector beside the local service: a process that ends with this one. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Caller } from '@billhook/connector-kit';
import { localFailure } from './failures.ts';
import { writeWhole } from './write-whole.ts';

export type ConnectorProcess = {
  /** What callers put before a path: `http://127.0.0.1:8900`. */
  readonly url: string;
  readonly close: () => Promise<void>;
};

export type ConnectorProcessOptions = {
  /** For people, where it does not start. */
  readonly name: string;
  /** Its program. */
  readonly main: string;
  /** For that, beside where it is and who calls. */
  readonly args?: readonly string[];
  /** Its keys, and what it remembers. */
  readonly folder: string;
  readonly callers: readonly Caller[];
  /** Told each line that it prints, of ids alone. */
  readonly log?: (line: string) => void;
};

/** Of what it printed, for the message when it ends too soon. */
const LINES_KEPT = 20;

/** @throws LocalFailure with what it printed, when it does not start. */
export async function startConnector(options: ConnectorProcessOptions): Promise<ConnectorProcess> {
  const { name, main, args = [], folder, callers, log } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const callersFile = join(folder, 'callers.json');
  writeWhole(callersFile, `${JSON.stringify(callers, null, 2)}\n`);
  const child = spawn(
    process.execPath,
    [main, '--folder', folder, '--callers', callersFile, '--with-parent', ...args],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const printed: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    const failed = () =>
      reject(localFailure(`${name} did not start as a connector:\n${printed.join('\n')}`));
    child.once('error', failed);
    // Not with its exit: what it printed last may not be here yet.
    child.once('close', failed);
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        const [, address] = /^Serving on (\S+)$/.exec(line) ?? [];
        if (address !== undefined) resolve(address);
        printed.push(line);
        printed.splice(0, printed.length - LINES_KEPT);
        log?.(line);
      });
    }
  });
  return {
    url,
    close: () => {
      child.stdin.end();
      return ended;
    },
  };
}
