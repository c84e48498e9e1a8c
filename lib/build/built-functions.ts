/** Every function of Billhook in one list: what is built, and what the stacks deploy. */
import {
  type FunctionDeclaration,
  type Operation,
  usesWithPipeline,
} from '@billhook/core/api/operation';
import {
  connectorFunctions,
  deploymentFunctions,
  fileNameOf,
  gatewayFunctions,
  operations,
  operatorFunctions,
  scheduledFunctions,
  streamFunctions,
  workflowTasks,
} from '../../functions/contracts.ts';
import type { Stage } from '../stacks/stage.ts';

export type BuiltFunction = {
  /** The folder below `functions/`: `auth`, `workflow`. */
  readonly group: string;
  /** The contract's key: `createAuth`. */
  readonly name: string;
  /** Below `functions/` and `dist/functions/`, without an ending: `auth/create-auth`. */
  readonly path: string;
  readonly declaration: FunctionDeclaration;
};

/** What a group's `contract.ts` exports: declarations by name. */
type Group = Readonly<Record<string, FunctionDeclaration>>;

const groups: Readonly<Record<string, Group>> = {
  ...operations,
  connector: connectorFunctions,
  gateway: gatewayFunctions,
  workflow: workflowTasks,
  schedule: scheduledFunctions,
  stream: streamFunctions,
  deployment: deploymentFunctions,
  operator: operatorFunctions,
};

export const builtFunctions: readonly BuiltFunction[] = Object.entries(groups).flatMap(
  ([group, declarations]) =>
    Object.entries(declarations).map(([name, declaration]) => ({
      group,
      name,
      path: `${group}/${fileNameOf(name)}`,
      declaration: withPipeline(declaration),
    })),
);

/** What a stage deploys: test clocks and the like are part of no production deployment. */
export function functionsOf(stage: Stage): readonly BuiltFunction[] {
  return builtFunctions.filter(
    ({ declaration }) => stage === 'sandbox' || !declaration.sandboxOnly,
  );
}

/** Every POST can decrypt its body and answer a repetition; no contract has to say so. */
function withPipeline(declaration: FunctionDeclaration): FunctionDeclaration {
  return isOperation(declaration)
    ? { ...declaration, uses: usesWithPipeline(declaration) }
    : declaration;
}

function isOperation(declaration: FunctionDeclaration): declaration is Operation {
  return 'method' in declaration;
}
