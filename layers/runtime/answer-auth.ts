/** Taking answers to an auth's security questions: sealed, and the link started again with them. */
import { randomBytes } from 'node:crypto';
import { type AuthRecord, answerLink, checkAnswers } from '@billhook/core/auth';
import { instantText } from '@billhook/core/dates';
import { type Failure, isFailure } from '@billhook/core/errors';
import { newOwnedId } from '@billhook/core/ids';
import type { GivenAnswers } from '@billhook/core/schemas/auth';
import { conflict } from './retry-conflict.ts';
import type { AuthStore } from './stores/auth-store.ts';
import type { Table } from './table.ts';
import { seal } from './vault.ts';
import type { LinkInput } from './workflows.ts';

/** `field` is where the answers stand in the request. */
export async function answerAuth(
  deps: { readonly table: Table; readonly auths: AuthStore },
  auth: AuthRecord,
  given: { readonly answers: GivenAnswers; readonly field: string; readonly now: number },
): Promise<LinkInput | typeof conflict | Failure<'auth_not_awaiting_answers' | 'invalid_request'>> {
  const refusal = checkAnswers(auth, given.answers, given.field);
  if (isFailure(refusal)) return refusal;
  const { clientId, _id: authId } = auth;
  const linkId = newOwnedId('link', clientId, randomBytes);
  const byIdentifier = Object.fromEntries(
    given.answers.map(({ identifier, answer }) => [identifier, answer]),
  );
  const answers = await seal({ clientId, recordId: linkId }, byIdentifier);
  const next = answerLink(auth, { linkId, now: instantText(given.now), answers });
  const result = await deps.table.write([deps.auths.save(next)]);
  return result === 'written' ? { linkId, authId, clientId } : conflict;
}
