/** Registering remote connectors, and reading again what they say of themselves. */
import { isDeepStrictEqual } from 'node:util';
import type { Manifest } from '@billhook/connector-kit/protocol/manifest';
import { instantText } from '@billhook/core/base/dates';
import {
  ownConnectorIds,
  type RegisteredConnector,
} from '@billhook/core/company/registered-connector';
import type { Actor, AuditAction, AuditDetail } from '@billhook/core/partner/audit';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import { isSandbox } from '../aws/environment.ts';
import {
  type ManifestRefusal,
  type ReadManifest,
  readManifest,
} from '../companies/remote/read-manifest.ts';
import { connectorStore } from '../stores/connector-store.ts';
import type { Outside } from '../table/outside.ts';
import { auditEntry } from './audit.ts';

export type RegisterDeps = Pick<Outside, 'table' | 'clock'> & {
  readonly outbound?: Parameters<typeof readManifest>[2]['outbound'];
};

type Found = Extract<ReadManifest, { ok: true }>;

export type RegisterRefusal =
  | ManifestRefusal
  /** Its id is that of a connector that comes with Billhook. */
  | 'own-id'
  /** A test connector in production, or one that moves real money anywhere else. */
  | 'wrong-mode'
  | 'registered-already';

/** What is to be confirmed by an operator: nothing is written. */
export async function readNewConnector(
  deps: RegisterDeps,
  baseUrl: string,
): Promise<Found | { readonly ok: false; readonly reason: RegisterRefusal }> {
  const read = await readManifest(baseUrl, undefined, deps);
  if (!read.ok) return read;
  const { id, mode } = read.manifest;
  if (ownConnectorIds.has(id)) return { ok: false, reason: 'own-id' };
  if (!isModeOfStage(mode)) return { ok: false, reason: 'wrong-mode' };
  const standing = await connectorStore(deps.table).find(id);
  if (standing && standing.removedAt === undefined) {
    return { ok: false, reason: 'registered-already' };
  }
  return read;
}

/** Test data never reaches what is real, and the other way around (decision: live-and-test-apart). */
export function isModeOfStage(mode: Manifest['mode']): boolean {
  return mode === (isSandbox() ? 'test' : 'live');
}

export type Confirmed = {
  readonly baseUrl: string;
  readonly takesCards: boolean;
  readonly verified?: RegisteredConnector['verified'];
  readonly claims?: RegisteredConnector['claims'];
  readonly transport?: RegisteredConnector['transport'];
  readonly actor: Actor;
};

/** Pins the keys that were read and confirmed. False where another has registered it meanwhile. */
export async function registerConnector(
  { table, clock }: RegisterDeps,
  { manifest }: Pick<Found, 'manifest'>,
  { actor, ...confirmed }: Confirmed,
): Promise<boolean> {
  const { id } = manifest;
  const earlier = await connectorStore(table).find(id);
  if (earlier && earlier.removedAt === undefined) return false;
  const next: RegisteredConnector = {
    id,
    // One that comes back reaches the companies that it was said to reach.
    ...(earlier?.claims && { claims: earlier.claims }),
    ...confirmed,
    ...kept(manifest),
    registeredAt: instantText(clock()),
    version: (earlier?.version ?? 0) + 1,
  };
  const { baseUrl, takesCards } = confirmed;
  return save({ table, clock }, next, {
    actor,
    action: 'connector-registered',
    detail: { connector: id, address: baseUrl, takesCards },
  });
}

export async function removeConnector(
  { table, clock }: RegisterDeps,
  standing: RegisteredConnector,
  actor: Actor,
): Promise<boolean> {
  const removedAt = instantText(clock());
  const next = { ...standing, removedAt, version: standing.version + 1 };
  const detail = { connector: standing.id };
  return save({ table, clock }, next, { actor, action: 'connector-removed', detail });
}

/** What the browser's connector is now, after the deployment has another version of it. */
export function renewWorker(
  deps: RegisterDeps,
  standing: RegisteredConnector,
  manifest: Manifest,
  actor: Actor,
): Promise<boolean> {
  const next = { ...standing, ...kept(manifest), version: standing.version + 1 };
  const detail = { connector: standing.id, newKeys: 0, software: manifest.version };
  return save(deps, next, { actor, action: 'connector-refreshed', detail });
}

/** What an operator or the service itself notes of a connector. */
export async function changeConnector(
  deps: RegisterDeps,
  standing: RegisteredConnector,
  change: Partial<
    Pick<RegisteredConnector, 'verified' | 'companiesAsOf' | 'takesCards' | 'claims' | 'watches'>
  >,
  actor: Actor,
): Promise<boolean> {
  const next = { ...standing, ...change, version: standing.version + 1 };
  const detail = { connector: standing.id, changed: Object.keys(change).join(' ') };
  return save(deps, next, { actor, action: 'connector-changed', detail });
}

/**
 * Reads the manifest of a registered connector again: new keys count, as one that was pinned has signed
 * them. @returns what stands now, or why it stays as it was.
 */
export async function refreshConnector(
  deps: RegisterDeps,
  standing: RegisteredConnector,
  actor: Actor,
): Promise<RegisteredConnector | ManifestRefusal | 'wrong-mode'> {
  const { id, baseUrl, transport } = standing;
  // It comes with the deployment, and has nothing to read.
  if (transport === 'worker') return standing;
  const pinned = new Set(standing.keys.map(({ kid }) => kid));
  const read = await readManifest(baseUrl, { id, pinned }, deps);
  if (!read.ok) return read.reason;
  if (!isModeOfStage(read.manifest.mode)) return 'wrong-mode';
  const next = { ...standing, ...kept(read.manifest), version: standing.version + 1 };
  // The table keeps no order of members.
  const same = { ...standing, ...kept(read.manifest) };
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(same)), standing)) return standing;
  const newKeys = next.keys.filter(({ kid }) => !pinned.has(kid)).length;
  const detail = { connector: id, newKeys, software: read.manifest.version };
  const saved = await save(deps, next, { actor, action: 'connector-refreshed', detail });
  return saved ? next : standing;
}

function kept({ keys, testLogins: _tests, ...manifest }: Manifest) {
  return { manifest, keys: keys.keys };
}

type Note = { readonly actor: Actor; readonly action: AuditAction; readonly detail: AuditDetail };

async function save(
  { table, clock }: RegisterDeps,
  next: RegisteredConnector,
  { actor, action, detail }: Note,
): Promise<boolean> {
  const entry = auditEntry({ partnerId: DEPLOYMENT, actor, action, now: clock(), detail });
  return (await table.write([connectorStore(table).save(next), entry])) === 'written';
}
