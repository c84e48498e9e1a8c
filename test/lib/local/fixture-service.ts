/** The fixture app in a process of its own, which a test can kill and start again. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const fixture = join(import.meta.dirname, 'fixture');
const flags = ['--disable-warning=ExperimentalWarning'];

export type FixtureService = {
  readonly start: () => Promise<void>;
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
  /** Lets the function do something, and answers what came of it. */
  readonly call: (
    body: unknown,
    key?: string,
  ) => Promise<{ readonly response: Response; readonly answer: Record<string, unknown> }>;
  /** The value of an item; nothing while there is none. */
  readonly readValue: (id: string) => Promise<string | null>;
  readonly remove: () => void;
};

/** Synthesizes the app; `start` runs it. */
export function fixtureService(): FixtureService {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-local-'));
  const assembly = join(folder, 'cdk.out');
  const env = { ...process.env, CDK_OUTDIR: assembly };
  execFileSync(process.execPath, [...flags, join(fixture, 'app.ts')], { env, stdio: 'pipe' });
  let child: ChildProcess;
  let baseUrl: string;
  const call: FixtureService['call'] = async (body, key = 'open') => {
    const response = await fetch(`${baseUrl}/hello`, {
      method: 'POST',
      headers: { 'X-Key': key },
      body: JSON.stringify(body),
    });
    return { response, answer: (await response.json()) as Record<string, unknown> };
  };
  return {
    start: async () => {
      const run = [...flags, join(fixture, 'run.ts'), assembly, join(folder, 'state')];
      child = spawn(process.execPath, run, { stdio: ['ignore', 'pipe', 'inherit'] });
      const [line] = await new Promise<string[]>((resolve, reject) => {
        child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().split('\n')));
        child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
      });
      ({ baseUrl } = JSON.parse(line ?? '') as { baseUrl: string });
    },
    end: (signal) =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill(signal);
      }),
    call,
    readValue: async (id) => (await call({ action: 'get', id })).answer.value as string | null,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What `read` answers, once it answers something. */
export async function until<T>(read: () => Promise<T | null | undefined>): Promise<T> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const value = await read();
    if (value !== null && value !== undefined) return value;
    await sleep(100);
  }
  throw new Error('It did not come.');
}
