import { timingSafeEqual } from 'node:crypto';
import { authIdOfChallenge } from '@billhook/core/challenge';
import { fail, isFailure } from '@billhook/core/errors';
import { answerAuth } from '@billhook/runtime/answer-auth';
import { retryConflict } from '@billhook/runtime/retry-conflict';
import { serve } from '@billhook/runtime/serve';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { openTable } from '@billhook/runtime/table';
import { startLinkAccount } from '@billhook/runtime/workflows';
import { answerStep } from './contract.ts';

const table = openTable();
const auths = authStore(table);

const MESSAGE = 'The security response is queued. Results arrive by webhook.';

export const handler = serve(answerStep, async ({ caller, body, now }) => {
  const authId = authIdOfChallenge(body.token);
  const link = await retryConflict(async () => {
    const auth = authId === undefined ? undefined : await auths.find(authId, caller);
    if (!auth || !isOpen(auth.challengeToken, body.token)) return fail('challenge_not_found');
    if (body.method !== auth.mfa?.method || !Array.isArray(body.security)) {
      return fail('invalid_request', { fields: [misfit(auth.mfa?.method ?? 'questions')] });
    }
    const given = { answers: body.security, field: 'security', now };
    const answered = await answerAuth({ table, auths }, auth, given);
    if (!isFailure(answered)) return answered;
    const { failure, fields } = answered;
    return failure === 'invalid_request' ? fail(failure, { fields }) : fail('challenge_not_found');
  });
  if (isFailure(link)) return link;
  await startLinkAccount(link);
  return { success: true as const, message: MESSAGE };
});

function isOpen(challengeToken: string | undefined, given: string): boolean {
  const [open, asked] = [Buffer.from(challengeToken ?? ''), Buffer.from(given)];
  return open.length === asked.length && open.length > 0 && timingSafeEqual(open, asked);
}

function misfit(method: string) {
  const message = `Expected an answer that fits the challenge's method, ${method}`;
  return { field: 'method', code: 'invalid_value', message };
}
