import { awsFailure } from '../failures.ts';
import type { Functions } from '../lambda/lambda.ts';
import type { Chaos } from './chaos.ts';
import type { DeliveredBy } from './faults.ts';

/** Functions as all but the gateway call them: with `--chaos` twice now and then, or in vain. */
export function disturbFunctions(functions: Functions, chaos: Chaos, by: DeliveredBy): Functions {
  return {
    ...functions,
    invoke: async (idOrArn, event) => {
      const name = functions.find(idOrArn)?.name ?? idOrArn;
      const fault = chaos.strikeDelivery(by, name);
      if (fault === 'throttled') {
        throw awsFailure('TooManyRequestsException', 'Rate Exceeded.', 429);
      }
      const invocation = functions.invoke(idOrArn, event);
      if (fault === 'twice') functions.invoke(idOrArn, event).catch(() => {});
      const result = await invocation;
      if (fault === 'lost') throw awsFailure('ServiceException', 'The response was lost.', 500);
      return result;
    },
  };
}
