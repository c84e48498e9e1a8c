/** What the commands that erase work with. */
import { randomBytes } from 'node:crypto';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { refusal, type Service } from '../command-group.ts';

/** Nobody waits for an operator's command but the operator. */
const MAX_MILLISECONDS = 60 * 60_000;

/** @throws Error where the stack has nowhere to write down who was erased. */
export function openErasing({ table, aws }: Service) {
  if (!process.env.ERASURES_TABLE || !process.env.CLIENT_KEYS_TABLE)
    throw refusal('The stacks are of a version that cannot erase: deploy first.');
  return { ...openStores({ table, random: randomBytes }), aws };
}

export function hourFromNow() {
  const clock = Date.now;
  return { clock, deadline: clock() + MAX_MILLISECONDS };
}
