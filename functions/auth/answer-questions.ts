import { fail, isFailure } from '@billhook/core/errors';
import { answerAuth } from '@billhook/runtime/answer-auth';
import { retryConflict } from '@billhook/runtime/retry-conflict';
import { serve } from '@billhook/runtime/serve';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { openTable } from '@billhook/runtime/table';
import { startLinkAccount } from '@billhook/runtime/workflows';
import { answerQuestions } from './contract.ts';

const table = openTable();
const auths = authStore(table);

export const handler = serve(answerQuestions, async ({ caller, path, body, now }) => {
  const link = await retryConflict(async () => {
    const auth = await auths.find(path.authId, caller);
    if (!auth) return fail('auth_not_found');
    const given = { answers: body.answers, field: 'answers', now };
    return answerAuth({ table, auths }, auth, given);
  });
  if (isFailure(link)) return link;
  await startLinkAccount(link);
  return { success: true as const };
});
