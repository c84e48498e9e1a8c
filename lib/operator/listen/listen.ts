/** Tells of a partner's events as they come, and hands them on, until it is ended. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AnyEvent } from '@billhook/core/schemas/event';
import { eventLine, forwardedLine } from './event-line.ts';
import type { Follower } from './follow-events.ts';
import type { Forwarded } from './forward-event.ts';

const POLL_MILLISECONDS = 1_000;
/** While the service does not respond, retries back off up to this interval. */
const MAX_POLL_MILLISECONDS = 15_000;
/** Handed on at a time: a receiver that hangs delays nothing that others would be told. */
const MAX_FORWARDS = 8;

export type Listening = {
  readonly follower: Follower;
  /** Never rejects. */
  readonly forward?: (event: AnyEvent) => Promise<Forwarded>;
  readonly json: boolean;
  readonly print: (line: string) => void;
  readonly remark: (line: string) => void;
  readonly signal: AbortSignal;
  readonly pollMilliseconds?: number;
};

export type Heard = { readonly events: number; readonly accepted: number };

/** @throws what the first round throws: a key that is refused stays refused. */
export async function listen(listening: Listening): Promise<Heard> {
  const { follower, remark, signal, pollMilliseconds = POLL_MILLISECONDS } = listening;
  const desk = openDesk(listening);
  let failures = 0;
  let hasAnswered = false;
  while (!signal.aborted) {
    try {
      const events = await follower.next();
      if (failures > 0) remark('The service responds again.');
      if (!hasAnswered) remark('Listening. Press Ctrl-C to stop.');
      failures = 0;
      hasAnswered = true;
      desk.take(events);
    } catch (error) {
      if (signal.aborted) break;
      if (!hasAnswered) throw error;
      failures += 1;
      if (failures === 1) remark(`${(error as Error).message} Trying again.`);
    }
    const wait = Math.min(pollMilliseconds * 2 ** Math.min(failures, 10), MAX_POLL_MILLISECONDS);
    await pause(failures === 0 ? pollMilliseconds : wait, undefined, { signal }).catch(() => {});
  }
  return desk.close();
}

/** Prints events in their order, and hands them on several at a time. */
function openDesk({ forward, json, print }: Listening) {
  const waiting: AnyEvent[] = [];
  const under = new Set<Promise<void>>();
  const heard = { events: 0, accepted: 0 };

  async function handOn(event: AnyEvent, send: NonNullable<typeof forward>): Promise<void> {
    const forwarded = await send(event);
    if ('status' in forwarded && forwarded.status >= 200 && forwarded.status < 300) {
      heard.accepted += 1;
    }
    print(json ? JSON.stringify({ event, forwarded }) : forwardedLine(event, forwarded));
  }

  function begin(): void {
    while (forward && under.size < MAX_FORWARDS) {
      const event = waiting.shift();
      if (!event) return;
      const done = handOn(event, forward).finally(() => {
        under.delete(done);
        begin();
      });
      under.add(done);
    }
  }

  return {
    take: (events: readonly AnyEvent[]) => {
      for (const event of events) {
        heard.events += 1;
        if (!json) print(eventLine(event));
        else if (!forward) print(JSON.stringify({ event }));
        if (forward) waiting.push(event);
      }
      begin();
    },
    close: async (): Promise<Heard> => {
      waiting.length = 0;
      await Promise.all(under);
      return heard;
    },
  };
}
