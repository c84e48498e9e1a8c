/**
 * How many sessions were open at the same time, as the website itself sees it. One counts from its sign-in
 * until it is signed out, or silent for a while: nobody tells a website that a window was closed. How many
 * were in use is known afterwards: each from its first request to its last.
 */

export type SessionsAtOnce = {
  readonly seen: (session: string, login: string) => void;
  readonly ended: (session: string) => void;
  /** The most there ever were, of all and of one login, and the most that were in use. */
  readonly most: () => {
    readonly ofAll: number;
    readonly ofOneLogin: number;
    readonly inUse: number;
  };
};

/** Who hasn't asked for anything for so long has gone. */
const SILENT_MILLISECONDS = 30_000;

export function countSessions(now: () => number = Date.now): SessionsAtOnce {
  const open = new Map<string, { readonly login: string; readonly at: number }>();
  const used = new Map<string, { readonly first: number; last: number }>();
  let ofAll = 0;
  let ofOneLogin = 0;
  return {
    seen(session, login) {
      const at = now();
      const one = used.get(session);
      if (one) one.last = at;
      else used.set(session, { first: at, last: at });
      open.set(session, { login, at });
      for (const [id, other] of open) if (at - other.at > SILENT_MILLISECONDS) open.delete(id);
      ofAll = Math.max(ofAll, open.size);
      const own = [...open.values()].filter((one) => one.login === login).length;
      ofOneLogin = Math.max(ofOneLogin, own);
    },
    ended: (session) => void open.delete(session),
    most: () => ({ ofAll, ofOneLogin, inUse: mostInUse([...used.values()]) }),
  };
}

type Used = { readonly first: number; readonly last: number };

function mostInUse(all: readonly Used[]): number {
  const at = (moment: number) =>
    all.filter(({ first, last }) => first <= moment && moment <= last).length;
  return Math.max(0, ...all.map(({ first }) => at(first)));
}
