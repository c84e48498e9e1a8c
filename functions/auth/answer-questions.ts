import { askedInWords } from '@billhook/core/auth/auth-challenge';
import { readLaterAnswers } from '@billhook/core/auth/security-step';
import { fail, isFailure } from '@billhook/core/base/errors';
import { openVault } from '@billhook/runtime/aws/vault';
import { openWorkflows } from '@billhook/runtime/aws/workflows';
import { acceptStep } from '@billhook/runtime/links/accept-step';
import { serve } from '@billhook/runtime/serve/serve';
import { authStore } from '@billhook/runtime/stores/auth-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { retryConflict } from '@billhook/runtime/table/retry-conflict';
import { answerQuestions } from './contract.ts';

const open = ({ table, aws, random }: Outside) => ({
  table,
  random,
  vault: openVault(aws),
  auths: authStore(table),
  workflows: openWorkflows(aws),
});

export const handler = serve(
  answerQuestions,
  open,
  async ({ caller, path, body, machineNow }, { workflows, ...deps }) => {
    const taskToken = await retryConflict(async () => {
      const auth = await deps.auths.find(path.authId, caller);
      if (!auth) return fail('auth_not_found');
      const asks = askedInWords(auth, machineNow);
      if (isFailure(asks)) return asks;
      const step = readLaterAnswers(asks, body.answers);
      if (isFailure(step)) return step;
      const taken = await acceptStep(deps, auth, step, machineNow);
      return isFailure(taken) ? fail('auth_not_awaiting_answers') : taken;
    });
    if (isFailure(taskToken)) return taskToken;
    // Nothing goes on while questions are left.
    if (taskToken) await workflows.signalLinkAccount(taskToken);
    return { success: true as const };
  },
);
