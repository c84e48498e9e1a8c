/**
 * The Lambda handler of an operation that declares no use of the table. The table's client is not
 * loaded for it: that is most of what a small function starts with.
 */
import { randomBytes } from 'node:crypto';
import { limitTime } from '../table/time-limit.ts';
import { serveOver } from './serve-operation.ts';

export const serveWithoutTable = serveOver(
  ({ clock = Date.now, random = randomBytes, aws = {}, ...given }) => ({
    clock,
    random,
    limitTime: given.limitTime ?? limitTime,
    aws,
    table: given.table ?? {
      get: undeclared,
      getMany: undeclared,
      query: undeclared,
      write: undeclared,
    },
  }),
);

async function undeclared(): Promise<never> {
  throw new Error('The operation does not declare that it uses the table');
}
