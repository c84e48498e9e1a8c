/** The screens of linking, in files that only those load who are about to see one. */
import { onDemand } from '../kit/look/later.tsx';
import type { Account } from './entry.ts';
import { loadLateTexts } from './load-late-texts.ts';

const load = () => import('./later/linking.tsx');

export const LinkAccount = onDemand(async () => {
  const [{ LinkAccount }] = await Promise.all([load(), loadLateTexts()]);
  return LinkAccount;
});

/** What a company wants of the user before a payment goes on. */
export const Hold = onDemand(async () => (await load()).Hold);

/** Whether linking is probably next: nothing is linked, or a company wants its user. */
export function leadsToLinking({ entries, auths, links }: Account): boolean {
  return (
    entries.length === 0 ||
    links.length > 0 ||
    auths.some(({ status }) => status.type !== 'verified') ||
    entries.some(({ bill }) => bill.company.userPresenceRequired)
  );
}
