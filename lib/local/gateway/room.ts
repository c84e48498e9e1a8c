/** How many requests the gateway lets in at a time: as many as get through soon. */

export type Room = {
  /** Lets a request in, unless it would wait too long. Whoever is let in leaves again. */
  readonly enter: () => boolean;
  readonly leave: () => void;
};

/** Whoever is let in waits about so long at most, by how fast others got through. */
const WAIT_MILLISECONDS = 5_000;
/** As many at a time are let in whatever the speed: some bursts are larger than what follows. */
const LEAST = 200;
/** An account's calls are limited too. */
const MOST = 400;

/** @param clock milliseconds that only go forward. */
export function openRoom(clock: () => number = () => performance.now()): Room {
  let open = 0;
  /** When the latest left, the earliest first; no more than count. */
  const left: number[] = [];
  const limit = () => {
    const since = clock() - WAIT_MILLISECONDS;
    while (left[0] !== undefined && left[0] < since) left.shift();
    return Math.max(LEAST, left.length);
  };
  return {
    enter: () => {
      if (open >= limit()) return false;
      open += 1;
      return true;
    },
    leave: () => {
      open -= 1;
      left.push(clock());
      if (left.length > MOST) left.shift();
    },
  };
}
