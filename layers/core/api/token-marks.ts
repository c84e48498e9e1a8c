/**
 * What became of a client's tokens. It stands in the client's own record, so that one read tells
 * whether a token is alive: its generation is the client's, and its family is not marked as revoked.
 *
 * A family is an SSO token and the access tokens that came from it, named by the SSO token's `jti`.
 */

/** Times are in seconds since the epoch, as in the tokens, but where the name says otherwise. */
export type TokenMark = {
  /** From here on no token of the family could be alive anyway, and the mark goes. */
  readonly until: number;
  readonly revoked?: true;
  /** When a one-time SSO token was exchanged. */
  readonly spentAtMilliseconds?: number;
  /** SHA-256 of the verifier that it was exchanged with, in base64url. */
  readonly verifierDigest?: string;
};

/** By family. */
export type TokenMarks = Readonly<Record<string, TokenMark>>;

/** What a token says of itself that its life depends on. */
export type TokenFacts = {
  readonly family: string;
  readonly generation: number;
  /** When the last token that its family can have expires. */
  readonly familyExp: number;
};

export type SsoTokenFacts = TokenFacts & { readonly exp: number; readonly nonce: boolean };

/** What a client's record says of its tokens. */
export type TokenState = {
  /** Tokens of an earlier generation are revoked. */
  readonly tokenGeneration: number;
  /** What became of single tokens of this generation. */
  readonly tokenMarks?: TokenMarks;
};

/** The state that a change leaves behind. */
export type TokenChange = {
  readonly tokenGeneration: number;
  readonly tokenMarks: TokenMarks;
};

/** How long a spent token can be exchanged again with its verifier: for an answer that was lost. */
export const REPEAT_MILLISECONDS = 60_000;

/** Marks in one record. 100 are below 12 KB: what authorizing a request reads at the very most. */
export const MAX_TOKEN_MARKS = 100;

export function isAlive(state: TokenState, token: TokenFacts): boolean {
  return token.generation === state.tokenGeneration && !markOf(state, token)?.revoked;
}

/**
 * Whether an SSO token, not yet expired, can be exchanged now. `change` is to be written before the
 * access token is handed out; an exchange without one changes nothing.
 */
export function planExchange(
  state: TokenState,
  token: SsoTokenFacts,
  given: { readonly now: number; readonly verifierDigest?: string },
): { readonly generation: number; readonly change?: TokenChange } | 'refused' {
  if (!isAlive(state, token)) return 'refused';
  if (!token.nonce) return { generation: state.tokenGeneration };
  const standing = markOf(state, token);
  if (standing) {
    return mayRepeat(standing, given) ? { generation: state.tokenGeneration } : 'refused';
  }
  const change = withMark(state, given.now, token.family, {
    until: token.exp,
    spentAtMilliseconds: given.now,
    ...(given.verifierDigest && { verifierDigest: given.verifierDigest }),
  });
  return { generation: change.tokenGeneration, change };
}

/** Revokes a token's whole family. Nothing is left to change where it is dead already. */
export function planRevocation(
  state: TokenState,
  token: TokenFacts,
  now: number,
): TokenChange | undefined {
  if (!isAlive(state, token) || token.familyExp * 1000 <= now) return undefined;
  return withMark(state, now, token.family, { until: token.familyExp, revoked: true });
}

/** All tokens that were made before are dead, so that nothing about them has to be kept. */
export function planRevocationOfAll(state: TokenState): TokenChange {
  return { tokenGeneration: state.tokenGeneration + 1, tokenMarks: {} };
}

/** Where there is no more room, all tokens are revoked: more than was asked for, and never less. */
function withMark(state: TokenState, now: number, family: string, mark: TokenMark): TokenChange {
  const live = Object.entries(state.tokenMarks ?? {})
    .filter(([name, { until }]) => name !== family && until * 1000 > now)
    .map(([name, one]) => [name, withoutOldVerifier(one, now)] as const);
  if (live.length >= MAX_TOKEN_MARKS) return planRevocationOfAll(state);
  return {
    tokenGeneration: state.tokenGeneration,
    tokenMarks: { ...Object.fromEntries(live), [family]: mark },
  };
}

function mayRepeat(
  { spentAtMilliseconds, verifierDigest }: TokenMark,
  given: { readonly now: number; readonly verifierDigest?: string },
): boolean {
  if (spentAtMilliseconds === undefined || verifierDigest === undefined) return false;
  // Digests of what the caller cannot choose freely: comparing them tells nothing by its time.
  return (
    given.now - spentAtMilliseconds <= REPEAT_MILLISECONDS &&
    given.verifierDigest === verifierDigest
  );
}

function withoutOldVerifier(mark: TokenMark, now: number): TokenMark {
  const { verifierDigest, ...rest } = mark;
  const { spentAtMilliseconds = 0 } = mark;
  return now - spentAtMilliseconds <= REPEAT_MILLISECONDS ? mark : rest;
}

function markOf({ tokenMarks }: TokenState, { family }: TokenFacts): TokenMark | undefined {
  return tokenMarks && Object.hasOwn(tokenMarks, family) ? tokenMarks[family] : undefined;
}
