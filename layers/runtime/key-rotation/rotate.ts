/**
 * The rotation of the keys of a ring, step by step (decision: token-keys-are-rotated).
 *
 * KMS takes part in no transaction: what is about to happen there is written down first, and what is
 * left to do there afterwards. Whoever comes next, the schedule or an operator, goes on from what
 * stands, so that a process can die between any two steps, and two can be at it at once.
 */
import { randomBytes } from 'node:crypto';
import { type Failure, fail } from '@billhook/core/base/errors';
import { newRootId } from '@billhook/core/base/ids';
import type { KeyRing } from '@billhook/core/key-rings/rings';
import {
  firstKeys,
  isSettled,
  type KeyRingRecord,
  keyIdOf,
  type LeavingKey,
  nextStep,
  type RotationStep,
  withKeyBegun,
  withKeyClosed,
  withKeyMade,
  withKeyRetired,
  withKeySwitched,
  withKeysGone,
} from '@billhook/core/key-rings/rotation';
import { type Actor, type AuditAction, DEPLOYMENT } from '@billhook/core/partner/audit';
import { templateKeyOf } from '../key-rings/template-key.ts';
import { auditEntry } from '../partners/audit.ts';
import { keyRingStore } from '../stores/key-ring-store.ts';
import { attemptWrite, conflict, retryOrThrow } from '../table/retry-conflict.ts';
import type { Table, Write } from '../table/types.ts';
import type { RingKms } from './ring-kms.ts';

/** More than a rotation has steps. */
const MOST_STEPS = 10;

export type RotationDeps = {
  readonly table: Table;
  readonly ring: KeyRing;
  readonly kms: RingKms;
};

type By = {
  readonly actor: Actor;
  /** Milliseconds since the epoch, by the machine's clock. */
  readonly now: number;
};

/** What stands; without a record, the key of the template alone. */
export async function standingKeys(
  { table, ring }: Pick<RotationDeps, 'table' | 'ring'>,
  now: number,
): Promise<KeyRingRecord> {
  const found = await keyRingStore(table, ring).find();
  return found ?? firstKeys(templateKeyOf(ring), now);
}

/** The same, written down where nothing was: from then on the key's year is counted. */
export function notedKeys({ table, ring }: RotationDeps, now: number): Promise<KeyRingRecord> {
  const store = keyRingStore(table, ring);
  return retryOrThrow('The keys could not be noted', async () => {
    const standing = await store.find();
    if (standing) return standing;
    const first = firstKeys(templateKeyOf(ring), now);
    return attemptWrite(table, first, [store.save(first)]);
  });
}

/**
 * Does what is due, and answers what stands then.
 * @param by.begin the operator asks: begins a rotation where none is under way, however old the key is,
 * and takes the steps that wait for being asked for.
 */
export async function goOnWithRotation(
  deps: RotationDeps,
  by: By & { readonly begin?: boolean },
): Promise<KeyRingRecord> {
  let left: KeyRingRecord;
  try {
    await takeSteps(deps, by);
  } finally {
    // Also where a step fails: each attempt at a key leaves a name to look for.
    left = await giveUpLeaving(deps, await notedKeys(deps, by.now), by);
  }
  return left;
}

async function takeSteps(
  deps: RotationDeps,
  { begin, ...by }: By & { readonly begin?: boolean },
): Promise<void> {
  const steps: Record<RotationStep, (record: KeyRingRecord) => Promise<unknown>> = {
    make: () => makeKey(deps, by),
    switch: (record) => {
      const keyId = keyIdOf(record.next?.keyArn ?? '');
      return save(deps, withKeySwitched(record, by.now), by, [
        deps.ring.actions.rotated,
        { keyId },
      ]);
    },
    close: async (record) => {
      if (record.previous) await deps.kms.close(record.previous.keyArn);
      await save(deps, withKeyClosed(record), by);
    },
    retire: (record) => {
      const keyId = keyIdOf(record.previous?.keyArn ?? '');
      return save(deps, withKeyRetired(record, by.now), by, [deps.ring.actions.retired, { keyId }]);
    },
  };
  for (let done = 0; done < MOST_STEPS; done += 1) {
    const record = await notedKeys(deps, by.now);
    const { step, at, asked } = nextStep(record, deps.ring);
    const isDue = at <= by.now && (begin || !asked);
    if (!isDue && !(begin && isSettled(record))) return;
    await steps[step](record);
  }
  throw new Error('The rotation of a key does not come to rest');
}

