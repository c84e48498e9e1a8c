import { presentProgress } from '@billhook/core/auth/progress';
import { fail } from '@billhook/core/base/errors';
import { serve } from '@billhook/runtime/serve/serve';
import { authStore } from '@billhook/runtime/stores/auth-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { getAuth } from './contract.ts';

const open = ({ table }: Outside) => ({ auths: authStore(table) });

export const handler = serve(getAuth, open, async ({ caller, path, machineNow }, { auths }) => {
  const auth = await auths.find(path.authId, caller);
  return auth ? presentProgress(auth, machineNow) : fail('auth_not_found');
});
