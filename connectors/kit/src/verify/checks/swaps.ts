/** Cards put on file, and what is left behind. */
import { newNonce } from '../../wire/signature.ts';
import { done, loginFor, sessionOf, testCard } from '../asks.ts';
import { type Check, must } from '../check.ts';
import type { Ask, Probe } from '../probe.ts';

const AUTH = 'auth-of-the-swap-0001';

function swapAsk(probe: Probe, swap: string, operation = newNonce()): Ask {
  const login = loginFor(probe, 'swaps');
  return {
    operation,
    parts: { swap, submission: 1 },
    document: { ...sessionOf(login, AUTH), swap, submission: 1 },
    secrets: { form: login.form, method: testCard },
  };
}

function findAsk(probe: Probe, swap: string): Ask {
  const { parts, document } = swapAsk(probe, swap);
  return { parts, document, secrets: { form: loginFor(probe, 'swaps').form } };
}

const swaps = {
  logins: ['swaps'] as const,
  can: ({ swaps: can }: { readonly swaps: boolean }) => can,
};

export const swapChecks: readonly Check[] = [
  {
    id: 'swap.completed',
    proves: 'A card is put on file.',
    why: 'The manifest says that it can.',
    ...swaps,
    async run(probe) {
      const { result } = await done(probe, 'swap', swapAsk(probe, newNonce()));
      must(result.kind === 'completed', `The result is ${result.kind}`);
    },
  },
  {
    id: 'swap.repeated',
    proves: 'The same swap again does nothing more.',
    why: 'Billhook sends it again whenever a response was lost.',
    ...swaps,
    async run(probe) {
      const ask = swapAsk(probe, newNonce());
      const [first, second] = [await done(probe, 'swap', ask), await done(probe, 'swap', ask)];
      must(first.state.sequence === second.state.sequence, 'It was done again');
    },
  },
  {
    id: 'swap.fenced',
    proves: 'A swap that was called `never-taken` is refused when it arrives after all.',
    why: 'The card that is put on file then may be an old one.',
    ...swaps,
    async run(probe) {
      const swap = newNonce();
      const found = await done(probe, 'findSwap', findAsk(probe, swap));
      if (found.result.kind !== 'never-taken') return;
      const { result } = await done(probe, 'swap', swapAsk(probe, swap));
      must(result.kind === 'never-taken', `The result is ${result.kind}`);
    },
  },
  {
    id: 'session.ended',
    proves: 'The end of a session is 200, also if there is none.',
    why: 'Billhook ends sessions without knowing whether they are still open.',
    async run(probe) {
      const reply = await probe.call('endSession', { parts: { handle: 'not-open' } });
      must(reply.status === 200, `The status is ${reply.status} (${reply.code ?? 'no code'})`);
    },
  },
  {
    id: 'connection.forgotten',
    proves: 'A connection can be forgotten, also one that is unknown.',
    why: 'An erased person must be gone everywhere.',
    async run(probe) {
      const company = probe.manifest.testLogins?.[0]?.company ?? 'none';
      const reply = await probe.call('forget', {
        document: { company, auth: newNonce() },
        secrets: { connection: 'unknown' },
      });
      must(reply.status === 200, `The status is ${reply.status} (${reply.code ?? 'no code'})`);
    },
  },
];
