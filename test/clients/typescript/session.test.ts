import { describe, expect, test } from 'vitest';
import { keepAlive } from '../../../clients/typescript/src/keep-alive.ts';
import { openSession } from '../../../clients/typescript/src/session.ts';

const SECOND = 1_000;

function clockedToken(first: { expiresIn: number; renewable: boolean }) {
  const at = { now: 0 };
  const asked: string[] = [];
  const answers: (object | Error)[] = [];
  const renew = async (accessToken: string) => {
    asked.push(accessToken);
    await Promise.resolve();
    const answer = answers.shift() ?? { accessToken: `t${asked.length + 1}`, expiresIn: 900 };
    if (answer instanceof Error) throw answer;
    return { renewable: true, ...answer } as never;
  };
  const token = keepAlive({ accessToken: 't1', ...first }, renew, () => at.now);
  return { at, asked, answers, token };
}

describe('an access token', () => {
  test('is the same until its last minute, then another one, asked for once', async () => {
    const { at, asked, token } = clockedToken({ expiresIn: 900, renewable: true });
    at.now = 839 * SECOND;
    expect(await token()).toBe('t1');
    at.now = 840 * SECOND;
    expect(await Promise.all([token(), token(), token()])).toEqual(['t2', 't2', 't2']);
    expect(asked).toEqual(['t1']);
    at.now += 840 * SECOND;
    expect(await token()).toBe('t3');
    expect(asked).toEqual(['t1', 't2']);
  });

  test('of a minute is renewed in its last third', async () => {
    const { at, token } = clockedToken({ expiresIn: 60, renewable: true });
    at.now = 39 * SECOND;
    expect(await token()).toBe('t1');
    at.now = 40 * SECOND;
    expect(await token()).toBe('t2');
  });

  test('goes on where its renewal fails, as long as it lasts', async () => {
    const { at, answers, token } = clockedToken({ expiresIn: 900, renewable: true });
    const offline = new Error('offline');
    answers.push(offline, offline);
    at.now = 850 * SECOND;
    expect(await token()).toBe('t1');
    at.now = 900 * SECOND;
    await expect(token()).rejects.toThrow(offline);
    expect(await token()).toBe('t4');
  });

  test('that cannot be renewed is the last, and so is one that lasts no longer', async () => {
    const first = clockedToken({ expiresIn: 900, renewable: false });
    first.at.now = 1_000 * SECOND;
    expect(await first.token()).toBe('t1');
    expect(first.asked).toEqual([]);

    const { at, answers, asked, token } = clockedToken({ expiresIn: 900, renewable: true });
    at.now = 850 * SECOND;
    answers.push({ accessToken: 't2', expiresIn: 50 });
    expect([await token(), await token(), asked.length]).toEqual(['t2', 't2', 1]);
  });
});

test('A session exchanges its token with a verifier, and calls with what it got', async () => {
  const sent: { path: string; authorization: string | null; body: Record<string, unknown> }[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    const { authorization = null } = Object.fromEntries(new Headers(init.headers));
    const body = JSON.parse((init.body as string | undefined) ?? '{}');
    sent.push({ path: String(url).replace(/^.*\/v1/, ''), authorization, body });
    const token = { accessToken: `t${sent.length}`, expiresIn: 900, renewable: true };
    return Response.json({ ...token, clientId: 'cl_1', data: [] });
  };
  const baseUrl = 'https://billhook.example/v1';
  const { clientId, api } = await openSession({ baseUrl, token: 'sso', sessionId: 's1', fetch });
  await api.bill.listBills({ clientId });
  expect(sent).toMatchObject([
    { path: '/client/access-token', authorization: null, body: { token: 'sso', sessionId: 's1' } },
    { path: '/bill/list/cl_1', authorization: 'Bearer t1' },
  ]);
  expect(sent[0]?.body.verifier).toMatch(/^[\w-]{43}$/);
});
