import { presentProgress } from '@billhook/core/auth-progress';
import { fail } from '@billhook/core/errors';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { openTable } from '@billhook/runtime/table/table';
import { getAuth } from './contract.ts';

const auths = authStore(openTable());

export const handler = serve(getAuth, async ({ caller, path, now }) => {
  const auth = await auths.find(path.authId, caller);
  return auth ? presentProgress(auth, now) : fail('auth_not_found');
});
