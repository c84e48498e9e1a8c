/** Which auths are linked again with the credentials that are stored. */

import type { Failure } from '../base/errors.ts';
import { authStateOf, authStates } from '../states/auth-states.ts';
import { type RefusalOf, refusalOf, refuse } from '../states/state-machine.ts';
import type { AuthRecord, LinkRequest } from './auth.ts';

/**
 * A verified auth; one whose company's form asks for more by now; and one on hold whose swap is moved to
 * another card: the card that was refused holds the auth, and fix-hold would send the same card again
 * (decision: held-swaps-move).
 */
export function checkContinuing(
  auth: AuthRecord,
  { swaps, swapId }: Pick<LinkRequest, 'swaps' | 'swapId'>,
): Failure<RefusalOf<typeof authStates, 'continue'>> | undefined {
  const state = authStateOf(auth);
  const moves = swaps === true && swapId !== undefined;
  if (state === 'hold') return moves ? undefined : refuse(authStates, state, 'continue');
  if (state === 'authenticate')
    return auth.asksFor ? undefined : refuse(authStates, state, 'continue');
  return refusalOf(authStates, state, 'continue');
}
