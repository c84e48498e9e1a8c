/** Finding the auth that a login is of, or where a new one goes. */
import { createHash } from 'node:crypto';
import { type AuthRecord, hasAskedFor, MAX_AUTHS_PER_CLIENT } from '@billhook/core/auth/auth';
import { authForLogin, isOfLogin } from '@billhook/core/auth/logins';
import { derivedOwnedId } from '@billhook/core/base/ids';
import type { CompanyRecord } from '@billhook/core/company/company';
import type { LoginForm } from '@billhook/core/company/connector';
import type { Runtime } from '../companies/runtime.ts';
import { listAll } from '../table/paging.ts';

export type Login = {
  readonly partnerId: string;
  readonly clientId: string;
  readonly company: CompanyRecord;
  readonly form: LoginForm;
};

export type LoginPlace = {
  readonly authId: string;
  readonly loginId: string;
  /** What stands there, where it was read; nothing but the wrapper where nothing does. */
  readonly first?: { readonly standing: AuthRecord | undefined };
  /** Whether the client may have a new auth, where it would be one. */
  readonly hasRoom: boolean;
};

/** The other auths of the client are read only where none has the id of the login. */
export async function findLogin(runtime: Runtime, login: Login): Promise<LoginPlace> {
  const { clientId, company } = login;
  const loginId = await loginIdOf(runtime, login);
  const standing = await runtime.auths.findAny(loginId);
  const place = { loginId, hasRoom: true };
  if (standing && isOfLogin(standing, loginId)) {
    return { ...place, authId: loginId, first: { standing } };
  }
  const all = await listAuths(runtime, clientId);
  const known = authForLogin(all, { loginId, companyId: company._id });
  if (known) return { ...place, authId: known._id };
  const hasRoom = all.filter(({ deletedAt }) => !deletedAt).length < MAX_AUTHS_PER_CLIENT;
  if (!standing) return { loginId, authId: loginId, first: { standing }, hasRoom };
  return { loginId, authId: await nextId(runtime, clientId, loginId), hasRoom };
}

/** The auth whose link an earlier attempt of the request began. */
export async function findAsked(
  runtime: Runtime,
  login: Login,
  linkId: string,
): Promise<AuthRecord | undefined> {
  const usual = await runtime.auths.findAny(await loginIdOf(runtime, login));
  const isIt = (auth: AuthRecord) => !auth.deletedAt && hasAskedFor(auth, linkId);
  if (usual && isIt(usual)) return usual;
  return (await listAuths(runtime, login.clientId)).find(isIt);
}

/** The same login of a client at a company is the same auth. */
async function loginIdOf(
  { connectorOf, fingerprint }: Runtime,
  { partnerId, clientId, company, form }: Login,
): Promise<string> {
  const login = connectorOf(company).loginOf(company, form);
  const digest = await fingerprint('login', partnerId, clientId, company._id, login);
  return derivedOwnedId('auth', clientId, digest);
}

/** The auth that has the login's own id is of another login since: the next id that is free. */
async function nextId({ auths }: Runtime, clientId: string, loginId: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const digest = createHash('sha256').update(`${loginId}/${count}`).digest();
    const id = derivedOwnedId('auth', clientId, digest);
    const standing = await auths.findAny(id);
    if (!standing || isOfLogin(standing, loginId)) return id;
  }
}

function listAuths({ auths }: Runtime, clientId: string) {
  return listAll((page) => auths.list(clientId, page));
}
