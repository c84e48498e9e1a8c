/**
 * The Lambda handler of an operation that declares no use of the table. The table's client is not
 * loaded for it: that is most of what a small function starts with.
 */
import { randomBytes } from 'node:crypto';
import { serveOver } from './serve-operation.ts';

export const serve = serveOver(({ clock = Date.now, random = randomBytes, aws = {}, table }) => ({
  clock,
  random,
  aws,
  table: table ?? { get: undeclared, query: undeclared, write: undeclared },
}));

async function undeclared(): Promise<never> {
  throw new Error('The operation does not declare that it uses the table');
}
