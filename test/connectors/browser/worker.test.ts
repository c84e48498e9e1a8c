/** The worker, killed amid its work: the company's own books say what was charged. */
import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkMessage } from '@billhook/runtime/companies/worker/given';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findChromium } from '../../../connectors/browser/find-chromium.ts';
import { PASSWORD } from '../../../connectors/browser/manifest.ts';
import { type StandIn, startStandIn } from '../../../connectors/stand-ins/start.ts';
import {
  billsCall,
  card,
  findCall,
  logInCall,
  payCall,
  type WorkWorld,
  workWorld,
} from '../../support/work-world.ts';

// A browser takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'billhook-worker-test-'));
/** For temporary files of the worker's instance, which all of its sessions have. */
const instance = join(folder, 'instance');

let site: StandIn;
let world: WorkWorld;
let customers = 0;
let printed = '';

beforeAll(async () => {
  mkdirSync(instance);
  site = await startStandIn('utility', { folder });
  world = workWorld();
});

afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const read = async (path: string) => (await fetch(site.url + path)).json();
const booksOf = (login: string): Promise<{ amount: number }[]> => read(`/books/${login}`);
const messagesTo = (login: string): Promise<{ code: string }[]> => read(`/phone.json/${login}`);
const turn = (name: string, login: string) =>
  site.admin('/switches', { name, value: 'yes', login });

async function newCustomer({ asksForCode = false } = {}) {
  customers += 1;
  const login = `worker-${customers}`;
  await site.admin('/customers', { login, password: PASSWORD, cents: 8_437, dueOn: '2027-01-10' });
  if (!asksForCode) await turn('no-code', login);
  return login;
}

/** Runs a worker until it ends, or dies at a moment. Its instance is that of the worker before. */
function work(message: WorkMessage | undefined, moment = 'never'): Promise<void> {
  const { executablePath } = findChromium();
  const store = join(executablePath, '../..');
  const child = fork(
    join(import.meta.dirname, 'worker-process.ts'),
    [moment, site.url, JSON.stringify(message)],
    {
      env: { PATH: process.env.PATH, TMPDIR: instance, CHROMIUM_STORE: store },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  child.on('message', async ({ number, asks }: { number: number; asks: never }) => {
    const said = await world.ask(asks).catch((error: Error) => ({ kind: error.message }));
    if (child.connected) child.send({ number, said }, () => {});
  });
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

const goneMilliseconds = 46_000;

/** What became of a payment, once its worker is gone and somebody has looked. */
async function outcomeOf(login: string, payment: string): Promise<string> {
  world.pass(goneMilliseconds);
  const polled = await world.poll(payCall(login, payment).operation);
  const { kind = '' } = (polled.result ?? {}) as { readonly kind?: string };
  if (kind !== 'unknown') return kind;
  const question = findCall(login, payment);
  await world.asked(question);
  await work(world.unattended.shift());
  const { result } = (await world.poll(question.operation)) as { result: { kind: string } };
  return result.kind;
}

const rounds = Number(process.env.BROWSER_ROUNDS) || 1;
const moments = [
  // Nothing was given to the company: another one begins.
  ['first-word', 'running', 0],
  ['before', 'never-taken', 0],
  // The mark may have been written, and the button was not pressed: nobody can know that.
  ['commit+0', undefined, 0],
  ['at', 'not-known', 0],
  ['after+30', undefined, undefined],
  // Of the long run alone.
  ['after+0', undefined, undefined],
  ['after+1000', 'paid', 1],
] as const;
const SHORT = 5;

describe('A worker that is killed', () => {
  const all = Array.from({ length: rounds }, (_, round) =>
    moments
      .slice(0, rounds > 1 ? moments.length : SHORT)
      .map((moment) => [...moment, round] as const),
  ).flat();
  test.each(all)(
    '%s the button leaves at most one payment, and says what is so',
    async (moment, says, charges, round) => {
      const login = await newCustomer();
      const payment = `pay ${moment} ${round}`;
      await world.asked(payCall(login, payment));
      await work(world.attended.shift(), moment);
      const outcome = await outcomeOf(login, payment);
      const books = await booksOf(login);
      expect(books.length).toBeLessThanOrEqual(1);
      if (charges !== undefined) expect(books).toHaveLength(charges);
      if (says !== undefined) expect(outcome || 'running').toBe(says);
      else expect(outcome).toMatch(books.length === 1 ? /^paid$/ : /^(not-known|never-taken)$/);
      // The next attempt of what nobody had begun.
      if (moment !== 'first-word') return;
      await work(world.attended.shift());
      expect((await world.poll(payCall(login, payment).operation)).result).toMatchObject({
        kind: 'paid',
      });
      expect(await booksOf(login)).toHaveLength(1);
    },
  );

  test('amid a reading leaves nothing for the next user of its instance', async () => {
    const [first, second] = [await newCustomer(), await newCustomer()];
    await world.asked(billsCall(first));
    await work(world.attended.shift(), 'read');
    expect(readdirSync(instance)).not.toEqual([]);
    await world.asked(logInCall(second));
    const session = work(world.attended.shift());
    await vi.waitFor(
      async () =>
        expect(await world.poll(logInCall(second).operation)).toMatchObject({
          result: { kind: 'verified' },
        }),
      60_000,
    );
    // While the second one's session is open, the first one's is gone: its processes, and its files.
    const { live } = (await world.poll(logInCall(second).operation)).result as { live: string };
    expect(homesOfBrowsers()).toHaveLength(1);
    expect(readdirSync(instance).filter((name) => name.startsWith('billhook-'))).toHaveLength(1);
    await world.asked({ name: 'endSession', operation: 'end', parts: { handle: live } });
    await session;
    expect(homesOfBrowsers()).toEqual([]);
    expect(readdirSync(instance)).toEqual([]);
  });
});

/** Of processes of the instance, each once. */
function homesOfBrowsers(): string[] {
  const homes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const variables = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
        return variables.filter((one) => one.startsWith(`HOME=${instance}/`));
      } catch {
        return [];
      }
    });
  return [...new Set(homes)];
}

