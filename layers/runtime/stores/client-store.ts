/** Clients, and the identifiers that partners know them by. */
import { createHash } from 'node:crypto';
import type { TokenChange } from '@billhook/core/api/token-marks';
import { instantText } from '@billhook/core/base/dates';
import { isRootId, newRootId, type RandomBytes } from '@billhook/core/base/ids';
import { type Owner, owns } from '@billhook/core/base/owner';
import { clientKey, identifierKey } from '@billhook/core/base/table-keys';
import { type ClientRecord, clearMeta, newClient } from '@billhook/core/client/client';
import type { ErasureRecord } from '@billhook/core/erasing/erasure';
import type { EventDraft } from '@billhook/core/events/event';
import type { ClientMeta } from '@billhook/core/schemas/client';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import type { Table, Write } from '../table/types.ts';
import { type SealMeta, sealGiven } from './client-meta.ts';

type GivenClient = { readonly identifier: string; readonly meta?: ClientMeta };

export type ClientStore = {
  /** The client, if it is there and the owner's. */
  find(clientId: string, owner: Owner): Promise<ClientRecord | undefined>;
  findIdByIdentifier(partnerId: string, identifier: string): Promise<string | undefined>;
  /** The client that has the identifier, made now if there is none. Two calls at once make one. */
  findOrCreate(partnerId: string, given: GivenClient, at: Beginning): Promise<ClientRecord>;
  /** Makes a method the default: always, or only where there is none yet. */
  setDefault(client: ClientId, methodId: string, always: boolean): Write;
  /** Makes another method the default in place of one, or none. */
  moveDefault(client: ClientId, from: string, to: string | undefined): Write;
  /** Holds as long as nobody erases the client. */
  stillThere(client: ClientId): Write;
  /** What stands there, the mark of one that is being erased too. */
  read(clientId: string): Promise<ClientRecord | ErasureRecord | undefined>;
  /** The mark in the place of a client, whose identifier is free from then on. */
  mark(client: ClientRecord, mark: ErasureRecord): Write[];
  /** The next version of a mark, and what it tells. */
  saveMark(mark: ErasureRecord, told: readonly EventDraft[]): Write;
  /** What became of its tokens, decided on the record as it was read. */
  changeTokens(client: ClientRecord, change: TokenChange): Write;
};

/** `now` in milliseconds since the epoch; `random` is what the id of a new one is made of. */
type Beginning = {
  readonly now: number;
  readonly random: RandomBytes;
  /** Needed where `meta` may be given. */
  readonly sealMeta?: SealMeta;
};

type ClientId = Pick<ClientRecord, '_id' | 'partnerId'>;
type IdentifierItem = { readonly clientId: string };

/** Longer than any race: a lost one is settled by the next read. */
const CREATE_ATTEMPTS = 3;

export function clientStore(table: Table): ClientStore {
  const find = async (clientId: string, owner: Owner) => {
    if (!isRootId('cl', clientId)) return undefined;
    // The mark of an erased client says no `partnerId`, and is nobody's.
    const client = await table.get<ClientRecord>(clientKey(clientId));
    return client && owns(owner, { partnerId: client.partnerId, clientId }) ? client : undefined;
  };
  const findIdByIdentifier = async (partnerId: string, identifier: string) => {
    const key = identifierKey(partnerId, digestOf(identifier));
    return (await table.get<IdentifierItem>(key))?.clientId;
  };
  const create = async (partnerId: string, given: GivenClient, at: Beginning) => {
    const clientId = newRootId('cl', at.random);
    const sealedMeta = await sealGiven(clientId, given.meta, at.sealMeta);
    const now = instantText(at.now);
    const client = newClient({ ...given, sealedMeta }, { clientId, partnerId, now });
    const identifier = identifierKey(partnerId, digestOf(given.identifier));
    const result = await table.write([
      { put: { ...identifier, clientId, partnerId }, when: { absent: true } },
      { put: { ...clientKey(clientId), ...client }, when: { absent: true } },
    ]);
    return result === 'written' ? client : undefined;
  };
  /** The client as it is, with what an earlier release kept of it in clear sealed. */
  const sealOld = async (client: ClientRecord, { sealMeta }: Beginning): Promise<ClientRecord> => {
    if (!sealMeta || !clearMeta(client)) return client;
    const { meta, ...rest } = client;
    const sealedMeta = await sealGiven(client._id, meta, sealMeta);
    const sealing = { ...ownClient(client), set: { sealedMeta }, remove: ['meta'] };
    // Another that seals at the same time seals the same.
    await writeUnlessChanged(table, [sealing]);
    return { ...rest, sealedMeta };
  };
  return {
    find,
    findIdByIdentifier,
    async findOrCreate(partnerId, given, at) {
      for (let attempt = 1; attempt <= CREATE_ATTEMPTS; attempt += 1) {
        const clientId = await findIdByIdentifier(partnerId, given.identifier);
        const client = clientId
          ? await find(clientId, { kind: 'partner', partnerId })
          : await create(partnerId, given, at);
        if (client) return sealOld(client, at);
      }
      throw new Error('A client could not be found or created');
    },
    setDefault: (client, defaultMethodId, always) => ({
      ...ownClient(client),
      ...(always ? { set: { defaultMethodId } } : { setOnce: { defaultMethodId } }),
    }),
    moveDefault: ({ _id, partnerId }, defaultMethodId, to) => ({
      update: clientKey(_id),
      ...(to === undefined ? { remove: ['defaultMethodId'] } : { set: { defaultMethodId: to } }),
      when: { equals: { partnerId, defaultMethodId } },
    }),
    stillThere: ({ _id, partnerId }) => ({
      check: clientKey(_id),
      when: { equals: { partnerId } },
    }),
    read: async (clientId) =>
      isRootId('cl', clientId) ? table.get(clientKey(clientId)) : undefined,
    mark: ({ _id, partnerId, identifier, tokenVersion }, mark): Write[] => [
      {
        put: { ...clientKey(_id), ...mark },
        when: { equals: { partnerId, tokenVersion } },
      },
      {
        delete: identifierKey(partnerId, digestOf(identifier)),
        when: { equals: { clientId: _id }, orAbsent: true },
      },
    ],
    saveMark: (mark, told) => ({
      put: { ...clientKey(mark._id), ...mark },
      when: { equals: { version: mark.version - 1 } },
      ...(told.length > 0 && {
        tells: { owner: { partnerId: mark.ofPartner }, sequence: 0, drafts: () => told },
      }),
    }),
    changeTokens: ({ _id, tokenVersion }, change) => ({
      update: clientKey(_id),
      set: { ...change, tokenVersion: tokenVersion + 1 },
      when: { equals: { tokenVersion } },
    }),
  };
}

function ownClient(client: ClientId) {
  return { update: clientKey(client._id), when: { equals: { partnerId: client.partnerId } } };
}

/** Identifiers are names and addresses of people: the key holds a digest, the record the text. */
function digestOf(identifier: string): string {
  return createHash('sha256').update(identifier).digest('base64url');
}
