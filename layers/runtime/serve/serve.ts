/** The Lambda handler of an operation: `serve(operation, open, handle)`. */
import { openOutside } from '../table/outside.ts';
import { serveOver } from './serve-operation.ts';

export const serve = serveOver(openOutside);
