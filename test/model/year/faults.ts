/** What goes wrong in a year, and how often a household has met it. */
import type { Chance } from './chance.ts';

/** Faults of a payment's first submission, dealt one by one. */
export const paymentFaults = [
  'request-lost',
  'answer-lost',
  'found-late',
  'late-arrival',
  'nonsense-payment',
  'declined',
  'fee-apart',
] as const;

/** Faults of a reading. */
export const readingFaults = [
  'hangs',
  'unreachable',
  'nonsense-reading',
  'balance-not-said',
] as const;

/** What companies and users do by themselves. */
const others = [
  'never-tells',
  'refused-after-promise',
  'posts-late',
  'due-date-moves',
  'carries-unposted',
  'due-date-cleared',
  'paid-at-company',
  'same-amount-same-day',
] as const;

export const allFaults = [...paymentFaults, ...readingFaults, ...others] as const;

export type PaymentFault = (typeof paymentFaults)[number];
export type ReadingFault = (typeof readingFaults)[number];
export type Fault = (typeof allFaults)[number];

/** Each household meets each fault at least so often. */
export const LEAST_MET = 2;

export type YearFaults = {
  readonly met: Record<Fault, number>;
  readonly meet: (fault: Fault) => void;
  readonly lacks: (fault: Fault) => boolean;
  /** The next payment's fault; nothing where all goes well. */
  readonly deal: () => PaymentFault | undefined;
  readonly ofReading: () => ReadingFault | undefined;
};

const READING_FAULT = 0.02;

export function newYearFaults(chance: Chance): YearFaults {
  const met = Object.fromEntries(allFaults.map((fault) => [fault, 0])) as Record<Fault, number>;
  const lacks = (fault: Fault) => met[fault] < LEAST_MET;
  let deck: (PaymentFault | undefined)[] = [];
  let readings: ReadingFault[] = [];
  return {
    met,
    meet: (fault) => {
      met[fault] += 1;
    },
    lacks,
    deal() {
      // A late request has to arrive after the promise now and then: that is dealt again until it was.
      const again = lacks('refused-after-promise') ? (['late-arrival'] as const) : [];
      if (deck.length === 0)
        deck = chance.shuffled([...paymentFaults, ...again, undefined, undefined, undefined]);
      return deck.pop();
    },
    ofReading() {
      if (!chance.happens(READING_FAULT)) return undefined;
      if (readings.length === 0) readings = chance.shuffled(readingFaults);
      return readings.pop();
    },
  };
}
