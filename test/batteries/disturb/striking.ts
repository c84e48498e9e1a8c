/** When a target is struck: by the number of messages, so that it meets work however fast the machine is. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../../model/year/chance.ts';

/** A message goes, or its response comes back. An order is one that a payment or a link begins with. */
export type Moment = 'request' | 'response' | 'order';

/** After an order was sent, at most. */
const MOST_ORDER_MILLISECONDS = 400;

export type Striking = {
  /** Told of each message. What it returns ends once the target is back. */
  readonly onMoment: (moment: Moment) => Promise<void> | undefined;
  /** Strikes now. */
  readonly strike: () => Promise<void>;
  /** Strikes no more by itself. @throws Error of a target that did not come back. */
  readonly end: () => Promise<void>;
};

/** @param every moments between two strikes, on average; one strike in two meets an order, where some are told. */
export function openStriking(
  { between, happens }: Chance,
  every: number,
  act: () => Promise<void>,
): Striking {
  const most = Math.ceil(every * 1.5);
  let isOver = false;
  let struck: Promise<void> = Promise.resolve();
  let left = 0;
  let meetsOrder = false;
  const draw = () => {
    meetsOrder = happens(0.5);
    left = between(Math.ceil(every / 2), most);
  };
  const strike = async () => {
    await act();
    draw();
  };
  draw();
  return {
    strike,
    onMoment: (moment) => {
      left -= 1;
      const isNow = left <= 0 || (meetsOrder && moment === 'order' && left < most - 2);
      if (isOver || !isNow) return undefined;
      const wait = moment === 'order' ? between(0, MOST_ORDER_MILLISECONDS) : 0;
      left = Number.POSITIVE_INFINITY;
      struck = sleep(wait).then(strike);
      // Who ends it is told that the target did not come back.
      return struck.catch(() => {});
    },
    end: async () => {
      isOver = true;
      await struck;
    },
  };
}
