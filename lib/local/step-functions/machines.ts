import { localFailure } from '../failures.ts';
import type { Model, Resource } from '../template/model.ts';
import { listTasks, type MachineDefinition, prepareDefinition } from './state-step.ts';
import {
  LAMBDA_INVOKE,
  LAMBDA_INVOKE_AND_WAIT,
  type MachineFacts,
  SQS_SEND_AND_WAIT,
} from './task-runner.ts';

/** Reads the state machines of the templates. @throws LocalFailure for what isn't run here. */
export function readMachines(model: Model): ReadonlyMap<string, MachineFacts> {
  return new Map(
    model
      .ofType('AWS::StepFunctions::StateMachine')
      .map((resource) => [resource.ref, readMachine(resource)]),
  );
}

function readMachine(resource: Resource): MachineFacts {
  const properties = resource.properties();
  const where = `${resource.stackName}/${resource.logicalId}`;
  if ((properties.StateMachineType ?? 'STANDARD') !== 'STANDARD') {
    throw localFailure(`${where}: the local runtime supports only Standard workflows.`);
  }
  const substitutions = (properties.DefinitionSubstitutions ?? {}) as Record<string, unknown>;
  const text = (
    typeof properties.DefinitionString === 'string'
      ? properties.DefinitionString
      : JSON.stringify(properties.Definition ?? null)
  ).replace(/\$\{([A-Za-z0-9_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(substitutions, name) ? String(substitutions[name]) : whole,
  );
  const definition = parseDefinition(text, where);
  checkStates(definition, where);
  return {
    arn: resource.ref,
    name: resource.ref.split(':').at(-1) ?? '',
    roleArn: String(properties.RoleArn),
    definition: prepareDefinition(definition),
  };
}

function parseDefinition(text: string, where: string): MachineDefinition {
  const definition = JSON.parse(text) as (MachineDefinition & { QueryLanguage?: string }) | null;
  if (!definition?.States?.[definition.StartAt]) {
    throw localFailure(`${where}: its definition has no start state.`);
  }
  if ((definition.QueryLanguage ?? 'JSONPath') !== 'JSONPath') {
    throw localFailure(
      `${where}: the local runtime supports only JSONPath, not ${definition.QueryLanguage}.`,
    );
  }
  return definition;
}

function checkStates(definition: MachineDefinition, where: string): void {
  for (const [name, state] of Object.entries(definition.States)) {
    if (state.Next !== undefined && !definition.States[state.Next]) {
      throw localFailure(`${where}: '${name}' has a missing next state: '${state.Next}'.`);
    }
    for (const [task, resource] of listTasks(name, state)) {
      const known =
        resource === LAMBDA_INVOKE ||
        resource === LAMBDA_INVOKE_AND_WAIT ||
        resource === SQS_SEND_AND_WAIT ||
        /^arn:aws:lambda:[^:]+:\d+:function:/.test(resource);
      if (!known)
        throw localFailure(
          `${where}: '${task}' uses ${resource}, which is not supported by the local runtime.`,
        );
    }
  }
}
