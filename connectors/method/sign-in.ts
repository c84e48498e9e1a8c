/** How a person stands at Method: verified, asked to prove something, or not let in. */
import type { LogInResult, NotLoggedIn, Run, Session } from '@billhook/connector-kit';
import type { Entity } from './api/documents.ts';
import type { Deps } from './deps.ts';
import { type Person, personOf } from './person.ts';

type NotAsked = NotLoggedIn['login'];

export type Standing =
  | { readonly kind: 'verified' }
  | { readonly kind: 'needs'; readonly proof: 'phone' | 'identity' }
  | { readonly kind: 'out'; readonly login: NotAsked };

const IDENTITY_REVIEW = 12003;

/** @param isProven whether this person has proven to us who they are. */
export function standingOf(entity: Entity, isProven: boolean): Standing {
  const { status, error, verification } = entity;
  if (status === 'disabled') {
    const code =
      error?.code === IDENTITY_REVIEW
        ? 'account_issue_verify_identity'
        : 'account_issue_account_locked';
    return { kind: 'out', login: { kind: 'hold', code } };
  }
  const { phone, identity } = verification ?? {};
  // Method knows nobody of that name, phone number and birthday.
  if (identity?.matched === false) return { kind: 'out', login: { kind: 'authenticate' } };
  if (phone && !phone.verified) return needs('phone', phone.methods.includes('sms'));
  if (identity && !identity.verified) return needs('identity', identity.methods.includes('kba'));
  return isProven && phone ? { kind: 'verified' } : unsupported;
}

const unsupported: Standing = {
  kind: 'out',
  login: { kind: 'hold', code: 'authentication_unsupported' },
};

function needs(proof: 'phone' | 'identity', isOffered: boolean): Standing {
  return isOffered ? { kind: 'needs', proof } : unsupported;
}

export const CODE = 'code';

export function codeAsked(
  sent: boolean,
  refused = false,
): Extract<LogInResult, { kind: 'mfa-required' }> {
  const question = { question: 'Enter the code that was sent to your phone', identifier: CODE };
  return {
    kind: 'mfa-required',
    challenge: { kind: 'code-entry', question, sent },
    ...(refused && { refused: true as const }),
  };
}

export type SignedIn = { readonly kind: 'signed-in'; readonly person: Person } | NotLoggedIn;

/** A session that has nobody to ask: the person is verified, or is not signed in. */
export async function signIn(deps: Deps, session: Session, run: Run): Promise<SignedIn> {
  const person = await personOf(deps, session, run);
  if (!person) return { kind: 'not-logged-in', login: { kind: 'authenticate' } };
  const entity = await deps.method.entity(person.entity, run.signal);
  const standing = standingOf(entity, deps.trustsVerified || person.isProven === true);
  if (standing.kind === 'verified') return { kind: 'signed-in', person };
  if (standing.kind === 'out') return { kind: 'not-logged-in', login: standing.login };
  return { kind: 'not-logged-in', login: codeAsked(false) };
}
