/** How long a session stays open after a call, and what is said of that: its process has its own end. */
import type { Result } from '@billhook/connector-kit/protocol/machine';
import { ANSWER_SECONDS } from '../author.ts';

export type KeptOpen = {
  /** Never says of a session that it is open for longer than it is. */
  readonly result: Result;
  /** Nothing where it has ended with this call. */
  readonly seconds?: number;
};

type Live = Result & { readonly live?: string; readonly liveSeconds?: number };

/** @param milliseconds - Until the process ends, and every session in it. */
export function keptOpen(said: Result, milliseconds: number): KeptOpen {
  const { live, liveSeconds = 0, ...ended } = said as Live;
  const wanted =
    said.kind === 'mfa-required' ? ANSWER_SECONDS : live === undefined ? 0 : liveSeconds;
  const seconds = Math.min(wanted, Math.floor(milliseconds / 1000));
  if (seconds <= 0) return { result: ended };
  const result = live === undefined ? said : { ...ended, live, liveSeconds: seconds };
  return { result, seconds };
}
