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
import type { ClientStore } from '../stores/client-store.ts';
import type { PaymentMethodStore } from '../stores/payment-method-store.ts';
import { listAll } from '../table/paging.ts';
import type { Table, Write } from '../table/types.ts';

export type LinkDeps = {
  readonly table: Table;
  readonly clients: ClientStore;
  readonly methods: PaymentMethodStore;
  readonly vault: Vault;
};

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
  const { name, accountType } = bank;
  const context = { clientId: client._id, recordId: methodId };
  const sealed = await vault.seal(context, {
    routingNumber,
    accountNumber,
    accountType,
    name,
  });
  const given = {
    ...ownerOf(client),
    _id: methodId,
    type: 'bank' as const,
    name,
    bank: face,
    sealed,
  };
  return newPaymentMethod({ ...given, identifier: bank.identifier }, machineNow);
}

/** A card as a payment method, its number and code sealed. */
export async function cardMethod(
  vault: Vault,
  client: ClientRecord,
  methodId: string,
  { card, face }: CheckedCard,
  machineNow: number,
): Promise<PaymentMethodRecord> {
  const { cardNumber, cardCode, expMonth, expYear, zipcode, name } = card;
  const context = { clientId: client._id, recordId: methodId };
  const sealed = await vault.seal(context, {
    cardNumber,
    cardCode,
    expMonth,
    expYear,
    zipcode,
    name,
  });
  const given = { ...ownerOf(client), _id: methodId, type: 'card' as const, name, card: face };
  return newPaymentMethod({ ...given, sealed, identifier: card.identifier }, machineNow);
}

function ownerOf(client: ClientRecord) {
  const { _id: clientId, partnerId, identifier: partnerUserId } = client;
  return { clientId, partnerId, partnerUserId };
}

/** The first method of a client becomes its default, whatever races: one transaction, with `more`. */
export async function store(
  { table, clients, methods }: Omit<LinkDeps, 'vault'>,
  client: ClientRecord,
  method: PaymentMethodRecord,
  setAsDefault: boolean,
  {
    standing,
    more = [],
  }: { readonly standing?: PaymentMethodRecord; readonly more?: readonly Write[] } = {},
): Promise<boolean> {
  const result = await table.write([
    methods.save(method, standing),
    clients.setDefault(client, method._id, setAsDefault),
    ...more,
  ]);
  return result === 'written';
}
