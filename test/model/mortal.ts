/** A process that dies between two calls of what is beyond it: from then on it reaches nothing any more. */
import type { Table } from '@billhook/runtime/table/types';

export type Mortal = {
  readonly isOver: () => boolean;
  /** The same call, which is the last one or comes too late where the process dies. */
  readonly call: <Given extends unknown[], T>(
    run: (...given: Given) => Promise<T>,
  ) => (...given: Given) => Promise<T>;
  readonly over: (table: Table) => Table;
};

/** @param calls of which the last is carried out, and its response heard by nobody; without end if none. */
export function mortal(calls = Number.POSITIVE_INFINITY): Mortal {
  let left = calls;
  let isOver = false;
  const call: Mortal['call'] =
    (run) =>
    async (...given) => {
      if (isOver) throw new Died();
      left -= 1;
      const isLast = left === 0;
      if (isLast) isOver = true;
      const result = await run(...given);
      if (isLast) throw new Died();
      return result;
    };
  return {
    isOver: () => isOver,
    call,
    over: (table) => ({
      ...table,
      get: call(table.get) as Table['get'],
      getMany: call(table.getMany) as Table['getMany'],
      query: call(table.query) as Table['query'],
      write: call(table.write),
    }),
  };
}

class Died extends Error {
  override readonly name = 'ServiceUnavailable';
}
