/**
 * The rotation of the key that signs tokens, step by step (decision: token-keys-are-rotated).
 *
 * KMS takes part in no transaction: what is about to happen there is written down first, and what is
 * left to do there afterwards. Whoever comes next, the schedule or an operator, goes on from what
 * stands, so that a process can die between any two steps, and two can be at it at once.
 */
import { randomBytes } from 'node:crypto';
import { type Failure, fail } from '@billhook/core/errors';
import { newRootId } from '@billhook/core/ids';
import { type Actor, type AuditAction, DEPLOYMENT } from '@billhook/core/partner/audit';
import {
  firstTokenKeys,
  isSettled,
  type LeavingKey,
  nextStep,
  type RotationStep,
  type TokenKeysRecord,
  tokenKeyIdOf,
  withKeyBegun,
  withKeyClosed,
  withKeyMade,
  withKeyRetired,
  withKeySwitched,
  withKeysGone,
} from '@billhook/core/token-keys/rotation';
import { environment } from '../aws/environment.ts';
import { auditEntry } from '../partners/audit.ts';
import { tokenKeyStore } from '../stores/token-key-store.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import type { Table, Write } from '../table/types.ts';
import type { TokenKms } from './token-kms.ts';

/** More than a rotation has steps. */
const MOST_STEPS = 10;

export type RotationDeps = { readonly table: Table; readonly kms: TokenKms };

type By = {
  readonly actor: Actor;
  /** Milliseconds since the epoch, by the machine's clock. */
  readonly now: number;
};

/** What stands; without a record, the key of the template alone. */
export async function standingTokenKeys(table: Table, now: number): Promise<TokenKeysRecord> {
  const found = await tokenKeyStore(table).find();
  return found ?? firstTokenKeys(environment('TOKEN_KEY_ARN'), now);
}

/** The same, written down where nothing was: from then on the key's year is counted. */
export function notedTokenKeys({ table }: RotationDeps, now: number): Promise<TokenKeysRecord> {
  const store = tokenKeyStore(table);
  return retryOrThrow('The token keys could not be noted', async () => {
    const standing = await store.find();
    if (standing) return standing;
    const first = firstTokenKeys(environment('TOKEN_KEY_ARN'), now);
    return (await table.write([store.save(first)])) === 'written' ? first : conflict;
  });
}

/**
 * Does what is due, and answers what stands then.
 * @param by.begin begins a rotation where none is under way, however old the key is.
 */
export async function goOnWithRotation(
  deps: RotationDeps,
  by: By & { readonly begin?: boolean },
): Promise<TokenKeysRecord> {
  let left: TokenKeysRecord;
  try {
    await takeSteps(deps, by);
  } finally {
    // Also where a step fails: each attempt at a key leaves a name to look for.
    left = await giveUpLeaving(deps, await notedTokenKeys(deps, by.now), by);
  }
  return left;
}

async function takeSteps(
  deps: RotationDeps,
  { begin, ...by }: By & { readonly begin?: boolean },
): Promise<void> {
  const steps: Record<RotationStep, (record: TokenKeysRecord) => Promise<unknown>> = {
    make: () => makeKey(deps, by),
    switch: (record) => {
      const keyId = tokenKeyIdOf(record.next?.keyArn ?? '');
      return save(deps, withKeySwitched(record, by.now), by, ['token-key-rotated', { keyId }]);
    },
    close: async (record) => {
      if (record.previous) await deps.kms.close(record.previous.keyArn);
      await save(deps, withKeyClosed(record), by);
    },
    retire: (record) => {
      const keyId = tokenKeyIdOf(record.previous?.keyArn ?? '');
      return save(deps, withKeyRetired(record, by.now), by, ['token-key-retired', { keyId }]);
    },
  };
  for (let done = 0; done < MOST_STEPS; done += 1) {
    const record = await notedTokenKeys(deps, by.now);
    const { step, at } = nextStep(record);
    if (at > by.now && !(begin && isSettled(record))) return;
    await steps[step](record);
  }
  throw new Error('The rotation of the token key does not come to rest');
}

/**
 * Another key at once, and none of the others any more: their tokens are refused as soon as no process
 * goes by what it has read before.
 */
export async function revokeTokenKeys(
  deps: RotationDeps,
  by: By,
): Promise<TokenKeysRecord | Failure<'request_conflict'>> {
  const made = await makeKey(deps, by, true);
  return made ? giveUpLeaving(deps, made, by) : fail('request_conflict');
}

/** Nothing where somebody else has begun another meanwhile: then this one's key is given up. */
async function makeKey(
  deps: RotationDeps,
  by: By,
  revokes?: true,
): Promise<TokenKeysRecord | undefined> {
  const id = newRootId('key', randomBytes);
  const begun = await retryOrThrow('No token key could be begun', async () => {
    const record = await notedTokenKeys(deps, by.now);
    const { step, at } = nextStep(record);
    // Somebody else may have done it since this was decided.
    const taken = !revokes && (step !== 'make' || (record.making && at > by.now));
    if (taken) return 'taken' as const;
    const making = withKeyBegun(record, { id, now: by.now, revokes });
    return (await save(deps, making, by)) ? ('begun' as const) : conflict;
  });
  if (begun === 'taken') return undefined;
  const keyArn = await deps.kms.createKey(id);
  const kept = await retryOrThrow('No token key could be noted', async () => {
    const record = await notedTokenKeys(deps, by.now);
    const made = withKeyMade(record, { id, keyArn, now: by.now });
    if (!made) return { overtaken: true as const };
    const action = record.making?.revokes ? 'token-keys-revoked' : 'token-key-published';
    const saved = await save(deps, made, by, [action, { keyId: tokenKeyIdOf(keyArn) }]);
    return saved ? { made } : conflict;
  });
  if ('made' in kept) return kept.made;
  await deps.kms.giveUp(keyArn);
  return undefined;
}

/** Nothing of it counts any more: what stands is looked at again after it. */
async function giveUpLeaving(
  deps: RotationDeps,
  record: TokenKeysRecord,
  by: By,
): Promise<TokenKeysRecord> {
  const { leaving = [] } = record;
  if (leaving.length === 0) return record;
  for (const key of leaving) {
    const keyArn = 'id' in key ? await deps.kms.findKey(key.id) : key.keyArn;
    if (keyArn !== undefined) await deps.kms.giveUp(keyArn);
  }
  return forget(deps, leaving, by);
}

function forget(deps: RotationDeps, gone: readonly LeavingKey[], by: By): Promise<TokenKeysRecord> {
  return retryOrThrow('Token keys that were given up could not be forgotten', async () => {
    const left = withKeysGone(await notedTokenKeys(deps, by.now), gone);
    return (await save(deps, left, by)) ? left : conflict;
  });
}

type Entry = readonly [action: AuditAction, detail: Readonly<Record<string, string>>];

/** False where another write came between: it is decided anew on what stands then. */
async function save(
  { table }: RotationDeps,
  record: TokenKeysRecord,
  { actor, now }: By,
  entry?: Entry,
): Promise<boolean> {
  const audited = (): Write[] => {
    if (!entry) return [];
    const [action, detail] = entry;
    return [auditEntry({ partnerId: DEPLOYMENT, actor, action, now, detail })];
  };
  return (await table.write([tokenKeyStore(table).save(record), ...audited()])) === 'written';
}
