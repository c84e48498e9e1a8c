/** What is kept whatever becomes of its stack, but for a stack whose first deployment fails. */
import { CfnOutput, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';

/** Kept on update and delete, and taken away again with a deployment that fails (decision: first-deployment-repeats). */
export const RETAINED = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/**
 * Makes tables once all else of their stack stands, one after the other. They are protected from
 * deletion: a rollback could not take them away either, so nothing should be left to fail.
 */
export function madeLast(stack: Stack, [first, ...rest]: readonly [Table, ...Table[]]): void {
  const tables: unknown[] = [first, ...rest];
  const others = stack.node.children.filter(
    (one) => !tables.includes(one) && !(one instanceof CfnOutput),
  );
  first.node.addDependency(...others);
  rest.reduce((before, table) => {
    table.node.addDependency(before);
    return table;
  }, first);
}
