import type { Callers } from '../access/callers.ts';
import type { Chaos } from '../chaos/chaos.ts';
import { disturbFunctions } from '../chaos/disturbed-functions.ts';
import type { AwsService } from '../endpoint/aws-service.ts';
import type { Functions } from '../lambda/lambda.ts';
import type { LocalState } from '../state.ts';
import type { TableKeys } from '../tables/tables.ts';
import type { Model } from '../template/model.ts';
import { createEventBus } from './event-bus.ts';
import { createEventSources, type EventSources } from './event-sources.ts';
import { createQueues, type Queues } from './queues.ts';

export type EventsDeps = {
  readonly model: Model;
  readonly state: LocalState;
  readonly tables: readonly TableKeys[];
  readonly tableUrl: string;
  readonly callers: Callers;
  readonly functions: Functions;
  readonly chaos: Chaos;
  readonly log: (functionName: string, text: string) => void;
};

/** What comes behind a write: the bus, the queues, and what hands functions streams and messages. */
export type Events = {
  readonly bus: AwsService;
  readonly queues: Queues;
  readonly sources: EventSources;
};

export function createEvents({ functions, chaos, ...deps }: EventsDeps): Events {
  const queues = createQueues(deps.model, deps.state);
  const sources = createEventSources({
    ...deps,
    queues,
    functions: {
      stream: disturbFunctions(functions, chaos, 'stream'),
      queue: disturbFunctions(functions, chaos, 'queue'),
    },
  });
  return { bus: createEventBus(deps.model, queues), queues, sources };
}
