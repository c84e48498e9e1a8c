import { localFailure } from '../failures.ts';
import type { Item } from '../tables/index-lag.ts';
import { type EventSourcesDeps, type Following, readSource, type Source } from './event-source.ts';
import { followQueue } from './queue-source.ts';
import { followStream } from './stream-source.ts';

/** What hands functions the records of streams and the messages of queues. */
export type EventSources = {
  readonly start: () => void;
  /** Called after each write to a table, so that the stream's readers look immediately. */
  readonly written: (items: readonly Item[]) => void;
  readonly stop: () => void;
};

/** @throws LocalFailure for a mapping that is not run here, or whose function's role lacks a grant. */
export function createEventSources(deps: EventSourcesDeps): EventSources {
  const sources = deps.model.ofType('AWS::Lambda::EventSourceMapping').map(readSource);
  const following = sources.map((source) => follow(deps, source));
  let warm = false;
  /** One calls the next: with the first write, all of them are loaded side by side. */
  const warmAll = () => {
    if (warm) return;
    warm = true;
    for (const { functionName } of sources) deps.functions.queue.warm(functionName);
  };
  return {
    start: () => {
      for (const { start } of following) start();
    },
    written: (items) => {
      for (const { written } of following) {
        if (written?.(items)) warmAll();
      }
    },
    stop: () => {
      for (const { stop } of following) stop();
    },
  };
}

function follow(deps: EventSourcesDeps, source: Source): Following {
  const table = deps.tables.find(({ stream }) => stream?.arn === source.sourceArn);
  if (table) return followStream(deps, source, table);
  const queue = deps.queues.find(source.sourceArn);
  if (queue) return followQueue(deps, source, queue);
  throw localFailure(
    `${source.where}: ${source.sourceArn} is neither a stream nor a queue of this app.`,
  );
}
