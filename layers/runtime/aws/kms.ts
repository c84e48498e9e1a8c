/** The KMS client, one a process; imported only by functions that use a key. */
import { KMSClient } from '@aws-sdk/client-kms';

let shared: KMSClient | undefined;

export function kmsClient(): KMSClient {
  shared ??= new KMSClient({ maxAttempts: 5 });
  return shared;
}
