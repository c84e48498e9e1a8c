/** What a change of an auth tells. Its events are about its client, as the interface has it. */
import {
  type AuthRecord,
  type Hold,
  presentAuth,
  presentHold,
  presentLinkedAuth,
} from '../auth/auth.ts';
import { presentChallenge } from '../auth/challenge.ts';
import type { LinkedAuth } from '../schemas/auth.ts';
import type { EventDraft, EventType } from './event.ts';

/** `before` is missing of a new auth, `after` of one that is erased. */
export function authEvents(
  before: AuthRecord | undefined,
  after: AuthRecord | undefined,
): EventDraft[] {
  const standing = before?.deletedAt ? undefined : before;
  const left = after?.deletedAt ? undefined : after;
  if (!left) return standing ? [draft('auth.deleted', standing, linkData(standing))] : [];
  // That an auth is there is no outcome of its link, and goes out whoever asked for it.
  if (!standing) return [draft('auth.created', left, linkData(left), sessionOf(left.link))];
  return [
    ...outcomeEvents(standing, left),
    ...connectionEvents(standing, left),
    ...challengeEvents(standing, left),
  ];
}

function outcomeEvents(before: AuthRecord, after: AuthRecord): EventDraft[] {
  const recorded = recordedLink(before, after);
  const isFirst = recorded !== undefined && before.lastLinkId !== recorded.linkId;
  const type = isFirst ? outcomeOfLink(after) : outcomeUnattended(before, after);
  if (!type) return [];
  const data = {
    ...named(presentAuth(after)),
    ...(type === 'auth.hold' && after.hold && { hold: shownHold(after.hold) }),
    ...correlation(after),
  };
  return [draft(type, after, data, originOf(recorded))];
}

/**
 * The link whose outcome this change records: the first, or, of one that went on to pay or to swap,
 * what it came to in the end.
 */
function recordedLink({ link, lastLinkId }: AuthRecord, after: AuthRecord): AuthRecord['link'] {
  if (!link || after.lastLinkId !== link.linkId) return undefined;
  const isOver = after.link?.linkId !== link.linkId;
  return lastLinkId !== link.linkId || isOver ? link : undefined;
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
  const same =
    status === before.status && hold?.code === before.hold?.code && !asksAnew(before, after);
  if (same && hold?.subcode === before.hold?.subcode) return undefined;
  if (status === 'authenticate') return 'auth.invalid';
  if (status === 'verified') return before.status === 'verified' ? undefined : 'auth.success';
  if (status !== 'hold') return undefined;
  return hold?.subcode === 'no-mfa-response-received' ? 'auth.needs-resync' : 'auth.hold';
}

/** What a company's form asks for since; that it was given is told by what the link comes to. */
function asksAnew({ asksFor: before = [] }: AuthRecord, { asksFor = [] }: AuthRecord): boolean {
  return asksFor.length > 0 && asksFor.join() !== before.join();
}

/** The user can still come in time: until then the bills are read as before. */
function connectionEvents(before: AuthRecord, after: AuthRecord): EventDraft[] {
  const { connection } = after;
  if (!connection?.told || before.connection?.told) return [];
  const resyncBy = connection.expiresAt;
  const data = { ...named(presentAuth(after)), resyncBy, ...correlation(after) };
  return [draft('auth.needs-resync', after, data)];
}

function challengeEvents(before: AuthRecord, after: AuthRecord): EventDraft[] {
  const { challenge, link } = after;
  if (!challenge || challenge.token === before.challenge?.token) return [];
  const data = { ...presentChallenge(challenge, presentAuth(after)), ...correlation(after) };
  return [draft('auth.security-input-required', after, data, originOf(link))];
}

type Origin = Pick<EventDraft, 'sessionId' | 'restricted'>;

function draft(
  type: EventType,
  auth: AuthRecord,
  data: EventDraft['data'],
  origin: Origin = {},
): EventDraft {
  return { type, resource: { type: 'client', id: auth.clientId }, data, ...origin };
}

/**
 * Of what a link asks or comes to: if it was begun with an API key, that goes out only to partners for
 * whom the operator enabled it.
 */
function originOf(link: AuthRecord['link']): Origin {
  return { ...sessionOf(link), ...(link?.byApiKey && { restricted: true as const }) };
}

function sessionOf(link: AuthRecord['link']): Origin {
  return link?.sessionId === undefined ? {} : { sessionId: link.sessionId };
}

function linkData(auth: AuthRecord): EventDraft['data'] {
  return { ...named(presentLinkedAuth(auth)), ...correlation(auth) };
}

/** With its company beside it, where clients of the original service look for it. */
function named<A extends LinkedAuth>(auth: A) {
  return { auth, company: auth.company };
}

/** The hold in the two words that events have for it. */
function shownHold(hold: Hold) {
  const { code, subcode, userMessage: text } = presentHold(hold);
  return { code, ...(subcode && { subcode }), text };
}

function correlation({ paymentIdentifier }: AuthRecord) {
  return paymentIdentifier === undefined ? {} : { paymentIdentifier };
}
