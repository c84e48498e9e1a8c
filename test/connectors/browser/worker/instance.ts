/**
 * The worker's instance: a process for each session, one after another, which share a folder for temporary
 * files as the invocations of one Lambda instance do. Whatever a process asks the broker is answered by a
 * world in memory.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkerAsks } from '@billhook/runtime/companies/worker/broker';
import type { WorkMessage } from '@billhook/runtime/companies/worker/given';
import { findChromium } from '../../../../connectors/browser/find-chromium.ts';
import { PASSWORD } from '../../../../connectors/browser/manifest.ts';
import type { StandIn } from '../../../../connectors/stand-ins/start.ts';
import { findCall, payCall, type WorkWorld } from '../../../support/work-world.ts';
import { processesIn } from './processes-in.ts';

export type Working = {
  /** When the process dies: see `worker-process.ts`. */
  readonly moment?: string;
  /** Called before each question to the broker is answered. */
  readonly asking?: (asked: WorkerAsks) => void;
};

/** Whether it was killed, or came to its end. */
export type Ended = 'killed' | 'ended';

export type Instance = {
  /** Runs a worker until it ends, or dies at a moment. */
  readonly work: (message: WorkMessage | undefined, working?: Working) => Promise<Ended>;
  /** Files that are in its folder. */
  readonly files: () => readonly string[];
  /** Folders of the browsers that run in it. */
  readonly browsers: () => readonly string[];
  /** All that its processes have printed. */
  readonly printed: () => string;
};

const script = join(import.meta.dirname, '../worker-process.ts');

export type InstanceDeps = {
  readonly folder: string;
  readonly world: WorkWorld;
  readonly site: Pick<StandIn, 'url'>;
};

export function openInstance({ folder, world, site }: InstanceDeps): Instance {
  mkdirSync(folder, { recursive: true });
  let printed = '';
  const answer = (child: ChildProcess, asking: Working['asking']) =>
    child.on('message', async ({ number, asks }: { number: number; asks: WorkerAsks }) => {
      asking?.(asks);
      const said = await world.ask(asks).catch((error: Error) => ({ kind: error.message }));
      if (child.connected) child.send({ number, said }, () => {});
    });
  return {
    work(message, { moment = 'never', asking } = {}) {
      const store = join(findChromium().executablePath, '../..');
      const child = fork(script, [moment, site.url, JSON.stringify(message)], {
        env: { PATH: process.env.PATH, TMPDIR: folder, CHROMIUM_STORE: store },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          printed += chunk.toString();
        });
      }
      answer(child, asking);
      return new Promise((resolve) => {
        child.once('exit', (_code, signal) => resolve(signal === 'SIGKILL' ? 'killed' : 'ended'));
      });
    },
    files: () => readdirSync(folder),
    browsers: () => [...new Set(processesIn(folder).map(({ home }) => home))],
    printed: () => printed,
  };
}

/** Without a code, unless one is asked for. */
export async function newCustomer(
  site: Pick<StandIn, 'admin'>,
  login: string,
  { asksForCode = false, cents = 8_437 } = {},
): Promise<void> {
  await site.admin('/customers', { login, password: PASSWORD, cents, dueOn: '2027-01-10' });
  if (!asksForCode) await site.admin('/switches', { name: 'no-code', value: 'yes', login });
}

const GONE_MILLISECONDS = 46_000;

/** What became of a payment, once its worker is gone and somebody has looked. */
export async function outcomeOf(
  world: WorkWorld,
  instance: Instance,
  { login, payment }: { readonly login: string; readonly payment: string },
): Promise<string> {
  world.pass(GONE_MILLISECONDS);
  const polled = await world.poll(payCall(login, payment).operation);
  const { kind = '' } = (polled.result ?? {}) as { readonly kind?: string };
  if (kind !== 'unknown') return kind;
  const question = findCall(login, payment);
  await world.asked(question);
  await instance.work(world.unattended.shift());
  const { result } = (await world.poll(question.operation)) as { result: { kind: string } };
  return result.kind;
}
