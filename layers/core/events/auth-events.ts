/** What a change of an auth tells. Its events are about its client, as the interface has it. */
import { type AuthRecord, presentAuth, presentLinkedAuth } from '../auth.ts';
import { presentChallenge } from '../challenge.ts';
import type { EventDraft, EventType } from '../event.ts';

/** `before` is missing of a new auth, `after` of one that is erased. */
export function authEvents(
  before: AuthRecord | undefined,
  after: AuthRecord | undefined,
): EventDraft[] {
  const standing = before?.deletedAt ? undefined : before;
  const left = after?.deletedAt ? undefined : after;
  if (!left) return standing ? [draft('auth.deleted', standing, linkData(standing))] : [];
  if (!standing) return [draft('auth.created', left, linkData(left))];
  return [...outcomeEvents(standing, left), ...challengeEvents(standing, left)];
}

function outcomeEvents(before: AuthRecord, after: AuthRecord): EventDraft[] {
  const ended = endedLink(before, after);
  const type = ended ? outcomeOfLink(after) : outcomeUnattended(before, after);
  if (!type) return [];
  const data = { auth: presentAuth(after), ...correlation(after) };
  return [draft(type, after, data, ended)];
}

/** The link whose outcome this change records. */
function endedLink(before: AuthRecord, after: AuthRecord): AuthRecord['link'] {
  const { link, lastLinkId } = before;
  return link && after.lastLinkId === link.linkId && lastLinkId !== link.linkId ? link : undefined;
}

/** What the company refused, when a link fails: all else that ends one is a hold. */
const refused: ReadonlySet<string | undefined> = new Set(['invalid-mfa', 'invalid-credentials']);

function outcomeOfLink({ status, hold }: AuthRecord): EventType | undefined {
  if (status === 'verified') return 'auth.success';
  if (status === 'authenticate') return 'auth.failed';
  return refused.has(hold?.subcode) ? 'auth.failed' : 'auth.hold';
}

/** A reading, a payment or a swap that met something while nobody was linking. */
function outcomeUnattended(before: AuthRecord, after: AuthRecord): EventType | undefined {
  const { status, hold } = after;
  const same = status === before.status && hold?.code === before.hold?.code;
  if (same && hold?.subcode === before.hold?.subcode) return undefined;
  if (status === 'authenticate') return 'auth.invalid';
  if (status === 'verified') return before.status === 'verified' ? undefined : 'auth.success';
  if (status !== 'hold') return undefined;
  return hold?.subcode === 'no-mfa-response-received' ? 'auth.needs-resync' : 'auth.hold';
}

function challengeEvents(before: AuthRecord, after: AuthRecord): EventDraft[] {
  const { challenge, link } = after;
  if (!challenge || challenge.token === before.challenge?.token) return [];
  const data = { ...presentChallenge(challenge, presentAuth(after)), ...correlation(after) };
  return [draft('auth.security-input-required', after, data, link)];
}

/**
 * `link` is given where it is asked or has ended: if it was begun with an API key, that goes out only
 * to partners for whom the operator enabled it.
 */
function draft(
  type: EventType,
  auth: AuthRecord,
  data: EventDraft['data'],
  link?: AuthRecord['link'],
): EventDraft {
  const sessionId = (link ?? auth.link)?.sessionId;
  return {
    type,
    resource: { type: 'client', id: auth.clientId },
    data,
    ...(sessionId !== undefined && { sessionId }),
    ...(link?.byApiKey && { restricted: true as const }),
  };
}

function linkData(auth: AuthRecord): EventDraft['data'] {
  return { auth: presentLinkedAuth(auth), ...correlation(auth) };
}

function correlation({ paymentIdentifier }: AuthRecord) {
  return paymentIdentifier === undefined ? {} : { paymentIdentifier };
}
