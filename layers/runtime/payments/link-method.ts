/** Linking cards and bank accounts: check, seal, store with the default of their client. */

import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import type { ClientRecord } from '@billhook/core/client/client';
import { type CardFace, readBank, readCard } from '@billhook/core/method/card';
import {
  MAX_METHODS_PER_CLIENT,
  newPaymentMethod,
  type PaymentMethodRecord,
} from '@billhook/core/method/payment-method';
import type {
  CardBrand,
  CardType,
  GivenBank,
  GivenCard,
} from '@billhook/core/schemas/payment-method';
import { isSandbox } from '../aws/environment.ts';
import type { Vault } from '../aws/vault.ts';
import type { PaymentMethodStore } from '../stores/payment-method-store.ts';
import { listAll } from '../table/paging.ts';

type LinkFailure = Failure<'invalid_request' | 'test_card_required' | 'link_limit_reached'>;

type CardToLink = GivenCard & { readonly cardType?: CardType; readonly cardBrand?: CardBrand };

/** What was checked and can be stored without failing on the caller's account. */
export type CheckedCard = { readonly card: CardToLink; readonly face: CardFace };

export function checkCard(
  card: CardToLink,
  machineNow: number,
  prefix = '',
): CheckedCard | Failure<'invalid_request' | 'test_card_required'> {
  const face = readCard(card, { now: machineNow, sandbox: isSandbox() }, prefix);
  return isFailure(face) ? face : { card, face };
}

export type CheckedBank = Exclude<ReturnType<typeof readBank>, Failure> & {
  readonly bank: GivenBank;
};

export function checkBank(bank: GivenBank): CheckedBank | Failure<'invalid_request'> {
  const read = readBank(bank);
  return isFailure(read) ? read : { bank, ...read };
}

/** Whether `count` more methods fit the client's limit. */
export async function checkRoom(
  methods: PaymentMethodStore,
  clientId: string,
  count: number,
): Promise<LinkFailure | undefined> {
  const { length } = await listAll((page) => methods.list(clientId, page));
  return length + count > MAX_METHODS_PER_CLIENT ? fail('link_limit_reached') : undefined;
}

/** A bank account as a payment method, its numbers sealed. */
export async function bankMethod(
  vault: Vault,
  client: ClientRecord,
  methodId: string,
  { bank, face, routingNumber, accountNumber }: CheckedBank,
  machineNow: number,
): Promise<PaymentMethodRecord> {
  const { name, accountType, identifier } = bank;
  const context = { clientId: client._id, recordId: methodId };
  const fields = { routingNumber, accountNumber, accountType, name };
  const sealed = await vault.seal(context, fields);
  const given = { ...ownerOf(client), _id: methodId, name, identifier, sealed };
  return newPaymentMethod({ ...given, type: 'bank', bank: face }, machineNow);
}

/** A card as a payment method, its number and code sealed. */
export async function cardMethod(
  vault: Vault,
  client: ClientRecord,
  methodId: string,
  { card, face }: CheckedCard,
  machineNow: number,
): Promise<PaymentMethodRecord> {
  const { cardNumber, cardCode, expMonth, expYear, zipcode, name, identifier } = card;
  const context = { clientId: client._id, recordId: methodId };
  const fields = { cardNumber, cardCode, expMonth, expYear, zipcode, name };
  const sealed = await vault.seal(context, fields);
  const given = { ...ownerOf(client), _id: methodId, name, identifier, sealed };
  return newPaymentMethod({ ...given, type: 'card', card: face }, machineNow);
}

function ownerOf(client: ClientRecord) {
  const { _id: clientId, partnerId, identifier: partnerUserId } = client;
  return { clientId, partnerId, partnerUserId };
}
