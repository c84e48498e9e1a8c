/** The worker, killed amid its work: the company's own books say what was charged. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PASSWORD } from '../../../connectors/browser/manifest.ts';
import { type StandIn, startStandIn } from '../../../connectors/stand-ins/start.ts';
import {
  billsCall,
  card,
  logInCall,
  payCall,
  type WorkWorld,
  workWorld,
} from '../../support/work-world.ts';
import { type Instance, newCustomer, openInstance, outcomeOf } from './worker/instance.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-worker-test-'));

let site: StandIn;
let world: WorkWorld;
let instance: Instance;
let customers = 0;

beforeAll(async () => {
  site = await startStandIn('utility', { folder });
  world = workWorld();
  instance = openInstance({ folder: join(folder, 'instance'), world, site });
});

afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const read = async (path: string) => (await fetch(site.url + path)).json();
const booksOf = (login: string): Promise<{ amount: number }[]> => read(`/books/${login}`);
const messagesTo = (login: string): Promise<{ code: string }[]> => read(`/phone.json/${login}`);

async function customer(more = {}) {
  customers += 1;
  const login = `worker-${customers}`;
  await newCustomer(site, login, more);
  return login;
}

const rounds = Number(process.env.BROWSER_ROUNDS) || 1;
const moments = [
  // Nothing was given to the company: another one begins.
  ['first-word', 'running', 0],
  ['before', 'never-taken', 0],
  // The mark may have been written, and the button was not pressed: nobody can know that.
  ['commit+0', undefined, 0],
  ['at', 'not-known', 0],
  ['sent', undefined, undefined],
  // Of the long run alone.
  ['pressed', undefined, undefined],
  ['told', 'paid', 1],
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
      const login = await customer();
      const payment = `pay ${moment} ${round}`;
      await world.asked(payCall(login, payment));
      await instance.work(world.attended.shift(), { moment });
      const outcome = await outcomeOf(world, instance, { login, payment });
      const books = await booksOf(login);
      expect(books.length).toBeLessThanOrEqual(1);
      if (charges !== undefined) expect(books).toHaveLength(charges);
      if (says !== undefined) expect(outcome || 'running').toBe(says);
      else expect(outcome).toMatch(books.length === 1 ? /^paid$/ : /^(not-known|never-taken)$/);
      // The next attempt of what nobody had begun.
      if (moment !== 'first-word') return;
      await instance.work(world.attended.shift());
      expect((await world.poll(payCall(login, payment).operation)).result).toMatchObject({
        kind: 'paid',
      });
      expect(await booksOf(login)).toHaveLength(1);
    },
  );

  test('amid a reading leaves nothing for the next user of its instance', async () => {
    const [first, second] = [await customer(), await customer()];
    await world.asked(billsCall(first));
    await instance.work(world.attended.shift(), { moment: 'read' });
    expect(instance.files()).not.toEqual([]);
    await world.asked(logInCall(second));
    const session = instance.work(world.attended.shift());
    await vi.waitFor(
      async () =>
        expect(await world.poll(logInCall(second).operation)).toMatchObject({
          result: { kind: 'verified' },
        }),
      60_000,
    );
    // While the second one's session is open, the first one's is gone: its processes, and its files.
    const { live } = (await world.poll(logInCall(second).operation)).result as { live: string };
    expect(instance.browsers()).toHaveLength(1);
    expect(instance.files().filter((name) => name.startsWith('billhook-'))).toHaveLength(1);
    await world.asked({ name: 'endSession', operation: 'end', parts: { handle: live } });
    await session;
    expect(instance.browsers()).toEqual([]);
    expect(instance.files()).toEqual([]);
  });
});

test('A code, a reading and a payment have one session, one code and one message', async () => {
  const login = await customer({ asksForCode: true });
  const before = world.sent.length;
  const ended = (operation: string) =>
    vi.waitFor(async () => {
      const state = await world.poll(operation);
      expect(state.state).toBe('done');
      return state.result as { readonly kind: string; readonly live?: string };
    }, 60_000);
  const first = logInCall(login);
  await world.asked(first);
  const session = instance.work(world.attended.shift());
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
  const written =
    JSON.stringify([...world.table.items.values(), ...world.sent]) + instance.printed();
  for (const secret of [PASSWORD, message?.code ?? PASSWORD, card.cardNumber]) {
    expect(written).not.toContain(secret);
  }
});
