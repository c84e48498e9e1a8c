/**
 * How many sessions were open at the same time, as the website itself sees it. One counts from its sign-in
 * until it is signed out, or silent for a while.
 */

export type SessionsAtOnce = {
  readonly seen: (session: string, login: string) => void;
  readonly ended: (session: string) => void;
  /** The most there ever were, of all and of one login. */
  readonly most: () => { readonly ofAll: number; readonly ofOneLogin: number };
};

/** Who hasn't asked for anything for so long has gone. */
const SILENT_MILLISECONDS = 30_000;

export function countSessions(now: () => number = Date.now): SessionsAtOnce {
  const open = new Map<string, { readonly login: string; readonly at: number }>();
  let ofAll = 0;
  let ofOneLogin = 0;
  return {
    seen(session, login) {
      open.set(session, { login, at: now() });
      for (const [id, { at }] of open) if (now() - at > SILENT_MILLISECONDS) open.delete(id);
      ofAll = Math.max(ofAll, open.size);
      const own = [...open.values()].filter((one) => one.login === login).length;
      ofOneLogin = Math.max(ofOneLogin, own);
    },
    ended: (session) => void open.delete(session),
    most: () => ({ ofAll, ofOneLogin }),
  };
}
