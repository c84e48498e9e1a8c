/**
 * How many calls run at a time: of what reaches companies always, by the queues in front of it; of the
 * authorizer and of what moves money only where the stage says so. A new account has 10 in all, of
 * which AWS lets nobody reserve any (decision: companies-behind-queues).
 */

/** The least that Lambda takes for a queue. */
const LEAST = 2;

export type Concurrency = {
  /** Of a function that reads a queue of company work, by its path and what it declares. */
  readonly mostOf: (path: string, declared: number) => number;
  /** What is kept free for a function, by its path; nothing when the stage says nothing. */
  readonly reservedOf: (path: string) => number | undefined;
};

/** By what the context calls the reservation. */
const reservations = {
  reserveAuthorizer: ['gateway/authorize'],
  reservePayments: ['workflow/submit-payment', 'workflow/ask-payment', 'workflow/settle-payment'],
} as const;

export const concurrencySettings = [
  'companyConcurrency',
  ...(Object.keys(reservations) as (keyof typeof reservations)[]),
] as const;

type Given = Readonly<Partial<Record<(typeof concurrencySettings)[number], unknown>>>;

/** @param given what `-c name=value` says. @throws Error for what is no number of calls. */
export function readConcurrency(given: Given = {}): Concurrency {
  const most = readCount('companyConcurrency', given.companyConcurrency, LEAST);
  const reserved = new Map<string, number>();
  for (const [name, paths] of Object.entries(reservations)) {
    const count = readCount(name, given[name as keyof Given], LEAST);
    for (const path of paths) if (count !== undefined) reserved.set(path, count);
  }
  return {
    // What a queue hands over beyond a reservation would be refused.
    mostOf: (path, declared) =>
      Math.min(declared, most ?? declared, reserved.get(path) ?? declared),
    reservedOf: (path) => reserved.get(path),
  };
}

function readCount(name: string, given: unknown, least: number): number | undefined {
  if (given === undefined) return undefined;
  const count = Number(given);
  if (Number.isInteger(count) && count >= least) return count;
  throw new Error(`${name} must be a whole number from ${least} on, not '${given}'.`);
}
