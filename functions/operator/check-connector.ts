import { randomBytes } from 'node:crypto';
import { randomText } from '@billhook/core/base/ids';
import { logInfo } from '@billhook/runtime/aws/logger';
import { openConnectorKeys } from '@billhook/runtime/key-rings/connector-keys';
import { checkFurther } from '@billhook/runtime/partners/check-connector';
import { opened } from '@billhook/runtime/serve/opened';
import * as v from 'valibot';

const CALL_ID_LENGTH = 20;
/** A step is short, so that the operator sees how far it has come. */
const STEP_MILLISECONDS = 3_000;

const input = v.object({ checkId: v.pipe(v.string(), v.regex(/^\w{1,64}$/)) });

/** Called by the operator's command line, once for each step. Safe to repeat. */
export const handler = opened((outside) => {
  const { table, clock } = outside;
  const deps = {
    ...{ table, clock },
    wireKeys: () => openConnectorKeys(outside).current(),
    newCallId: () => randomText(CALL_ID_LENGTH, randomBytes),
  };
  return async (event: unknown) => {
    const { checkId } = v.parse(input, event);
    const deadline = clock() + STEP_MILLISECONDS;
    const state = await checkFurther(deps, checkId, () => clock() > deadline);
    logInfo('A connector was looked at', { outcome: state ?? 'not-found' });
    return { state: state ?? null };
  };
});
