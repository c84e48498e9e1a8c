/**
 * What the load is about: partners, their clients, and the accounts and bills of these. It grows while
 * the load runs, from responses and from what the webhooks say.
 */

import { clientOf } from '@billhook/core/base/ids';
import { parseMoney } from '@billhook/core/base/money';

export type LoadPartner = { readonly partnerId: string; readonly apiKey: string };

export type LoadClient = {
  readonly partner: LoadPartner;
  readonly clientId: string;
  readonly identifier: string;
  /** Auths whose link has begun. */
  readonly authIds: string[];
  readonly bills: LoadBill[];
  cards: number;
  access?: Access;
};

/** An access token of the client's own, and until when it is used. */
export type Access = { readonly token: string; readonly until: number };

export type LoadBill = {
  readonly client: LoadClient;
  readonly billId: string;
  readonly authId: string;
  /** What it owed when it was first seen. */
  readonly cents: number;
  /** How the order to pay it was answered: unknown while nothing came back, or where nothing ever did. */
  order?: 'unknown' | 'accepted' | 'refused';
  /** Set once the webhook has said that it is paid. */
  paymentId?: string;
};

export type Draw = <T>(from: readonly T[]) => T | undefined;

/** What operations draw from, and what they leave behind. */
export type World = {
  readonly draw: Draw;
  readonly random: () => number;
  readonly partners: readonly LoadPartner[];
  /** Those with a card and a bill. */
  readonly ready: readonly LoadClient[];
  /** Those without a card, and those without an account; taken out. */
  readonly takeNew: (kind: 'bare' | 'carded') => LoadClient | undefined;
  /** A bill that nobody has ordered to pay; taken out, the oldest first. */
  readonly takeUnpaid: () => LoadBill | undefined;
  /** One that its webhook has called paid. */
  readonly paid: readonly LoadBill[];
  /** An SSO token that was not exchanged yet; taken out. */
  readonly takeToken: () => { readonly token: string; readonly client: LoadClient } | undefined;
  readonly newName: () => string;
  /** What a request about the client is sent with: its partner's key, or an access token of its own. */
  readonly bearerOf: (client: LoadClient) => string;
  readonly created: (client: LoadClient) => void;
  readonly carded: (client: LoadClient) => void;
  readonly linking: (client: LoadClient, authId: string) => void;
  readonly gotToken: (client: LoadClient, token: string) => void;
  readonly gotAccess: (client: LoadClient, access: Access) => void;
};

/** The world of the service, which also takes what the webhooks say. */
export type RealWorld = World & {
  readonly clients: ReadonlyMap<string, LoadClient>;
  readonly bills: ReadonlyMap<string, LoadBill>;
  readonly told: (event: LoadEvent) => void;
};

export type LoadEvent = {
  readonly _id: string;
  readonly type: string;
  readonly payload: {
    readonly resource: { readonly type: string; readonly id: string };
    readonly data: Readonly<Record<string, unknown>>;
  };
};

/** Of the requests about a client that has an access token, those that are sent with it. */
const SHARE_BY_CLIENTS = 0.5;

/** @param random from 0 up to 1. */
export function openWorld(partners: readonly LoadPartner[], random: () => number): RealWorld {
  const clients = new Map<string, LoadClient>();
  const bills = new Map<string, LoadBill>();
  const fresh = { bare: [] as LoadClient[], carded: [] as LoadClient[] };
  const ready: LoadClient[] = [];
  const unpaid: LoadBill[] = [];
  const paid: LoadBill[] = [];
  const tokens: { token: string; client: LoadClient }[] = [];
  let names = 0;
  const start = Date.now().toString(36);
  const billCreated = (data: BillData) => {
    const { bill } = data;
    const client = clients.get(clientOf('bill', bill._id) ?? '');
    if (!client || bills.has(bill._id)) return;
    const cents = parseMoney(bill.balance ?? '') ?? 0;
    const one = { client, billId: bill._id, authId: bill.auth._id, cents };
    bills.set(one.billId, one);
    if (client.bills.push(one) === 1) ready.push(client);
    unpaid.push(one);
  };
  return {
    draw: (from) => from[Math.floor(random() * from.length)],
    random,
    partners,
    clients,
    bills,
    ready,
    paid,
    takeNew: (kind) => fresh[kind].shift(),
    takeUnpaid: () => unpaid.shift(),
    takeToken: () => tokens.shift(),
    newName: () => {
      names += 1;
      return `load-${start}-${names}`;
    },
    bearerOf: ({ partner, access }) =>
      access && access.until > Date.now() && random() < SHARE_BY_CLIENTS
        ? access.token
        : partner.apiKey,
    created: (client) => {
      clients.set(client.clientId, client);
      fresh.bare.push(client);
    },
    carded: (client) => {
      client.cards += 1;
      if (client.cards === 1) fresh.carded.push(client);
    },
    linking: (client, authId) => client.authIds.push(authId),
    gotToken: (client, token) => tokens.push({ client, token }),
    gotAccess: (client, access) => {
      client.access = access;
    },
    told: ({ type, payload }) => {
      if (type === 'bill.created') billCreated(payload.data as BillData);
      if (type !== 'bill.payment.sent') return;
      const bill = bills.get(payload.resource.id);
      const { payment } = payload.data as { payment?: { _id?: string } };
      if (!bill || bill.paymentId !== undefined || payment?._id === undefined) return;
      bill.paymentId = payment._id;
      paid.push(bill);
    },
  };
}

type BillData = {
  readonly bill: {
    readonly _id: string;
    readonly balance?: string;
    readonly auth: { readonly _id: string };
  };
};

/**
 * The same for the service beside: it reads the same records, and what it writes is its own, so it takes
 * nothing out of the real world and leaves nothing there.
 */
export function openPlainWorld(real: RealWorld): World {
  const tokens: { token: string; client: LoadClient }[] = [];
  const unordered = () => real.draw(real.draw(real.ready)?.bills ?? []);
  return {
    draw: real.draw,
    random: real.random,
    partners: real.partners,
    ready: real.ready,
    paid: real.paid,
    takeNew: () => real.draw(real.ready),
    takeUnpaid: () => {
      const bill = unordered();
      return bill && { ...bill };
    },
    takeToken: () => tokens.shift(),
    newName: () => `plain-${real.newName()}`,
    // An access token of the real service opens nothing here.
    bearerOf: ({ partner }) => partner.apiKey,
    created: () => {},
    carded: () => {},
    linking: () => {},
    gotToken: (client, token) => tokens.push({ client, token }),
    gotAccess: () => {},
  };
}
