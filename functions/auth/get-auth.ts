import { presentAuth, presentLinkedAuth } from '@billhook/core/auth';
import { answerable } from '@billhook/core/auth-challenge';
import { presentChallenge } from '@billhook/core/challenge';
import { fail } from '@billhook/core/errors';
import { serve } from '@billhook/runtime/serve';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { openTable } from '@billhook/runtime/table';
import { getAuth } from './contract.ts';

const auths = authStore(openTable());

export const handler = serve(getAuth, async ({ caller, path, now }) => {
  const auth = await auths.find(path.authId, caller);
  if (!auth) return fail('auth_not_found');
  const challenge = answerable(auth, now);
  return {
    auth: presentLinkedAuth(auth),
    linking: auth.link !== undefined,
    ...(challenge && { challenge: presentChallenge(challenge, presentAuth(auth)) }),
  };
});
