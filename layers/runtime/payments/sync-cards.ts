/** Linking the cards of one call: each by itself, so that one which fails loses no other. */

import { errors, type Failure, isFailure } from '@billhook/core/base/errors';
import { derivedOwnedId } from '@billhook/core/base/ids';
import type { Owner } from '@billhook/core/base/owner';
import type { ClientRecord } from '@billhook/core/client/client';
import type { BillStart } from '@billhook/core/consent/consent';
import { type PaymentMethodRecord, renewCard } from '@billhook/core/method/payment-method';
import { type FailedCard, givenSyncCard } from '@billhook/core/schemas/payment-method';
import type { Fingerprint } from '../aws/fingerprint.ts';
import type { Vault } from '../aws/vault.ts';
import { validated } from '../serve/request-body.ts';
import type { Stores } from '../stores/open-stores.ts';
import { retryConflict } from '../table/retry-conflict.ts';
import { storeWithBills } from './add-method.ts';
import { type CheckedCard, cardMethod, checkCard, checkRoom } from './link-method.ts';
import { wakeBills } from './wake-bills.ts';

export type SyncedCards = {
  readonly cards: { readonly paymentMethodId: string; readonly identifier?: string }[];
  readonly failedCards: FailedCard[];
};

type SyncDeps = Stores & {
  readonly vault: Vault;
  readonly fingerprint: Fingerprint;
  /** What the partner says of consent to automatic payments. */
  readonly starts: BillStart;
  /** Who adds them. */
  readonly by?: Owner;
};

type LinkedCard = { readonly method: PaymentMethodRecord; readonly isChanged: boolean };
type CardFailure = Failure<FailedCard['error']['code']>;
/** The client was erased meanwhile: that is not of one card. */
type Gone = Failure<'client_not_found'>;

const MAX_IDENTIFIER_LENGTH = 128;

export async function syncCards(
  deps: SyncDeps,
  client: ClientRecord,
  given: readonly unknown[],
  machineNow: number,
): Promise<SyncedCards | Gone> {
  const synced: SyncedCards = { cards: [], failedCards: [] };
  let changed = false;
  // One after another: each may become the default, and the same card twice is one method.
  for (const [index, one] of given.entries()) {
    const card = readSyncCard(one, machineNow);
    const linked = isFailure(card) ? card : await linkCardOnce(deps, client, card, machineNow);
    const identifier = identifierOf(one);
    const named = identifier === undefined ? {} : { identifier };
    if (isGoneFailure(linked)) return linked;
    if (isFailure(linked)) {
      synced.failedCards.push({ ...named, index, error: errorOf(linked) });
    } else {
      synced.cards.push({ paymentMethodId: linked.method._id, ...named });
      changed ||= linked.isChanged;
    }
  }
  if (changed) await wakeBills(deps, client._id, deps.by);
  return synced;
}

function readSyncCard(one: unknown, machineNow: number): CheckedCard | CardFailure {
  const read = validated(givenSyncCard, one);
  return isFailure(read) ? read : checkCard(read.value, machineNow);
}

/** The method of the card with this identifier and number: its id follows from them, so that one is made. */
async function linkCardOnce(
  deps: SyncDeps,
  client: ClientRecord,
  checked: CheckedCard,
  machineNow: number,
): Promise<LinkedCard | CardFailure | Gone> {
  const { card, face } = checked;
  const { starts } = deps;
  const digest = await deps.fingerprint('card', client._id, card.identifier ?? '', card.cardNumber);
  const methodId = derivedOwnedId('pm', client._id, digest);
  const linked = await retryConflict(async () => {
    const standing = await deps.methods.findAny(methodId);
    if (!standing) {
      const full = await checkRoom(deps.methods, client._id, 1);
      if (full) return full as CardFailure;
    }
    const setAsDefault = card.setAsDefault ?? false;
    const same = standing?.card?.expiresAt === face.expiresAt && standing.name === card.name;
    if (standing && same && !setAsDefault) return { method: standing, isChanged: false };
    const made = await cardMethod(deps.vault, client, methodId, checked, machineNow);
    const method = standing ? renewCard(standing, made) : made;
    const adding = { starts, setAsDefault, standing, by: deps.by };
    const stored = await storeWithBills(deps, client, method, adding);
    return stored ?? { method, isChanged: true };
  });
  if (isFailure(linked) && linked.failure === 'request_conflict')
    throw new Error('A card kept being changed by other requests');
  return linked as LinkedCard | CardFailure | Gone;
}

function isGoneFailure(linked: LinkedCard | CardFailure | Gone): linked is Gone {
  return isFailure(linked) && linked.failure === 'client_not_found';
}

function errorOf({ failure, detail, fields }: CardFailure): FailedCard['error'] {
  return {
    code: failure,
    message: detail ?? errors[failure].detail,
    ...(fields && { errors: [...fields] }),
  };
}

/** What the partner finds its card by again; nothing that is no identifier is sent back. */
function identifierOf(card: unknown): string | undefined {
  const { identifier } = card as { identifier?: unknown };
  return typeof identifier === 'string' && identifier.length <= MAX_IDENTIFIER_LENGTH
    ? identifier
    : undefined;
}
