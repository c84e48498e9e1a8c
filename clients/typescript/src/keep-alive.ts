/** Keeps an access token alive: another one takes its place before it ends. */

/** A token is renewed this long before it ends, or in its last third. */
const MARGIN_MILLISECONDS = 60_000;

export type Token = {
  readonly accessToken: string;
  readonly expiresIn: number;
  readonly renewable: boolean;
};
type Held = { readonly token: string; readonly until: number; readonly renewFrom: number };

/** @returns what answers a token that is good, and asks for another one in time, once for all who wait. */
export function keepAlive(
  first: Token,
  renew: (accessToken: string) => Promise<Token>,
  now: () => number,
): () => Promise<string> {
  let held = hold(first, now());
  let renewing: Promise<string> | undefined;
  const renewed = async () => {
    try {
      const next = hold(await renew(held.token), now());
      // It ends no later than the SSO token allows. One that gains nothing is the last.
      held = next.until > held.until ? next : { ...next, renewFrom: Number.POSITIVE_INFINITY };
      return held.token;
    } finally {
      renewing = undefined;
    }
  };
  return async () => {
    if (now() < held.renewFrom) return held.token;
    renewing ??= renewed();
    if (now() >= held.until) return await renewing;
    // It is good for a while still: a failure to renew it is tried again with the next call.
    return await renewing.catch(() => held.token);
  };
}

function hold({ accessToken, expiresIn, renewable }: Token, at: number): Held {
  const life = expiresIn * 1_000;
  const margin = Math.min(MARGIN_MILLISECONDS, life / 3);
  const renewFrom = renewable ? at + life - margin : Number.POSITIVE_INFINITY;
  return { token: accessToken, until: at + life, renewFrom };
}
