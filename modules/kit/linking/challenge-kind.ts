/** What a challenge asks of the user. */
import type { ChallengeData } from '@billhook/core/schemas/auth';

export type ChallengeKind = 'questions' | 'choice' | 'code' | 'prompt';

export function kindOf({
  method,
  showRetry,
}: Pick<ChallengeData, 'method' | 'showRetry'>): ChallengeKind {
  if (method === 'prompt') return 'prompt';
  if (method === 'code') return 'choice';
  return showRetry ? 'code' : 'questions';
}
