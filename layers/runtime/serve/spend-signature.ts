/**
 * Has a signature count once (decision: signatures-count-once). Loaded by the pipeline for partners
 * that asked for it: the others pay nothing for it.
 */
import { createHash } from 'node:crypto';
import type { Failure } from '@billhook/core/base/errors';
import { spentSignatureKey } from '@billhook/core/base/table-keys';
import {
  refusedAsSpent,
  type SpentSignature,
  spentSignature,
} from '@billhook/core/partner/spent-signature';
import type { Table } from '../table/types.ts';

type Given = {
  readonly partnerId: string;
  /** The SHA-256 of the signature, as the authorizer hands it on. */
  readonly signature: string;
  /** The last second of its window. */
  readonly until: number;
  /** The `Idempotency-Key`, where the operation takes one. */
  readonly key: string | undefined;
  readonly requestId: string;
};

export async function spendSignature(
  table: Table,
  { partnerId, signature, key, ...given }: Given,
): Promise<Failure<'signature_used'> | undefined> {
  const keyDigest = key && createHash('sha256').update(key).digest('base64url');
  const spent = spentSignature({ ...given, keyDigest });
  const at = spentSignatureKey(partnerId, signature);
  const write = { put: { ...spent, ...at }, when: { absent: true } } as const;
  if ((await table.write([write])) === 'written') return undefined;
  const standing = await table.get<SpentSignature>(at);
  if (!standing) throw new Error('A spent signature is missing');
  return refusedAsSpent(standing, spent);
}
