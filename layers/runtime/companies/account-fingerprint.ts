/** What tells an account at a company from others, without the account's number. */
import type { Fingerprint } from '../aws/fingerprint.ts';

/** @returns Base64url of a keyed hash: the same for the same account, whoever links it. */
export async function accountFingerprint(
  fingerprint: Fingerprint,
  companyId: string,
  accountKey: string,
): Promise<string> {
  return Buffer.from(await fingerprint('account', companyId, accountKey)).toString('base64url');
}
