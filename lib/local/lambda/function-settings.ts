import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Callers } from '../access/callers.ts';
import { localFailure } from '../failures.ts';
import { REGION } from '../template/intrinsics.ts';
import type { Model, Resource } from '../template/model.ts';

/** A Lambda function, ready to be started: all of it from the template. */
export type FunctionSettings = {
  readonly name: string;
  readonly arn: string;
  readonly roleArn: string;
  readonly codeFolder: string;
  readonly handler: string;
  readonly ownFolders: readonly string[];
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly environment: Readonly<Record<string, string>>;
  /** It starts programs, and has files of its own: each instance is a process. */
  readonly hasProcesses: boolean;
};

const DEFAULT_TIMEOUT_SECONDS = 3;
const DEFAULT_MEMORY_MEGABYTES = 128;
const LAYER_PACKAGE_FOLDERS = ['nodejs/node24/node_modules', 'nodejs/node_modules'];

/** What every function is started with besides its own template. */
export type Surroundings = {
  readonly model: Model;
  readonly callers: Callers;
  readonly endpointUrl: string;
  /** A folder whose node_modules holds what Lambda's own runtime offers. */
  readonly runtimePackages: string;
  /** Variables of this machine, which no template has. */
  readonly localVariables?: Readonly<Record<string, string>>;
};

/** Reads a function's settings, its references resolved, and issues its credentials. */
export function readFunctionSettings(resource: Resource, around: Surroundings): FunctionSettings {
  const properties = resource.properties();
  const name = resource.ref;
  const roleArn = String(properties.Role);
  const codeFolder = assetFolder(resource);
  const layers = ((properties.Layers ?? []) as string[]).map((arn) =>
    layerFolder(arn, around.model),
  );
  const memoryMegabytes = Number(properties.MemorySize ?? DEFAULT_MEMORY_MEGABYTES);
  const credentials = around.callers.issue({ name, roleArn, functionArn: resource.arn });
  const variables =
    (properties.Environment as { Variables?: Record<string, unknown> })?.Variables ?? {};
  const own = Object.entries(variables).map(([key, value]) => [key, String(value)] as const);
  // A later layer is laid over an earlier one, hence the reversed order.
  const packagePaths = layers
    .toReversed()
    .flatMap((folder) => LAYER_PACKAGE_FOLDERS.map((path) => join(folder, path)))
    .filter((path) => existsSync(path));
  return {
    name,
    arn: resource.arn,
    roleArn,
    codeFolder,
    handler: String(properties.Handler),
    ownFolders: [codeFolder, ...layers],
    timeoutSeconds: Number(properties.Timeout ?? DEFAULT_TIMEOUT_SECONDS),
    memoryMegabytes,
    // More room for temporary files than every function has.
    hasProcesses: properties.EphemeralStorage !== undefined,
    environment: {
      ...Object.fromEntries(own),
      ...around.localVariables,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_DEFAULT_REGION: REGION,
      AWS_ENDPOINT_URL: around.endpointUrl,
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMegabytes),
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'local',
      AWS_REGION: REGION,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_SESSION_TOKEN: credentials.sessionToken,
      LAMBDA_TASK_ROOT: codeFolder,
      NODE_PATH: [...packagePaths, join(around.runtimePackages, 'node_modules')].join(delimiter),
      PATH: process.env.PATH ?? '',
      TZ: ':UTC',
      _HANDLER: String(properties.Handler),
    },
  };
}

/**
 * Lambda's Node runtime offers the AWS SDK and nothing else; a link to the project's copy
 * does the same here. The rest of the project's packages stays out of reach.
 */
export function layOutRuntimePackages(folder: string, projectPackages: string): void {
  for (const scope of ['@aws-sdk', '@smithy']) {
    const link = join(folder, 'node_modules', scope);
    const target = join(projectPackages, scope);
    if (existsSync(link) || !existsSync(target)) continue;
    mkdirSync(join(folder, 'node_modules'), { recursive: true, mode: 0o700 });
    // One that leads to where the project was until it was moved is there, and leads nowhere.
    rmSync(link, { force: true });
    symlinkSync(target, link, 'junction');
  }
}

function layerFolder(layerArn: string, model: Model): string {
  const layer = model.ofType('AWS::Lambda::LayerVersion').find(({ ref }) => ref === layerArn);
  if (!layer) throw localFailure(`A function names a layer that no stack has: ${layerArn}`);
  return assetFolder(layer, 'Content');
}

function assetFolder(resource: Resource, property: 'Code' | 'Content' = 'Code'): string {
  const code = resource.properties()[property] as Record<string, unknown> | undefined;
  const key = code?.S3Key;
  const hash =
    typeof key === 'string' ? key.slice(key.lastIndexOf('/') + 1).replace(/\.zip$/, '') : '';
  const folder = resource.assets.get(hash);
  if (folder === undefined) {
    throw localFailure(
      `${resource.stackName}/${resource.logicalId} has no asset folder; inline code is not supported by the local runtime.`,
    );
  }
  return folder;
}

/** Calls at once that a queue makes of a function here, whatever the template allows: each is a thread. */
const MAX_CALLS_OF_A_QUEUE = 8;

/**
 * The functions that streams and queues call, with how many calls at once their mappings allow. One
 * waits for the other: if their threads were started each time, an event would take half a second.
 */
export function readFollowers(model: Model): ReadonlyMap<string, number> {
  const mappings = model.ofType('AWS::Lambda::EventSourceMapping').map((one) => one.properties());
  const calls = new Map<string, number>();
  for (const one of mappings) {
    const name = functionName(String(one.FunctionName));
    calls.set(name, (calls.get(name) ?? 0) + callsAtOnce(one));
  }
  return calls;
}

/**
 * Whether a function reads a queue that workflows hand their tasks on by: like every other task, it is
 * started when it is needed.
 */
export function readsForWorkflows(model: Model, name: string): boolean {
  const mapping = model
    .ofType('AWS::Lambda::EventSourceMapping')
    .map((one) => one.properties())
    .find(({ FunctionName }) => functionName(String(FunctionName)) === name);
  const queue = model.ofType('AWS::SQS::Queue').find(({ arn }) => arn === mapping?.EventSourceArn);
  if (!queue) return false;
  const machines = model.ofType('AWS::StepFunctions::StateMachine');
  return machines.some((one) => String(one.properties().DefinitionString).includes(queue.ref));
}

/** @param mapping the properties of a mapping. */
export function callsAtOnce(mapping: Readonly<Record<string, unknown>>): number {
  const { MaximumConcurrency } = (mapping.ScalingConfig ?? {}) as { MaximumConcurrency?: number };
  return Math.min(Number(MaximumConcurrency ?? MAX_CALLS_OF_A_QUEUE), MAX_CALLS_OF_A_QUEUE);
}

/** The name in a name, an ARN, or an ARN with a version or alias. */
export function functionName(idOrArn: string): string {
  const parts = idOrArn.split(':');
  return parts[0] === 'arn' ? (parts[6] ?? '') : (parts[0] ?? '');
}
