import { timingSafeEqual } from 'node:crypto';
import { answerable } from '@billhook/core/auth/auth-challenge';
import { authIdOfChallenge } from '@billhook/core/auth/challenge';
import { readStep } from '@billhook/core/auth/security-step';
import { fail, isFailure } from '@billhook/core/base/errors';
import { openVault } from '@billhook/runtime/aws/vault';
import { openWorkflows } from '@billhook/runtime/aws/workflows';
import { acceptStep } from '@billhook/runtime/links/accept-step';
import { serve } from '@billhook/runtime/serve/serve';
import { authStore } from '@billhook/runtime/stores/auth-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { retryConflict } from '@billhook/runtime/table/retry-conflict';
import { answerStep } from './contract.ts';

const MESSAGE =
  'The security response is queued. The result arrives by webhook, if the operator has enabled that, and in GET /auth/{authId}.';

const open = ({ table, aws, random }: Outside) => ({
  table,
  random,
  vault: openVault(aws),
  auths: authStore(table),
  workflows: openWorkflows(aws),
});

export const handler = serve(
  answerStep,
  open,
  async ({ caller, body, machineNow }, { workflows, ...deps }) => {
    const authId = authIdOfChallenge(body.token);
    const taskToken = await retryConflict(async () => {
      const auth = authId === undefined ? undefined : await deps.auths.find(authId, caller);
      const challenge = auth && answerable(auth, machineNow);
      if (!challenge || !isSame(challenge.token, body.token)) return fail('challenge_not_found');
      const step = readStep(challenge, body, machineNow);
      return isFailure(step) ? step : acceptStep(deps, auth, step, machineNow);
    });
    if (isFailure(taskToken)) return taskToken;
    // Nothing goes on while questions are left.
    if (taskToken) await workflows.signalLinkAccount(taskToken);
    return { success: true as const, message: MESSAGE };
  },
);

function isSame(open: string, given: string): boolean {
  const [one, other] = [Buffer.from(open), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
