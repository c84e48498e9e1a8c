/** How far the link of an auth has come, as those see it who wait for it. */
import { type AuthRecord, presentAuth, presentLinkedAuth } from './auth.ts';
import { answerable } from './auth-challenge.ts';
import { presentChallenge } from './challenge.ts';
import type { AuthProgress, LinkProgress } from './schemas/auth.ts';

/** Auths that a page is told of when it opens. */
const MAX_OPEN = 10;

export function presentProgress(auth: AuthRecord, now: number): AuthProgress {
  const challenge = answerable(auth, now);
  const progress = progressOf(auth);
  return {
    auth: presentLinkedAuth(auth),
    linking: auth.link !== undefined,
    ...(progress && { progress }),
    ...(challenge && { challenge: presentChallenge(challenge, presentAuth(auth)) }),
  };
}

/** Of a client's auths those whose link is under way or waits for the user, the newest link first. */
export function openAuths(auths: readonly AuthRecord[]): AuthRecord[] {
  const begun = ({ link, created }: AuthRecord) => link?.requestedAt ?? created;
  return auths
    .filter(({ link, deletedAt }) => link && !deletedAt)
    .sort((one, other) => (begun(one) < begun(other) ? 1 : -1))
    .slice(0, MAX_OPEN);
}

/**
 * What the record tells: once the bills are recorded, a link goes on only to pay or to put a card on
 * file; before that, it has met a challenge or it has not.
 */
function progressOf(auth: AuthRecord): LinkProgress | undefined {
  const { link } = auth;
  if (!link) return undefined;
  if (auth.lastLinkId === link.linkId) return link.swaps ? 'updating-card' : 'paying';
  return link.security ? 'checking-security' : 'signing-in';
}
