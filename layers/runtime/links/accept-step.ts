/** Taking what the user did about a challenge: answers sealed, the challenge spent, in one write. */
import type { AuthRecord } from '@billhook/core/auth/auth';
import { withAcceptedStep as planStep } from '@billhook/core/auth/auth-challenge';
import { newChallengeToken } from '@billhook/core/auth/challenge';
import type { Step } from '@billhook/core/auth/security-step';
import { type Failure, isFailure } from '@billhook/core/base/errors';
import type { RandomBytes } from '@billhook/core/base/ids';
import type { Vault } from '../aws/vault.ts';
import type { AuthStore } from '../stores/auth-store.ts';
import { keepAnswers } from '../stores/passing-store.ts';
import { attemptWrite, type conflict } from '../table/retry-conflict.ts';
import type { Table } from '../table/types.ts';

type AcceptDeps = {
  readonly table: Table;
  readonly auths: AuthStore;
  readonly vault: Vault;
  readonly random: RandomBytes;
};

/** @returns the token of the task that is to be told; empty while questions are left. */
export async function acceptStep(
  { table, auths, vault, random }: AcceptDeps,
  auth: AuthRecord,
  step: Step,
  machineNow: number,
): Promise<string | typeof conflict | Failure<'challenge_not_found'>> {
  const recordId = auth.link?.linkId ?? '';
  const given =
    step.kind === 'answers'
      ? Object.fromEntries(step.answers.map(({ identifier, answer }) => [identifier, answer]))
      : undefined;
  const sealed = given && (await vault.seal({ clientId: auth.clientId, recordId }, given));
  const kept = sealed && auth.link && keepAnswers(auth, auth.link, sealed, machineNow);
  const token = newChallengeToken(auth._id, random);
  const next = planStep(auth, step, { answers: kept?.ref, now: machineNow, token });
  if (isFailure(next)) return next;
  const along = kept ? [kept.write] : [];
  return attemptWrite(table, next.link?.accepted?.taskToken ?? '', [
    ...auths.saveWithCopies(next, auth),
    ...along,
  ]);
}
