import {
  isAlive,
  MAX_TOKEN_MARKS,
  planExchange,
  planRevocation,
  planRevocationOfAll,
  REPEAT_MILLISECONDS,
  type SsoTokenFacts,
  type TokenState,
} from '@billhook/core/api/token-marks';
import { describe, expect, test } from 'vitest';

const now = Date.parse('2026-11-21T12:00:00Z');
const exp = now / 1000 + 600;
const verifierDigest = 'd'.repeat(43);

function token(change: Partial<SsoTokenFacts> = {}): SsoTokenFacts {
  return { family: 'a', generation: 4, exp, familyExp: exp + 3600, nonce: true, ...change };
}

const fresh: TokenState = { tokenGeneration: 4 };

/** The state after an exchange that must be accepted. */
function spent(state: TokenState = fresh, given: object = {}): TokenState {
  const plan = planExchange(state, token(), { now, ...given });
  if (plan === 'refused' || !plan.change) throw new Error('The exchange was refused');
  return plan.change;
}

describe('an exchange', () => {
  test('of a token that is not for one use changes nothing, however often', () => {
    const plan = planExchange(fresh, token({ nonce: false }), { now });
    expect(plan).toEqual({ generation: 4 });
  });

  test('spends a one-time token', () => {
    expect(planExchange(spent(), token(), { now })).toBe('refused');
  });

  test('of one token spends no other', () => {
    expect(planExchange(spent(), token({ family: 'b' }), { now })).not.toBe('refused');
  });

  const repeats: [string, number, string | undefined, boolean][] = [
    ['with the same verifier at once', 0, verifierDigest, true],
    ['with the same verifier at its last moment', REPEAT_MILLISECONDS, verifierDigest, true],
    ['with the same verifier a moment too late', REPEAT_MILLISECONDS + 1, verifierDigest, false],
    ['with another verifier', 0, 'e'.repeat(43), false],
    ['without a verifier', 0, undefined, false],
  ];
  test.each(repeats)('can be repeated %s, or not', (_how, after, digest, repeatable) => {
    const state = spent(fresh, { verifierDigest });
    const plan = planExchange(state, token(), { now: now + after, verifierDigest: digest });
    expect(plan).toEqual(repeatable ? { generation: 4 } : 'refused');
  });

  test('made without a verifier cannot be repeated with one', () => {
    expect(planExchange(spent(), token(), { now, verifierDigest })).toBe('refused');
  });

  test('of another generation is refused, be it earlier or later', () => {
    for (const generation of [3, 5]) {
      const other = token({ generation, nonce: false });
      expect(planExchange(fresh, other, { now })).toBe('refused');
    }
  });

  test('keeps a verifier no longer than it is of use', () => {
    const state = spent(fresh, { verifierDigest });
    const later = now + REPEAT_MILLISECONDS + 1;
    const plan = planExchange(state, token({ family: 'b' }), { now: later });
    expect(JSON.stringify(plan)).not.toContain(verifierDigest);
    expect(plan).toMatchObject({ change: { tokenMarks: { a: { until: exp } } } });
  });
});

describe('a revocation', () => {
  test('of a token ends its family, and no other', () => {
    const change = planRevocation(fresh, token(), now);
    if (!change) throw new Error('Nothing was revoked');
    expect(isAlive(change, token())).toBe(false);
    expect(isAlive(change, token({ family: 'b' }))).toBe(true);
    expect(planExchange(change, token(), { now })).toBe('refused');
    expect(change.tokenMarks.a?.until).toBe(exp + 3600);
  });

  test('of a spent token ends it before a verifier can repeat its exchange', () => {
    const state = spent(fresh, { verifierDigest });
    const change = planRevocation(state, token(), now);
    expect(planExchange(change ?? state, token(), { now, verifierDigest })).toBe('refused');
  });

  test('holds when more tokens are spent after it', () => {
    const change = planRevocation(fresh, token({ family: 'r' }), now) ?? fresh;
    expect(isAlive(spent(change), token({ family: 'r' }))).toBe(false);
  });

  test('of what is dead already changes nothing', () => {
    const change = planRevocation(fresh, token(), now);
    expect(planRevocation(change ?? fresh, token(), now)).toBeUndefined();
    expect(planRevocation(fresh, token({ generation: 3 }), now)).toBeUndefined();
    expect(planRevocation(fresh, token(), (exp + 3600) * 1000)).toBeUndefined();
    expect(planRevocation(fresh, token(), (exp + 3600) * 1000 - 1)).toBeDefined();
  });

  test('of all tokens ends each, and forgets what became of them', () => {
    const change = planRevocationOfAll(spent());
    expect(change).toEqual({ tokenGeneration: 5, tokenMarks: {} });
    expect(isAlive(change, token({ family: 'b' }))).toBe(false);
  });
});

describe('the marks of a client', () => {
  const full = (until: number): TokenState => ({
    tokenGeneration: 4,
    tokenMarks: Object.fromEntries(
      Array.from({ length: MAX_TOKEN_MARKS }, (_, index) => [`t${index}`, { until }]),
    ),
  });

  test('are dropped when their tokens have expired anyway', () => {
    const state = full(now / 1000);
    const plan = planExchange(state, token(), { now });
    expect(plan).toMatchObject({ generation: 4 });
    expect(Object.keys(spent(state).tokenMarks ?? {})).toEqual(['a']);
  });

  test('fit up to their limit', () => {
    const { t0, ...others } = full(exp).tokenMarks ?? {};
    const state = spent({ tokenGeneration: 4, tokenMarks: others });
    expect(Object.keys(state.tokenMarks ?? {})).toHaveLength(MAX_TOKEN_MARKS);
    expect(state.tokenGeneration).toBe(4);
  });

  test('beyond their limit end all tokens but the one that the exchange makes', () => {
    const plan = planExchange(full(exp), token(), { now });
    expect(plan).toEqual({ generation: 5, change: { tokenGeneration: 5, tokenMarks: {} } });
    const change = planRevocation(full(exp), token(), now);
    expect(change).toEqual({ tokenGeneration: 5, tokenMarks: {} });
  });

  test('are looked up by their own names only', () => {
    expect(isAlive({ tokenGeneration: 4, tokenMarks: {} }, token({ family: 'constructor' }))).toBe(
      true,
    );
  });
});
