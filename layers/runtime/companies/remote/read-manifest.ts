/** A connector's manifest, as far as its pinned keys have signed it (decision: keys-are-pinned). */
import { MAX_BODY_BYTES, PROTOCOL } from '@billhook/connector-kit/protocol/limits';
import {
  type Manifest,
  manifest as manifestSchema,
} from '@billhook/connector-kit/protocol/manifest';
import { pathOf } from '@billhook/connector-kit/protocol/operations';
import { type OpenKeys, openKeySet, signingKey } from '@billhook/connector-kit/wire/keys';
import { NO_BODY, readJson } from '@billhook/connector-kit/wire/message';
import { verifyMessage } from '@billhook/connector-kit/wire/signature';
import type { Clock } from '@billhook/core/base/dates';
import * as v from 'valibot';
import type { RequestDeps } from '../../outbound/safe-request.ts';
import { requestConnector } from './request-connector.ts';

const TIMEOUT_MILLISECONDS = 10_000;

export type ManifestRefusal =
  | 'unreachable'
  | 'no-manifest'
  /** Its keys are not what they say. */
  | 'bad-keys'
  | 'not-signed'
  /** Signed by a key that was not pinned. */
  | 'another-key'
  | 'another-id'
  | 'another-protocol';

export type ReadManifest =
  | { readonly ok: true; readonly manifest: Manifest; readonly keys: OpenKeys }
  | { readonly ok: false; readonly reason: ManifestRefusal };

export type Known = {
  readonly id: string;
  /** Thumbprints of keys that were pinned when it was registered, or came with a manifest since. */
  readonly pinned: ReadonlySet<string>;
};

/**
 * @param known nothing at the registration, when the operator confirms what is read.
 * @returns the manifest with all of its keys: a pinned key has signed them.
 */
export async function readManifest(
  baseUrl: string,
  known: Known | undefined,
  { clock, outbound }: { readonly clock: Clock; readonly outbound?: RequestDeps },
): Promise<ReadManifest> {
  const url = `${baseUrl}${pathOf('manifest')}`;
  const asked = { method: 'GET' as const, url, headers: {} };
  const limits = { timeoutMilliseconds: TIMEOUT_MILLISECONDS, maxBytes: MAX_BODY_BYTES };
  const requested = await requestConnector(
    { ...asked, ...limits, readsBody: () => true },
    outbound,
  );
  if (!requested.ok) return refused('unreachable');
  const { answer } = requested;
  if (answer.status !== 200 || answer.isCut) return refused('no-manifest');
  const parsed = v.safeParse(manifestSchema, readJson(answer.body)?.value);
  if (!parsed.success) return refused('no-manifest');
  const manifest = parsed.output;
  const keys = openKeySet(manifest.keys);
  if (!keys) return refused('bad-keys');
  let isStranger = false;
  const verified = verifyMessage(
    'manifest',
    answer,
    { ...asked, body: NO_BODY },
    {
      // The id of a key is its thumbprint, so a pinned id is a pinned key.
      keyOf: (keyid) => {
        isStranger = known !== undefined && !known.pinned.has(keyid);
        return isStranger ? undefined : signingKey(keys, keyid);
      },
      now: clock() / 1000,
    },
  );
  if (!verified.ok) return refused(isStranger ? 'another-key' : 'not-signed');
  const isNamed = answer.headers['billhook-connector'] === manifest.id;
  if (!isNamed || (known && known.id !== manifest.id)) return refused('another-id');
  if (!manifest.protocols.includes(PROTOCOL)) return refused('another-protocol');
  return { ok: true, manifest, keys };
}

function refused(reason: ManifestRefusal): ReadManifest {
  return { ok: false, reason };
}
