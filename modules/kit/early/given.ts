/** What the page has begun before its module's script is there, and hands over to it. */

import type { Opening } from '../parameters.ts';
import type { Opened } from '../session.ts';

export type Early = {
  readonly parameters: Opening;
  /** The session that is opened since the page began, with its partner's look on the page. */
  readonly opened: Promise<Opened>;
  /** Opens it once more. */
  readonly open: () => Promise<Opened>;
};

/** No name that a native app could have given its bridge. */
const KEY = Symbol.for('billhook.early');

type Holder = { [KEY]?: Early };

export function give(early: Early): void {
  (globalThis as Holder)[KEY] = early;
}

/** @throws Error on a page that the service did not write. */
export function given(): Early {
  const early = (globalThis as Holder)[KEY];
  if (!early) throw new Error('The page has no early script');
  return early;
}
