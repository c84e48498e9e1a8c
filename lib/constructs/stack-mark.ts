import { Fn, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** In `arn:aws:cloudformation:<region>:<account>:stack/<name>/<UUID>`. */
const UUID = 2;

/** The UUID of a stack, another one for each stack of the same name that was ever made. */
export function stackUuid(stack: Stack): string {
  return Fn.select(UUID, Fn.split('/', stack.stackId));
}

/**
 * What the given name of something that outlives its stack ends with: what an earlier stack of the same
 * name left behind is not in the way then. The first block of the UUID, since the whole of the API's is
 * what its firewall knows the modules' host by.
 */
export function stackMark(scope: Construct): string {
  return Fn.select(0, Fn.split('-', stackUuid(Stack.of(scope))));
}
