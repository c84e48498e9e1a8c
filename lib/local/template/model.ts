import { localFailure } from '../failures.ts';
import type { Stack } from './assembly.ts';
import { evaluateCondition, resolveValue, type Scope } from './intrinsics.ts';
import {
  type Identity,
  identifyLeftOut,
  isCustomResource,
  LEFT_OUT_TYPES,
  RUN_TYPES,
} from './resource-types.ts';

/** A resource of a stack. `properties` resolves on every call, since custom resources fill in late. */
export type Resource = {
  readonly stackName: string;
  readonly logicalId: string;
  readonly type: string;
  readonly dependsOn: readonly string[];
  readonly ref: string;
  readonly arn: string;
  readonly properties: () => Record<string, unknown>;
  /** Properties as the template states them, to find what they refer to. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly assets: ReadonlyMap<string, string>;
};

/** All stacks of the app as one set of resources. */
export type Model = {
  readonly resources: readonly Resource[];
  readonly ofType: (type: string) => readonly Resource[];
  /** Makes what a custom resource returned visible to `Ref` and `Fn::GetAtt`. */
  readonly setCustomIdentity: (resource: Resource, identity: CustomIdentity) => void;
  /** The outputs of all stacks by their logical id. */
  readonly outputs: () => Record<string, string>;
};

type LocalOutputs = Readonly<Record<string, string>>;

type CustomIdentity = { readonly ref: string; readonly attributes: Record<string, unknown> };

/**
 * @param localOutputs outputs that are something else on this machine, by their names: an address.
 * @throws LocalFailure for a resource type that is neither run here nor listed as left out.
 */
export function createModel(stacks: readonly Stack[], localOutputs: LocalOutputs = {}): Model {
  const custom = new Map<string, CustomIdentity>();
  const scopes = new Map<string, Scope>();
  const exports = collectExports(stacks, scopes);
  const outputs = collectOutputs(stacks, scopes, localOutputs);
  for (const stack of stacks) scopes.set(stack.name, createScope(stack, custom, exports, outputs));

  const resources = stacks.flatMap((stack) =>
    readResources(stack, scopes.get(stack.name) as Scope),
  );
  const byType = Map.groupBy(resources, ({ type }) => type);
  return {
    resources,
    ofType: (type) => byType.get(type) ?? [],
    setCustomIdentity: (resource, identity) => {
      custom.set(`${resource.stackName}/${resource.logicalId}`, identity);
    },
    outputs: () => ({ ...readOutputs(stacks, scopes), ...localOutputs }),
  };
}

function createScope(
  stack: Stack,
  custom: ReadonlyMap<string, CustomIdentity>,
  exports: (name: string) => unknown,
  outputs: (stackName: string, outputName: string) => unknown,
): Scope {
  const identities = new Map<string, Identity>();
  const identify = (logicalId: string): Identity | CustomIdentity => {
    const known = custom.get(`${stack.name}/${logicalId}`) ?? identities.get(logicalId);
    if (known) return known;
    const type = stack.template.Resources?.[logicalId]?.Type;
    if (!type) throw localFailure(`Stack ${stack.name} refers to a missing resource: ${logicalId}`);
    if (isCustomResource(type)) {
      throw localFailure(
        `Stack ${stack.name} uses ${logicalId} before its function has responded.`,
      );
    }
    const text = (property: string) => {
      const value = resolveValue(
        stack.template.Resources?.[logicalId]?.Properties?.[property],
        scope,
      );
      return typeof value === 'string' ? value : undefined;
    };
    const made = (RUN_TYPES[type] ?? identifyLeftOut)({ stackName: stack.name, logicalId, text });
    identities.set(logicalId, made);
    return made;
  };
  const scope: Scope = {
    stackName: stack.name,
    template: stack.template,
    ref: (logicalId) => identify(logicalId).ref,
    attribute: (logicalId, attribute) => {
      const value = identify(logicalId).attributes[attribute];
      if (value === undefined) {
        throw localFailure(`Stack ${stack.name}: ${logicalId} has no attribute ${attribute} here.`);
      }
      return value;
    },
    importValue: exports,
    stackOutput: outputs,
  };
  return scope;
}

function collectExports(stacks: readonly Stack[], scopes: ReadonlyMap<string, Scope>) {
  return (wanted: string): unknown => {
    for (const stack of stacks) {
      const scope = scopes.get(stack.name) as Scope;
      for (const output of Object.values(stack.template.Outputs ?? {})) {
        if (output.Export && resolveValue(output.Export.Name, scope) === wanted) {
          return resolveValue(output.Value, scope);
        }
      }
    }
    throw localFailure(`No stack exports ${wanted}`);
  };
}

function collectOutputs(
  stacks: readonly Stack[],
  scopes: ReadonlyMap<string, Scope>,
  localOutputs: LocalOutputs,
) {
  return (stackName: string, outputName: string): unknown => {
    const local = localOutputs[outputName];
    if (local !== undefined) return local;
    const output = stacks.find(({ name }) => name === stackName)?.template.Outputs?.[outputName];
    const scope = scopes.get(stackName);
    if (!output || !scope) throw localFailure(`Stack ${stackName} has no output ${outputName}`);
    return resolveValue(output.Value, scope);
  };
}

function readResources(stack: Stack, scope: Scope): readonly Resource[] {
  return Object.entries(stack.template.Resources ?? {}).flatMap(([logicalId, resource]) => {
    const { Type: type, Properties: raw = {}, Condition: condition, DependsOn = [] } = resource;
    if (condition !== undefined && !evaluateCondition(condition, scope)) return [];
    if (!RUN_TYPES[type] && !LEFT_OUT_TYPES[type] && !isCustomResource(type)) {
      throw localFailure(
        `${stack.name}/${logicalId} is of type ${type}, which is not supported by the local runtime. ` +
          'Add it to lib/local/template/resource-types.ts, with how to run it or a reason to ignore it.',
      );
    }
    return [
      {
        stackName: stack.name,
        logicalId,
        type,
        dependsOn: [DependsOn].flat() as string[],
        get ref() {
          return String(scope.ref(logicalId));
        },
        get arn() {
          return String(scope.attribute(logicalId, 'Arn'));
        },
        properties: () => resolveValue(raw, scope) as Record<string, unknown>,
        raw,
        assets: stack.assets,
      },
    ];
  });
}

function readOutputs(stacks: readonly Stack[], scopes: ReadonlyMap<string, Scope>) {
  const outputs: Record<string, string> = {};
  for (const stack of stacks) {
    const scope = scopes.get(stack.name) as Scope;
    for (const [name, output] of Object.entries(stack.template.Outputs ?? {})) {
      if (output.Condition !== undefined && !evaluateCondition(output.Condition, scope)) continue;
      outputs[name] = String(resolveValue(output.Value, scope));
    }
  }
  return outputs;
}
