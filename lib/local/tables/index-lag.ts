/** Indexes that lag, as DynamoDB's global ones do: what was just written is not in them yet. */
import { type Input, textOf } from '../endpoint/aws-service.ts';

export type IndexLag = {
  /** Takes note of what a call writes. */
  readonly note: (operation: string, input: Input) => void;
  /** The answer of a query, without what the index would not have yet. */
  readonly delay: (operation: string, input: Input, answer: Input) => Input;
};

const LAG_MILLISECONDS = 2_000;

export type Item = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** @param now milliseconds; passed in by tests. */
export function createIndexLag(now: () => number = Date.now): IndexLag {
  // In the order of their writes, the oldest first.
  const written = new Map<string, number>();
  const forget = () => {
    for (const [key, at] of written) {
      if (now() - at < LAG_MILLISECONDS) return;
      written.delete(key);
    }
  };
  return {
    note: (operation, input) => {
      forget();
      for (const item of itemsOf(operation, input)) {
        written.delete(keyOf(item));
        written.set(keyOf(item), now());
      }
    },
    delay: (operation, input, answer) => {
      if (operation !== 'Query' || textOf(input, 'IndexName') === undefined) return answer;
      forget();
      const items = ((answer.Items ?? []) as Item[]).filter((item) => !written.has(keyOf(item)));
      return { ...answer, Items: items, Count: items.length };
    },
  };
}

/** What a call writes: whole items, or the keys of those that it updates or deletes. */
export function itemsOf(operation: string, input: Input): Item[] {
  const one = input.Item ?? input.Key;
  if (operation !== 'TransactWriteItems') {
    return ['PutItem', 'UpdateItem', 'DeleteItem'].includes(operation) && one ? [one as Item] : [];
  }
  const parts = (input.TransactItems ?? []) as Record<string, { Item?: Item; Key?: Item }>[];
  return parts.flatMap(({ Put, Update, Delete }) => {
    const item = Put?.Item ?? Update?.Key ?? Delete?.Key;
    return item ? [item] : [];
  });
}

/** By the app's own key attributes: the tables that are run here have no others. */
function keyOf({ pk, sk }: Item): string {
  return JSON.stringify([pk, sk]);
}
