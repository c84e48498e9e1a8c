/** The KMS client, one a process; imported only by functions that use a key. */
import { KMSClient } from '@aws-sdk/client-kms';
import { once } from './once.ts';
import { Sha256 } from './sha256.ts';

export const kmsClient = once(() => new KMSClient({ maxAttempts: 5, sha256: Sha256 }));
