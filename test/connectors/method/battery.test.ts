import type { Author, FindPaymentResult } from '@billhook/connector-kit';
import { describe, expect, test } from 'vitest';
import { runBattery } from './battery/battery.ts';
import { tableOf } from './battery/figures.ts';
import type { Tamper } from './battery/process.ts';

const SECONDS = 120_000;

test(
  'Payments amid faults are taken once, never denied, and told when they come back',
  async () => {
    const figures = await runBattery({ payments: 150, seed: 7 });
    expect(figures.violations, tableOf(figures)).toEqual([]);
    expect(figures.returns).toBeGreaterThan(5);
    expect(figures.returnsTold).toBe(figures.returns);
    expect(Object.keys(figures.faults).length).toBeGreaterThan(12);
  },
  SECONDS,
);

/** What a find says, changed. */
function found(author: Author, change: (result: FindPaymentResult) => FindPaymentResult): Author {
  const { findPayment } = author;
  return {
    ...author,
    findPayment: async (...given) =>
      change((await findPayment?.(...given)) ?? { kind: 'not-known' }),
  };
}

/** Each is a mistake that somebody could make in a connector like this. */
const mistakes: Readonly<Record<string, { readonly tamper: Tamper; readonly wrong: RegExp }>> = {
  'pays without an idempotency key': {
    tamper: {
      fetch: (send) => (url, init) => {
        const { 'idempotency-key': _, ...headers } = (init?.headers ?? {}) as Record<
          string,
          string
        >;
        return send(url, { ...init, headers });
      },
    },
    wrong: /was made twice|was paid 2 times/,
  },
  'calls what is not clear declined': {
    tamper: {
      author: (author) => ({
        ...author,
        pay: async (...given) => {
          const result = await author.pay?.(...given);
          return !result || result.kind === 'unknown' ? { kind: 'declined' } : result;
        },
      }),
    },
    wrong: /says declined, and Method took it|known as declined/,
  },
  'calls what it does not find never taken': {
    tamper: {
      author: (author) =>
        found(author, (result) => (result.kind === 'not-known' ? { kind: 'never-taken' } : result)),
    },
    wrong: /says never-taken, and Method took it|known as never-taken|was paid 2 times/,
  },
  'does not see that a payment came back': {
    tamper: {
      fetch: (send) => async (url, init) => {
        const response = await send(url, init);
        const text = (await response.text()).replaceAll('"reversed"', '"posted"');
        return new Response(text, response);
      },
    },
    wrong: /is reversed, and known as paid/,
  },
};

describe('The battery finds a connector that', () => {
  test.each(Object.entries(mistakes))(
    '%s',
    async (_, { tamper, wrong }) => {
      const { violations } = await runBattery({ payments: 150, seed: 7, tamper });
      expect(violations.join('\n')).toMatch(wrong);
    },
    SECONDS,
  );
});
