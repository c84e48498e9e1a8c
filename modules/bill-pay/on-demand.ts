/** Screens that many users never see, in files that come when somebody is about to. */
import { onDemand } from '../kit/look/later.tsx';
import type { Account } from './entry.ts';
import { loadLateTexts } from './load-late-texts.ts';

const adding = async () => {
  const [screens] = await Promise.all([import('./later/adding.tsx'), loadLateTexts()]);
  return screens;
};
const linking = async () => {
  const [screens] = await Promise.all([import('./later/linking.tsx'), loadLateTexts()]);
  return screens;
};

export const AddCard = onDemand(async () => (await adding()).AddCard);
export const AddBank = onDemand(async () => (await adding()).AddBank);
export const MethodDetail = onDemand(async () => (await adding()).MethodDetail);
export const LinkAccount = onDemand(async () => (await linking()).LinkAccount);
export const Accounts = onDemand(async () => (await linking()).Accounts);
export const OneAccount = onDemand(async () => (await linking()).OneAccount);

/** What a company wants of the user before a payment goes on. */
export const Hold = onDemand(async () => (await linking()).Hold);

/** Asks for what is probably next, while the first screen is read. */
export function loadNext({ entries, auths, links, methods }: Account): void {
  const wantsUser =
    links.length > 0 ||
    auths.some(({ status }) => status.type !== 'verified') ||
    entries.some(({ bill }) => bill.company.userPresenceRequired);
  if (wantsUser || entries.length === 0) LinkAccount.loadSoon();
  if (methods.length === 0 || methods.some(({ status }) => status === 'declined')) {
    AddCard.loadSoon();
  }
}