/**
 * Another key at once, and none of the others any more: their tokens are refused as soon as no process
 * goes by what it has read before.
 */
export async function revokeKeys(
  deps: RotationDeps,
  by: By,
): Promise<KeyRingRecord | Failure<'request_conflict'>> {
  const made = await makeKey(deps, by, true);
  return made ? giveUpLeaving(deps, made, by) : fail('request_conflict');
}

/** Nothing where somebody else has begun another meanwhile: then this one's key is given up. */
async function makeKey(
  deps: RotationDeps,
  by: By,
  revokes?: true,
): Promise<KeyRingRecord | undefined> {
  const id = newRootId('key', randomBytes);
  const begun = await retryOrThrow('No key could be begun', async () => {
    const record = await notedKeys(deps, by.now);
    const { step, at } = nextStep(record, deps.ring);
    // Somebody else may have done it since this was decided.
    const taken = !revokes && (step !== 'make' || (record.making && at > by.now));
    if (taken) return 'taken' as const;
    const making = withKeyBegun(record, { id, now: by.now, revokes });
    return (await save(deps, making, by)) ? ('begun' as const) : conflict;
  });
  if (begun === 'taken') return undefined;
  const keyArn = await deps.kms.createKey(id);
  const kept = await retryOrThrow('No key could be noted', async () => {
    const record = await notedKeys(deps, by.now);
    const made = withKeyMade(record, { id, keyArn, now: by.now });
    if (!made) return { overtaken: true as const };
    const { revoked, published } = deps.ring.actions;
    const action = record.making?.revokes ? revoked : published;
    const saved = await save(deps, made, by, [action, { keyId: keyIdOf(keyArn) }]);
    return saved ? { made } : conflict;
  });
  if ('made' in kept) return kept.made;
  await deps.kms.giveUp(keyArn);
  return undefined;
}

/** Nothing of it counts any more: what stands is looked at again after it. */
async function giveUpLeaving(
  deps: RotationDeps,
  record: KeyRingRecord,
  by: By,
): Promise<KeyRingRecord> {
  const { leaving = [] } = record;
  if (leaving.length === 0) return record;
  for (const key of leaving) {
    const keyArn = 'id' in key ? await deps.kms.findKey(key.id) : key.keyArn;
    if (keyArn !== undefined) await deps.kms.giveUp(keyArn);
  }
  return forget(deps, leaving, by);
}

function forget(deps: RotationDeps, gone: readonly LeavingKey[], by: By): Promise<KeyRingRecord> {
  return retryOrThrow('Keys that were given up could not be forgotten', async () => {
    const left = withKeysGone(await notedKeys(deps, by.now), gone);
    return (await save(deps, left, by)) ? left : conflict;
  });
}

type Entry = readonly [action: AuditAction, detail: Readonly<Record<string, string>>];

/** False where another write came between: it is decided anew on what stands then. */
async function save(
  { table, ring }: RotationDeps,
  record: KeyRingRecord,
  { actor, now }: By,
  entry?: Entry,
): Promise<boolean> {
  const audited = (): Write[] => {
    if (!entry) return [];
    const [action, detail] = entry;
    return [auditEntry({ partnerId: DEPLOYMENT, actor, action, now, detail })];
  };
  return (await table.write([keyRingStore(table, ring).save(record), ...audited()])) === 'written';
}