test('A code, a reading and a payment have one session, one code and one message', async () => {
  const login = await newCustomer({ asksForCode: true });
  const before = world.sent.length;
  const ended = (operation: string) =>
    vi.waitFor(async () => {
      const state = await world.poll(operation);
      expect(state.state).toBe('done');
      return state.result as { readonly kind: string; readonly live?: string };
    }, 60_000);
  const first = logInCall(login);
  await world.asked(first);
  const session = work(world.attended.shift());
  expect(await ended(first.operation)).toMatchObject({ kind: 'mfa-required' });
  await world.asked(logInCall(login, 2, { document: { codeChoice: 'choice_1' } }));
  expect(await ended(first.operation)).toMatchObject({ challenge: { kind: 'code-entry' } });
  const [message] = await messagesTo(login);
  const answers = { code: message?.code };
  const document = { codeChoice: 'choice_1' };
  await world.asked(logInCall(login, 3, { document, secrets: { answers } }));
  const { kind, live } = await ended(first.operation);
  expect(kind).toBe('verified');
  const bills = billsCall(login, { document: { live } });
  await world.asked(bills);
  expect(await ended(bills.operation)).toMatchObject({ bills: [{ balanceCents: 8_437 }] });
  const payment = payCall(login, 'in one session', { document: { live } });
  await world.asked(payment);
  expect(await ended(payment.operation)).toMatchObject({ kind: 'paid' });
  await session;
  expect(world.sent).toHaveLength(before + 1);
  expect(await messagesTo(login)).toHaveLength(1);
  expect(await booksOf(login)).toHaveLength(1);
  // No password, code or card: neither printed, nor sent, nor in the clear in the table.
  const written = JSON.stringify([...world.table.items.values(), ...world.sent]) + printed;
  for (const secret of [PASSWORD, message?.code ?? PASSWORD, card.cardNumber]) {
    expect(written).not.toContain(secret);
  }
});
