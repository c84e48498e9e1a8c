import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keep, kept } from '../../../modules/kit/keep.ts';
import { readParameters } from '../../../modules/kit/parameters.ts';
import { openSession, takeAnotherToken, takeToken } from '../../../modules/kit/session.ts';
import { FakePage } from './fake-page.ts';

const ADDRESS = 'https://m.example/connect';
const parameters = readParameters('?partner=ptn_1', '');
const before = {
  token: 'sso-1',
  verifier: 'v',
  accessToken: 'access-1',
  told: ['auth_1'],
  exited: true,
  place: { screen: 'search' },
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function openAt(address: string, state?: object): FakePage {
  const page = new FakePage(address, state && { billhook: state });
  const { search, hash } = new URL(address);
  takeToken(readParameters(search, hash));
  return page;
}

describe('the token of the address', () => {
  test.each([
    ['one in the query', '?token=a.b&companyId=co_1', '?companyId=co_1', 'a.b'],
    ['one in the fragment', '#token=a.b', '', 'a.b'],
    ['an empty one before another', '?token=#token=a.b', '', 'a.b'],
    ['one that is none', '?token=%3Cb%3E&companyId=co_1', '?companyId=co_1', undefined],
    ['an empty one', '?token=', '', undefined],
    ['none', '?companyId=co_1', '?companyId=co_1', undefined],
  ])('never stays in it: %s', (_, given, left, token) => {
    const { location } = openAt(`${ADDRESS}${given}`);
    expect(location.href).toBe(`${ADDRESS}${left}`);
    expect(kept().token).toBe(token);
  });

  test('begins anew where it is another one', () => {
    openAt(`${ADDRESS}?token=sso-2`, before);
    const { verifier, ...left } = kept();
    expect(left).toEqual({ token: 'sso-2' });
    expect(verifier).not.toBe('v');
  });

  test('goes on where it is the same', () => {
    openAt(`${ADDRESS}?token=sso-1`, before);
    expect(kept()).toEqual(before);
  });
});

test('another token of the host’s keeps the place and what was told, and may be left again', () => {
  new FakePage(ADDRESS, { billhook: before });
  takeAnotherToken('sso-2');
  const { verifier, ...left } = kept();
  expect(left).toEqual({ token: 'sso-2', told: before.told, place: before.place });
  expect(verifier).not.toBe('v');
});

describe('a page that is loaded again', () => {
  /** What it asked the service with, and what became of it. */
  async function reload(answers: Readonly<Record<string, () => Response>>) {
    new FakePage(ADDRESS);
    keep(before);
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string, { body }: { readonly body?: string }) => {
      if (url.includes('/look/'))
        return Response.json({ code: 'partner_not_found' }, { status: 404 });
      const { token } = JSON.parse(body ?? '{}');
      asked.push(token);
      return answers[token]?.() ?? Promise.reject(new TypeError('Failed to fetch'));
    });
    const opening = openSession('account-linking', parameters);
    await vi.runAllTimersAsync();
    return { kind: (await opening).kind, asked: [...new Set(asked)] };
  }
  const refuse = (status: number, code: string) => () => Response.json({ code }, { status });
  const session = () =>
    Response.json({ accessToken: 'access-2', expiresIn: 60, look: { origins: [] } });

  test.each<[string, Readonly<Record<string, () => Response>>, string]>([
    ['without a connection', {}, 'offline'],
    ['while the service fails', { 'access-1': refuse(500, 'internal_error') }, 'down'],
    ['while it is away', { 'access-1': refuse(503, 'service_unavailable') }, 'down'],
  ])('%s does not spend its one-time token, and can try again', async (_, answers, kind) => {
    expect(await reload(answers)).toEqual({ kind, asked: ['access-1'] });
    expect(kept().accessToken).toBe('access-1');
  });

  test('goes on with its session', async () => {
    expect(await reload({ 'access-1': session })).toEqual({ kind: 'open', asked: ['access-1'] });
  });

  test('whose session is over tries its token', async () => {
    const over = refuse(401, 'token_invalid');
    const asked = ['access-1', 'sso-1'];
    expect(await reload({ 'access-1': over, 'sso-1': session })).toEqual({ kind: 'open', asked });
    expect(await reload({ 'access-1': over, 'sso-1': over })).toEqual({ kind: 'expired', asked });
  });
});
