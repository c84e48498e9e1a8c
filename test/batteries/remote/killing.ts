/** When the service is killed. */
import type { Chance } from '../../model/year/chance.ts';

/** Moments of messages between two kills, on average: at least, at most, and of each payment. */
const EVERY = { least: 40, most: 900, ofPayment: 1.5 };
/** Calls between two ends of the connector, likewise. */
const CALLS = { least: 15, most: 60, ofPayment: 0.3 };

/**
 * Kills come by the number of messages, each of which is counted as it goes and as its response comes back:
 * so they meet work, however fast the machine is.
 */
export function openKilling({ between }: Chance, payments: number) {
  const every = within(payments, EVERY);
  let kill: (() => Promise<void>) | undefined;
  let killed: Promise<void> = Promise.resolve();
  let messages = 0;
  let next = 0;
  const later = () => messages + between(Math.ceil(every / 2), Math.ceil(every * 1.5));
  return {
    connectorEndsAfter: within(payments, CALLS),
    onMoment: () => {
      messages += 1;
      if (!kill || messages < next) return undefined;
      next = Number.POSITIVE_INFINITY;
      killed = kill().then(() => {
        next = later();
      });
      // Who ends the battery is told that the service did not come back.
      return killed.catch(() => {});
    },
    begin: (killService: () => Promise<void>) => {
      kill = killService;
      next = later();
    },
    end: async () => {
      kill = undefined;
      await killed;
    },
  };
}

function within(payments: number, { least, most, ofPayment }: typeof EVERY): number {
  return Math.min(Math.max(Math.round(payments * ofPayment), least), most);
}
