/** Fixing a hold while others write to its auth. */

import { activityKey } from '@billhook/core/base/table-keys';
import type { ActivityRecord } from '@billhook/core/client/limits';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { fixHold } from '../../../../functions/auth/contract.ts';
import { handler } from '../../../../functions/auth/fix-hold.ts';
import { beginAnew, call, held, table } from '../../../support/lost-answers.ts';
import { clientId } from '../../../support/records.ts';

beforeEach(beginAnew);
afterAll(() => {
  vi.unstubAllEnvs();
});

test('is one link of the client, however often its write met another', async () => {
  const { write } = table;
  let conflicts = 2;
  table.write = async (writes) => {
    const saves = writes.some((one) => 'put' in one && one.put._id === held._id);
    if (saves && conflicts-- > 0) return 'conflict';
    return write(writes);
  };
  const path = { authId: held._id };
  expect((await call({ operation: fixHold, handler, path })).outcome).toEqual({ success: true });
  const counted = await table.get<ActivityRecord>(activityKey(clientId, 'link'));
  expect(counted?.times).toHaveLength(1);
});
