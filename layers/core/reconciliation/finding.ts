/**
 * What reconciliation finds (decision: reconciled-daily): a kind, what it is about, and what each side
 * says. The same fault has the same id on every day, so that its age is known.
 */
import { DAY_MILLISECONDS, type Day, dayInstant } from '../base/dates.ts';
import { derivedText } from '../base/ids.ts';

/** The loudest first; reports list findings in this order. Kinds are stored by their place: add new ones last. */
export const findingKinds = [
  'no-report',
  'double',
  'paid-not-ours',
  'outcome-differs',
  'amount-differs',
  'missing-at-company',
  'returned',
  'lock-without-payment',
  'paid-elsewhere',
  'not-applied',
  'unresolved',
  'totals-differ',
  'balance-low',
  'event-untold',
  'late',
  'fee-above-amount',
  'fee-above-promise',
  'fee-missing',
  'dated-wrong',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** What was found to be so by proof, and was settled. */
export const settledAs = ['paid', 'declined', 'returned', 'released'] as const;
export type SettledAs = (typeof settledAs)[number];

/** What a finding says besides its kind: ids, amounts in cents, days. Never a login or a number. */
export type FindingFacts = {
  readonly paymentId?: string;
  readonly billId?: string;
  readonly companyId?: string;
  readonly connectorId?: string;
  readonly submissionId?: string;
  readonly eventId?: string;
  /** The day that it is about. */
  readonly on?: Day;
  /** What we have on record, and what the other side says. */
  readonly oursCents?: number;
  readonly theirsCents?: number;
  /** What we have on record of a payment. */
  readonly status?: string;
  readonly confirmation?: string;
};

/** What a rule finds. `subject` and the kind make the id. */
export type Found = FindingFacts & {
  readonly kind: FindingKind;
  readonly subject: string;
};

/** Found, and settled by proof in the same run: nobody has to act. */
export type Settled = Found & { readonly settled: SettledAs };

/** A finding that is open, or was. */
export type FindingRecord = Found & {
  readonly _id: string;
  readonly version: number;
  readonly firstSeenOn: Day;
  /** The last report that has it. */
  readonly lastSeenOn: Day;
  /** The report that had it no more, or the day on which a person closed it. */
  readonly endedOn?: Day;
  /** A person looked into it: it stays closed, also where it is found again. */
  readonly closed?: true;
};

/** A line of a report. */
export type ReportedFinding = Found & {
  readonly _id: string;
  readonly firstSeenOn: Day;
  readonly settled?: SettledAs;
};

const ID_LENGTH = 14;

/** SHA-256 of a text, passed in. */
export type Digest = (text: string) => Uint8Array;

export function findingId({ kind, subject }: Pick<Found, 'kind' | 'subject'>, digest: Digest) {
  return `fnd_${derivedText(ID_LENGTH, digest(`${kind}\n${subject}`))}`;
}

export function isFindingId(text: string): boolean {
  return new RegExp(`^fnd_[0-9A-Za-z]{${ID_LENGTH}}$`).test(text);
}

/** Two digits that sort as loudness does. */
export function rankOf(kind: FindingKind): string {
  return String(findingKinds.indexOf(kind)).padStart(2, '0');
}

/**
 * The finding after it was found on a day. One that had ended begins again, with a new age; one that a
 * person closed stays closed.
 */
export function foundAgain(
  standing: FindingRecord | undefined,
  found: Found,
  { id, day }: { readonly id: string; readonly day: Day },
): FindingRecord {
  const again = standing && (standing.endedOn === undefined || standing.closed);
  return {
    ...found,
    _id: id,
    version: (standing?.version ?? 0) + 1,
    firstSeenOn: again ? standing.firstSeenOn : day,
    lastSeenOn: day,
    ...(standing?.closed && { closed: standing.closed, endedOn: standing.endedOn ?? day }),
  };
}

export function endFinding(standing: FindingRecord, day: Day): FindingRecord {
  return { ...standing, version: standing.version + 1, endedOn: day };
}

export function closeFinding(standing: FindingRecord, day: Day): FindingRecord {
  return { ...endFinding(standing, standing.endedOn ?? day), closed: true };
}

/** Days since it was first found; 0 on the first. */
export function ageDays(firstSeenOn: Day, day: Day): number {
  const [from, to] = [firstSeenOn, day].map((one) => Date.parse(dayInstant(one)));
  return Math.max(0, Math.round(((to ?? 0) - (from ?? 0)) / DAY_MILLISECONDS));
}
