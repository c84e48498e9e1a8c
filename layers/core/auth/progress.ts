/** How far the link of an auth has come, as those see it who wait for it. */

import type { RunStep } from '../company/connector.ts';
import type { AuthProgress, LinkedAuth, LinkProgress } from '../schemas/auth.ts';
import type { Consent } from '../schemas/consent.ts';
import { type AuthRecord, presentAuth, presentLinkedAuth } from './auth.ts';
import { answerable } from './auth-challenge.ts';
import { type OpenChallenge, presentChallenge } from './challenge.ts';

/** Auths that a page is told of when it opens. */
const MAX_OPEN = 10;

export function presentProgress(auth: AuthRecord, now: number): AuthProgress {
  const challenge = answerable(auth, now);
  const progress = progressOf(auth);
  return {
    auth: presentLinkedAuth(auth),
    linking: auth.link !== undefined,
    ...(progress && { progress }),
    ...(challenge && {
      challenge: {
        ...presentChallenge(challenge, presentAuth(auth)),
        expiresIn: secondsLeft(challenge, now),
      },
    }),
  };
}

/** What is left, and not until when: a phone's clock may be wrong. */
function secondsLeft({ expiresAt }: OpenChallenge, now: number): number {
  return Math.ceil((Date.parse(expiresAt) - now) / 1000);
}

/** What the client last agreed to about its data, where an account that it is linked by still stands. */
export function dataConsentOf(auths: readonly AuthRecord[]): Consent | undefined {
  const given = auths.flatMap(({ dataConsent, deletedAt }) =>
    dataConsent && !deletedAt ? [dataConsent] : [],
  );
  return given.toSorted((one, other) => ((one.at ?? '') < (other.at ?? '') ? 1 : -1))[0];
}

/** Of a client's auths those whose link is under way or waits for the user, the newest link first. */
export function openAuths(auths: readonly AuthRecord[]): AuthRecord[] {
  const begun = ({ link, created }: AuthRecord) => link?.requestedAt ?? created;
  return auths
    .filter(({ link, deletedAt }) => link && !deletedAt)
    .sort((one, other) => (begun(one) < begun(other) ? 1 : -1))
    .slice(0, MAX_OPEN);
}

/** Of a client's auths those whose company's form asks for more by now, while nobody is giving it. */
export function askingAuths(auths: readonly AuthRecord[]): LinkedAuth[] {
  return auths
    .filter(({ link, deletedAt }) => !link && !deletedAt)
    .map(presentLinkedAuth)
    .filter(({ asksFor }) => asksFor !== undefined);
}

/** The auth while its bills are read; the same record where that is known or there is nothing to read. */
export function beginReading(auth: AuthRecord): AuthRecord {
  const { link } = auth;
  if (!link || link.readingBills || !link.items.some((item) => item !== 'swap')) return auth;
  return { ...auth, link: { ...link, readingBills: true } };
}

/** What the connector itself says that it is doing. */
const progressOfStep: Readonly<Record<Exclude<RunStep, 'signing-in'>, LinkProgress>> = {
  'waiting-for-code': 'waiting-for-code',
  'reading-bills': 'reading-bill',
  paying: 'paying',
  'updating-card': 'updating-card',
};

/** Once the bills are recorded, a link goes on only to pay or to put a card on file. */
function progressOf({ link, lastLinkId }: AuthRecord): LinkProgress | undefined {
  if (!link) return undefined;
  if (lastLinkId === link.linkId) return link.swaps ? 'updating-card' : 'paying';
  const { step } = link.running ?? {};
  // A session that signs in once more takes nobody back to the beginning.
  if (step && step !== 'signing-in') return progressOfStep[step];
  if (link.readingBills) return 'reading-bill';
  return link.security ? 'checking-security' : 'signing-in';
}
