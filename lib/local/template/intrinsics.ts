import { localFailure } from '../failures.ts';
import type { Template } from './assembly.ts';

/** Where a stack's references lead; everything else follows from the template itself. */
export type Scope = {
  readonly stackName: string;
  readonly template: Template;
  readonly ref: (logicalId: string) => unknown;
  readonly attribute: (logicalId: string, attribute: string) => unknown;
  readonly importValue: (exportName: string) => unknown;
  readonly stackOutput: (stackName: string, outputName: string) => unknown;
};

export const REGION = 'us-east-1';
export const ACCOUNT_ID = '000000000000';

const PSEUDO_PARAMETERS: Record<string, (stackName: string) => unknown> = {
  'AWS::Region': () => REGION,
  'AWS::AccountId': () => ACCOUNT_ID,
  'AWS::Partition': () => 'aws',
  'AWS::URLSuffix': () => 'amazonaws.com',
  'AWS::NoValue': () => undefined,
  'AWS::NotificationARNs': () => [],
  'AWS::StackName': (stackName) => stackName,
  'AWS::StackId': stackId,
};

/** A stable stack id, shaped as CloudFormation's. */
export function stackId(stackName: string): string {
  return `arn:aws:cloudformation:${REGION}:${ACCOUNT_ID}:stack/${stackName}/local`;
}

/**
 * Resolves the intrinsic functions in a template value.
 * A property whose value is `AWS::NoValue` is left out, as CloudFormation does.
 */
export function resolveValue(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => resolveValue(item, scope)).filter((item) => item !== undefined);
  }
  // A secret is only what CloudFront proves itself by to a firewall, which doesn't run here.
  if (typeof value === 'string' && /\{\{resolve:(?!secretsmanager:)/.test(value)) {
    throw localFailure(
      `Stack ${scope.stackName} uses a dynamic reference, which is not supported by the local runtime: ${value}`,
    );
  }
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? [];
  if (entries.length === 1 && name !== undefined) {
    const run = INTRINSICS[name];
    if (run) return run(argument, scope);
    if (name.startsWith('Fn::')) {
      throw localFailure(
        `Stack ${scope.stackName} uses ${name}, which is not supported by the local runtime.`,
      );
    }
  }
  return Object.fromEntries(
    entries
      .map(([key, item]) => [key, resolveValue(item, scope)] as const)
      .filter(([, item]) => item !== undefined),
  );
}

/** Evaluates a named condition of the template. */
export function evaluateCondition(name: string, scope: Scope): boolean {
  const condition = scope.template.Conditions?.[name];
  if (condition === undefined) {
    throw localFailure(`Stack ${scope.stackName} refers to a missing condition: ${name}`);
  }
  return resolveValue(condition, scope) === true;
}

const INTRINSICS: Record<string, (argument: unknown, scope: Scope) => unknown> = {
  Ref: (argument, scope) => resolveRef(String(argument), scope),
  'Fn::GetAtt': (argument, scope) => {
    const [logicalId, ...attribute] = Array.isArray(argument)
      ? argument
      : String(argument).split('.');
    return scope.attribute(
      String(logicalId),
      attribute.map((part) => resolveValue(part, scope)).join('.'),
    );
  },
  'Fn::Join': (argument, scope) => {
    const [separator, items] = argument as [string, unknown];
    return (resolveValue(items, scope) as unknown[]).join(separator);
  },
  'Fn::Sub': (argument, scope) => substitute(argument, scope),
  'Fn::Select': (argument, scope) => {
    const [index, items] = resolveValue(argument, scope) as [number | string, unknown[]];
    return items[Number(index)];
  },
  'Fn::Split': (argument, scope) => {
    const [separator, text] = resolveValue(argument, scope) as [string, string];
    return text.split(separator);
  },
  'Fn::GetStackOutput': (argument, scope) => {
    const { StackName, OutputName } = resolveValue(argument, scope) as Record<string, string>;
    return scope.stackOutput(String(StackName), String(OutputName));
  },
  'Fn::ImportValue': (argument, scope) => scope.importValue(String(resolveValue(argument, scope))),
  'Fn::FindInMap': (argument, scope) => {
    const [map, top, second] = resolveValue(argument, scope) as [string, string, string];
    const found = scope.template.Mappings?.[map]?.[top]?.[second];
    if (found === undefined) {
      throw localFailure(`Stack ${scope.stackName} has no mapping ${map}.${top}.${second}`);
    }
    return found;
  },
  'Fn::Base64': (argument, scope) =>
    Buffer.from(String(resolveValue(argument, scope))).toString('base64'),
  'Fn::GetAZs': () => [`${REGION}a`, `${REGION}b`, `${REGION}c`],
  'Fn::If': (argument, scope) => {
    const [name, whenTrue, whenFalse] = argument as [string, unknown, unknown];
    return resolveValue(evaluateCondition(name, scope) ? whenTrue : whenFalse, scope);
  },
  'Fn::Equals': (argument, scope) => {
    const [left, right] = resolveValue(argument, scope) as [unknown, unknown];
    return left === right;
  },
  'Fn::And': (argument, scope) =>
    (resolveValue(argument, scope) as unknown[]).every((item) => item === true),
  'Fn::Or': (argument, scope) =>
    (resolveValue(argument, scope) as unknown[]).some((item) => item === true),
  'Fn::Not': (argument, scope) => (resolveValue(argument, scope) as unknown[])[0] !== true,
  'Fn::Contains': (argument, scope) => {
    const [items, wanted] = resolveValue(argument, scope) as [unknown[], unknown];
    return items.includes(wanted);
  },
  // IAM statements hold `Condition` as a block of operators; only a plain name is a condition.
  Condition: (argument, scope) =>
    typeof argument === 'string'
      ? evaluateCondition(argument, scope)
      : { Condition: resolveValue(argument, scope) },
};

function resolveRef(name: string, scope: Scope): unknown {
  const pseudo = PSEUDO_PARAMETERS[name];
  if (pseudo) return pseudo(scope.stackName);
  const parameter = scope.template.Parameters?.[name];
  if (!parameter) return scope.ref(name);
  if (parameter.Default === undefined) {
    throw localFailure(`Stack ${scope.stackName} has a parameter without a default: ${name}`);
  }
  return parameter.Default;
}

function substitute(argument: unknown, scope: Scope): string {
  const [text, variables] = Array.isArray(argument)
    ? (argument as [string, Record<string, unknown>])
    : [String(argument), {}];
  return text.replace(/\$\{(!?)([^}]+)\}/g, (_whole, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    if (Object.hasOwn(variables, name)) return String(resolveValue(variables[name], scope));
    const dot = name.indexOf('.');
    return String(
      dot < 0 ? resolveRef(name, scope) : scope.attribute(name.slice(0, dot), name.slice(dot + 1)),
    );
  });
}
