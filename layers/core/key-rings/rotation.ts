/**
 * Which keys of a ring count, and how one takes the place of another (decision: token-keys-are-rotated).
 * Where no record stands, the key of the template is the only one.
 */

import { instantText } from '../base/dates.ts';
import { without } from '../base/members.ts';
import { CLOSED_AFTER_MILLISECONDS, type KeyRing } from './rings.ts';

const MINUTE_MILLISECONDS = 60_000;

/** Longer than making a key takes: what is still being made then was left behind. */
export const LEFT_BEHIND_MILLISECONDS = 15 * MINUTE_MILLISECONDS;
/** How long a process goes by what it has read of this record. */
export const KEYS_KNOWN_MILLISECONDS = 10_000;

/** What the keys are told by at KMS. Roles may make and use keys with these tags only. */
export const KEY_TAGS = {
  use: 'billhook:use',
  stage: 'billhook:stage',
  keyId: 'billhook:key',
  /** On a key that was replaced: functions may not sign with it any more. */
  replaced: 'billhook:replaced',
} as const;
export const REPLACED = 'yes';

type Held = {
  readonly keyArn: string;
  /** An instant: since when it is the current one, is published, or was replaced. */
  readonly since: string;
};

/** A key that counts for nothing any more; or the name of one that was being made, if it ever was. */
export type LeavingKey = {
  readonly since: string;
} & ({ readonly keyArn: string } | { readonly id: string });

export type KeyRingRecord = {
  readonly version: number;
  /** An instant: since when a release later than 0.1.0 runs here. */
  readonly noted?: string;
  /** The current one: it signs, or is encrypted to. */
  readonly signing: Held;
  /** Published, and accepted, but not the current one yet. */
  readonly next?: Held;
  /** Still accepted, and used no more. `closed` when no function may sign with it. */
  readonly previous?: Held & { readonly closed?: true };
  /** Being made at KMS, under a name of its own. `revokes` when it ends all others at once. */
  readonly making?: { readonly id: string; readonly since: string; readonly revokes?: true };
  /** Still to be given up at KMS. */
  readonly leaving?: readonly LeavingKey[];
};

export type RotationStep = 'make' | 'switch' | 'close' | 'retire';

/** The record of a stage whose only key is the template's. */
export function firstKeys(keyArn: string, now: number): KeyRingRecord {
  const since = instantText(now);
  return { version: 1, noted: since, signing: { keyArn, since } };
}

/** The name of a key at KMS: the last part of its ARN. */
export function keyIdOf(keyArn: string): string {
  return keyArn.slice(keyArn.lastIndexOf('/') + 1);
}

/** The keys that are believed, the current one first. */
export function acceptedKeys({ signing, next, previous }: KeyRingRecord): string[] {
  return [signing, next, previous].flatMap((one) => (one ? [one.keyArn] : []));
}

/** Whether no rotation is under way. */
export function isSettled({ making, next, previous }: KeyRingRecord): boolean {
  return !making && !next && !previous;
}

/**
 * What is to be done next, and from when on (milliseconds since the epoch). `asked`: nobody does it
 * unless the operator asks for it.
 */
export function nextStep(
  { making, next, previous, signing }: KeyRingRecord,
  { rotatedAfter, published, accepted, byHand }: KeyRing,
): { readonly step: RotationStep; readonly at: number; readonly asked?: true } {
  const after = ({ since }: { readonly since: string }, time: number) => Date.parse(since) + time;
  const asked = byHand && { asked: byHand };
  if (making) return { step: 'make', at: after(making, LEFT_BEHIND_MILLISECONDS) };
  if (next) return { step: 'switch', at: after(next, published), ...asked };
  if (!previous) return { step: 'make', at: after(signing, rotatedAfter ?? 0), ...asked };
  return previous.closed
    ? { step: 'retire', at: after(previous, accepted) }
    : { step: 'close', at: after(previous, CLOSED_AFTER_MILLISECONDS) };
}

/** For how long something should have been done, in milliseconds; 0 when nothing is late. */
export function overdueOf(record: KeyRingRecord, ring: KeyRing, now: number): number {
  const since = (record.leaving ?? []).map((one) => Date.parse(one.since));
  const { at, asked } = nextStep(record, ring);
  return Math.max(0, now - Math.min(...(asked ? [] : [at]), ...since));
}

/** A key begun under a name. One that was begun before, and never came, is to be looked for. */
export function withKeyBegun(
  record: KeyRingRecord,
  { id, now, revokes }: { readonly id: string; readonly now: number; readonly revokes?: true },
): KeyRingRecord {
  const since = instantText(now);
  const before = record.making ? [{ id: record.making.id, since }] : [];
  return {
    ...further(record, before),
    // Whoever takes over what was left behind carries out what was asked for.
    making: { id, since, ...((revokes ?? record.making?.revokes) && { revokes: true as const }) },
  };
}

/** The record with the key that was made; nothing when somebody else has begun another since. */
export function withKeyMade(
  record: KeyRingRecord,
  { id, keyArn, now }: { readonly id: string; readonly keyArn: string; readonly now: number },
): KeyRingRecord | undefined {
  const { making, ...rest } = record;
  if (making?.id !== id) return undefined;
  const made = { keyArn, since: instantText(now) };
  if (!making.revokes) return { ...further(rest), next: made };
  const ended = acceptedKeys(record).map((arn) => ({ keyArn: arn, since: made.since }));
  return { ...further(without(rest, ['next', 'previous']), ended), signing: made };
}

/** The published key signs from now on. */
export function withKeySwitched(record: KeyRingRecord, now: number): KeyRingRecord {
  const { next, ...rest } = record;
  if (!next) return record;
  const since = instantText(now);
  return {
    ...further(rest),
    signing: { keyArn: next.keyArn, since },
    previous: { keyArn: record.signing.keyArn, since },
  };
}

/** No function may sign with the replaced key any more. */
export function withKeyClosed(record: KeyRingRecord): KeyRingRecord {
  const { previous } = record;
  return previous ? { ...further(record), previous: { ...previous, closed: true } } : record;
}

/** The replaced key is neither published nor accepted any more. */
export function withKeyRetired(record: KeyRingRecord, now: number): KeyRingRecord {
  const { previous, ...rest } = record;
  if (!previous) return record;
  return further(rest, [{ keyArn: previous.keyArn, since: instantText(now) }]);
}

/** Some are given up at KMS. */
export function withKeysGone(record: KeyRingRecord, gone: readonly LeavingKey[]): KeyRingRecord {
  const { leaving = [], ...rest } = record;
  const names = new Set(gone.map(nameOf));
  return further(
    rest,
    leaving.filter((one) => !names.has(nameOf(one))),
  );
}

function nameOf(key: LeavingKey): string {
  return 'id' in key ? key.id : key.keyArn;
}

function further(record: KeyRingRecord, leaving: readonly LeavingKey[] = []): KeyRingRecord {
  const all = [...(record.leaving ?? []), ...leaving];
  return { ...record, version: record.version + 1, leaving: all.length > 0 ? all : undefined };
}
