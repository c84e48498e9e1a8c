import { type Author, memoryStore, type Run } from '@billhook/connector-kit';
import { openKeySet } from '@billhook/connector-kit/wire/keys';
import type { WireRequest } from '@billhook/connector-kit/wire/message';
import { readReport } from '@billhook/connector-kit/wire/report';
import { newNonce } from '@billhook/connector-kit/wire/signature';
import { describe, expect, test } from 'vitest';
import { callerOf, findOf, loginOf, payOf } from '../../../support/caller.ts';
import { fullManifest, goodConnector, suite } from '../../../support/good-connector.ts';

const USD = 'USD' as const;
const accepted = {
  kind: 'accepted' as const,
  reference: 'R-1',
  expectBy: '2027-02-03',
  askAgainAt: '2027-02-01T12:00:00.000Z',
};
const paid = {
  kind: 'paid' as const,
  amount: { cents: 100, currency: USD },
  paidAt: '2027-02-03T12:00:00.000Z',
};
const returned = { kind: 'returned' as const, reason: 'account_closed' as const, on: '2027-02-09' };

const author: Author = {
  companies: () => ({ companies: [], asOf: new Date().toISOString() }),
  logIn: () => ({ kind: 'verified' }),
  pay: () => accepted,
};

/** A connector whose caller takes reports, or refuses them by a status. */
function reporting(statuses: number[] = []) {
  const sent: WireRequest[] = [];
  const connector = goodConnector({
    author,
    store: memoryStore(),
    callers: [{ ...suite, reportsTo: 'https://billhook.example/' }],
    fetch: (async (url: string, init: RequestInit) => {
      const { method = '', headers, body } = init;
      sent.push({ method, url, headers: headers as never, body: body as Uint8Array });
      return new Response(null, { status: statuses.shift() ?? 204 });
    }) as typeof fetch,
  });
  const update = (id: string, result: { readonly kind: string }) =>
    connector.update({
      caller: 'suite',
      kind: 'payment',
      id,
      submission: 1,
      result: result as never,
    });
  return { connector, sent, update, caller: callerOf(connector) };
}

const keys = openKeySet(fullManifest().keys) ?? [];
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('What is being done', () => {
  test('is in the state, reported when it changes, and gone once it has ended', async () => {
    let step: Run['step'];
    let end = () => {};
    const sent: WireRequest[] = [];
    const connector = goodConnector({
      answerSeconds: 0.02,
      author: {
        ...author,
        logIn: (_, run) => {
          step = run.step;
          return new Promise((resolve) => {
            end = () => resolve({ kind: 'verified' });
          });
        },
      },
      callers: [{ ...suite, reportsTo: 'https://billhook.example/' }],
      fetch: (async (url: string, { method = '', headers, body }: RequestInit) => {
        sent.push({ method, url, headers: headers as never, body: body as Uint8Array });
        return new Response(null, { status: 204 });
      }) as typeof fetch,
    });
    const caller = callerOf(connector);
    const operation = newNonce();
    expect((await caller.ask('logIn', loginOf(operation))).state).toMatchObject({ sequence: 1 });
    step?.('signing-in');
    step?.('signing-in');
    step?.('waiting-for-code');
    await expect.poll(() => sent.length).toBe(2);
    const reports = sent.map((one) => readReport(one, keys, Date.now())?.state);
    expect(reports).toMatchObject([
      { state: 'running', step: 'signing-in', sequence: 2 },
      { state: 'running', step: 'waiting-for-code', sequence: 3 },
    ]);
    const polled = await caller.ask('poll', { operation });
    expect(polled.state).toMatchObject({ state: 'running', step: 'waiting-for-code' });
    end();
    await expect.poll(() => caller.kind('poll', { operation })).toBe('verified');
    // What comes too late changes nothing.
    step?.('paying');
    await settle();
    expect((await caller.ask('poll', { operation })).state).toMatchObject({ sequence: 4 });
  });
});

describe('What becomes of a submission later', () => {
  test('is stored, found, and reported by a signed request', async () => {
    const { update, caller, sent } = reporting();
    const payment = newNonce();
    expect(await caller.kind('pay', payOf(payment))).toBe('accepted');
    expect(await update(payment, paid)).toBe(true);
    expect(await caller.kind('findPayment', findOf(payment))).toBe('paid');
    expect(await update(payment, returned)).toBe(true);
    expect(await caller.kind('poll', { operation: `${payment}-1` })).toBe('returned');
    await settle();
    const reports = sent.map((one) => readReport(one, keys, Date.now()));
    expect(reports.map((report) => report?.state)).toMatchObject([
      { operation: `${payment}-1`, result: { kind: 'paid' }, sequence: 3 },
      { operation: `${payment}-1`, result: { kind: 'returned' }, sequence: 4 },
    ]);
    expect(new Set(reports.map((report) => report?.nonce)).size).toBe(2);
    expect(sent[0]?.url).toBe(`https://billhook.example/v1/connector/operations/${payment}-1`);
  });

  test.each([
    ['what came back', [paid, returned], paid],
    ['what was declined', [{ kind: 'declined' }], paid],
    ['what was paid, into a decline', [paid], { kind: 'declined' }],
    ['the same', [paid], paid],
  ])('changes nothing of %s', async (_, before, after) => {
    const { update, caller } = reporting();
    const payment = newNonce();
    await caller.kind('pay', payOf(payment));
    for (const result of before) expect(await update(payment, result)).toBe(true);
    expect(await update(payment, after)).toBe(false);
  });

  test('is refused if it is no result, or of another amount', async () => {
    const { update, caller } = reporting();
    const payment = newNonce();
    await caller.kind('pay', payOf(payment));
    await expect(update(payment, { kind: 'settled' })).rejects.toThrow('none of a submission');
    const other = { ...paid, amount: { cents: 99, currency: USD } };
    await expect(update(payment, other)).rejects.toThrow('another amount');
  });

  test('is nothing of a submission that never came', async () => {
    expect(await reporting().update(newNonce(), paid)).toBe(false);
  });
});

describe('A report', () => {
  test.each([[404], [409]])('is not sent again after %i', async (status) => {
    const { update, caller, sent } = reporting([status]);
    const payment = newNonce();
    await caller.kind('pay', payOf(payment));
    await update(payment, paid);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(sent).toHaveLength(1);
  });

  test('is sent again after a failure, signed again', async () => {
    const { update, caller, sent } = reporting([500]);
    const payment = newNonce();
    await caller.kind('pay', payOf(payment));
    await update(payment, paid);
    await expect.poll(() => sent.length).toBe(2);
    const [first, second] = sent.map((one) => readReport(one, keys, Date.now()));
    expect(second?.state).toEqual(first?.state);
    expect(second?.nonce).not.toBe(first?.nonce);
  });

  test('does not count at another address, of another connector, or with another body', async () => {
    const { update, caller, sent } = reporting();
    const payment = newNonce();
    await caller.kind('pay', payOf(payment));
    await update(payment, paid);
    await settle();
    const [report] = sent;
    if (!report) throw new Error('Nothing was sent');
    const at = Date.now();
    expect(readReport(report, keys, at)).toBeDefined();
    expect(readReport(report, keys, at + 120_000)).toBeUndefined();
    expect(readReport(report, [], at)).toBeUndefined();
    expect(readReport({ ...report, body: Buffer.from('{}') }, keys, at)).toBeUndefined();
    const url = report.url.replace(payment, newNonce());
    expect(readReport({ ...report, url }, keys, at)).toBeUndefined();
  });
});
