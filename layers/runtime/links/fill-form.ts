/** Adding the answers that a link was given to the stored credentials, where both may be opened. */
import type { AuthRecord } from '@billhook/core/auth/auth';
import { filledForm, withAnswers } from '@billhook/core/auth/missing-answers';
import type { Reach } from '../companies/reach.ts';
import type { Stores } from '../stores/open-stores.ts';
import { changeLink, type LinkIds } from './record.ts';

type Deps = Pick<Stores, 'table' | 'auths' | 'companies'> & Pick<Reach, 'vault'>;

/** The auth as it is logged in with; nothing when its link was superseded. Safe to repeat. */
export async function fillForm(
  deps: Deps,
  auth: AuthRecord,
  ids: LinkIds,
): Promise<AuthRecord | undefined> {
  const { clientId, link, credentials } = auth;
  if (!link?.given) return auth;
  const { vault, companies } = deps;
  const company = await companies.find(auth.company._id);
  if (!company) throw new Error('The company of an auth is not in the directory');
  const own = { clientId, recordId: auth._id };
  const [stored, given] = await Promise.all([
    vault.open(own, credentials),
    vault.open({ clientId, recordId: ids.linkId }, link.given),
  ]);
  const sealed = await vault.seal(own, filledForm(stored, given, company));
  return changeLink(deps, ids, (standing) => withAnswers(standing, ids.linkId, sealed));
}
