/**
 * How many calls run at a time: of what reaches companies always, by the queues in front of it; of the
 * authorizer and of what moves money only where the stage says so. A new account has 10 in all, of
 * which AWS lets nobody reserve any (decision: companies-behind-queues).
 */
import type { ConcurrencySettings } from '../settings/stage-settings.ts';

export type Concurrency = {
  /** Of a function that reads a queue of company work, by its path and what it declares. */
  readonly mostOf: (path: string, declared: number) => number;
  /** What is kept free for a function, by its path; nothing when the stage says nothing. */
  readonly reservedOf: (path: string) => number | undefined;
};

/** By what the settings call the reservation. */
const reservations = {
  authorizer: ['gateway/authorize'],
  payments: ['workflow/submit-payment', 'workflow/ask-payment', 'workflow/settle-payment'],
} as const;

/** More of one queue than SQS hands over at a time. */
const MOST_OF_A_QUEUE = 1_000;

export function concurrencyOf(settings: ConcurrencySettings = {}): Concurrency {
  const { companies: most = MOST_OF_A_QUEUE, times = 1 } = settings;
  const reserved = new Map<string, number>();
  for (const [name, paths] of Object.entries(reservations)) {
    const count = settings[name as keyof typeof reservations];
    for (const path of paths) if (count !== undefined) reserved.set(path, count);
  }
  return {
    // What a queue hands over beyond a reservation would be refused.
    mostOf: (path, declared) =>
      Math.min(declared * times, MOST_OF_A_QUEUE, most, reserved.get(path) ?? MOST_OF_A_QUEUE),
    reservedOf: (path) => reserved.get(path),
  };
}
