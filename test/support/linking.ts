/** Auths in the table of a test, with credentials that open. */
import { randomBytes } from 'node:crypto';
import { type AuthRecord, requestLink } from '@billhook/core/auth/auth';
import type { StoredAuth } from '@billhook/core/auth/stored-auth';
import { instantText } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import type { Runtime } from '@billhook/runtime/companies/runtime';
import { authRecord, changedAuth, clientId, unnoticed } from './records.ts';

type Deps = Pick<Runtime, 'auths' | 'table' | 'vault'>;

/** Of the sandbox's first company, where the test names no other. */
export async function linkedAuth(deps: Deps, change: Partial<StoredAuth> = {}) {
  return save(deps, await sealed(deps, change));
}

/** One whose link was asked for, and nothing else. */
export async function linkingAuth(deps: Deps, now: number, change: Partial<StoredAuth> = {}) {
  const { status: _none, ...identity } = await sealed(deps, {});
  const linkId = newOwnedId('link', clientId, randomBytes);
  const link = { linkId, requestedAt: instantText(now), items: ['bill' as const] };
  return save(deps, changedAuth(requestLink(undefined, { ...identity, link }), change));
}

async function sealed({ vault }: Deps, change: Partial<StoredAuth>): Promise<AuthRecord> {
  const company = { ...authRecord().company, _id: sandboxCompanies[0]?._id ?? '' };
  const auth = authRecord({ company, ...change });
  const own = { clientId, recordId: auth._id };
  return { ...auth, credentials: await vault.seal(own, { password: 'secret' }) };
}

async function save({ auths, table }: Deps, auth: AuthRecord): Promise<AuthRecord> {
  await table.write([auths.save(...unnoticed(auth))]);
  return auth;
}
