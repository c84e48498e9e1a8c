/** What a challenge asks of the user. */
import type { ChallengeData } from '@billhook/core/schemas/auth';

export type ChallengeKind = 'questions' | 'choice' | 'code' | 'prompt';

/** What a list says that a company asks for: a code is one wherever it goes. */
export type AskedFor = Exclude<ChallengeKind, 'choice'>;

export function askedFor(asked: Parameters<typeof kindOf>[0] | undefined): AskedFor {
  const kind = asked ? kindOf(asked) : 'questions';
  return kind === 'choice' ? 'code' : kind;
}

export function kindOf({
  method,
  showRetry,
}: Pick<ChallengeData, 'method' | 'showRetry'>): ChallengeKind {
  if (method === 'prompt') return 'prompt';
  if (method === 'code') return 'choice';
  return showRetry ? 'code' : 'questions';
}
