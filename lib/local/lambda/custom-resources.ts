import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { localFailure } from '../failures.ts';
import type { LocalState } from '../state.ts';
import { stackId } from '../template/intrinsics.ts';
import type { Model, Resource } from '../template/model.ts';
import { isCustomResource } from '../template/resource-types.ts';
import type { Functions } from './lambda.ts';

type Deps = {
  readonly model: Model;
  readonly state: LocalState;
  readonly functions: Functions;
  readonly endpoint: Endpoint;
};
type Saved = { readonly physical_id: string; readonly properties: string; readonly data: string };
type Answer = {
  readonly Status?: string;
  readonly Reason?: string;
  readonly PhysicalResourceId?: string;
  readonly Data?: Record<string, unknown>;
};

const ANSWER_TIMEOUT_MILLISECONDS = 60_000;

/**
 * Runs the custom resources whose properties are new or changed since the last start, one
 * after another in an order that their references ask for.
 * @throws LocalFailure with the function's reason when one fails.
 */
export async function runCustomResources(deps: Deps): Promise<void> {
  const { db } = deps.state;
  const find = db.prepare(
    'SELECT physical_id, properties, data FROM custom_resources WHERE id = ?',
  );
  const save = db.prepare(
    'INSERT OR REPLACE INTO custom_resources (id, physical_id, properties, data) VALUES (?, ?, ?, ?)',
  );
  for (const resource of inOrder(deps.model)) {
    const id = `${resource.stackName}/${resource.logicalId}`;
    const { ServiceToken, ServiceTimeout: _timeout, ...properties } = resource.properties();
    const text = JSON.stringify(properties);
    const saved = find.get(id) as Saved | undefined;
    if (saved?.properties === text) {
      deps.model.setCustomIdentity(resource, {
        ref: saved.physical_id,
        attributes: JSON.parse(saved.data),
      });
      continue;
    }
    const answer = await call(deps, resource, String(ServiceToken), properties, saved);
    const physicalId = answer.PhysicalResourceId ?? saved?.physical_id ?? id;
    save.run(id, physicalId, text, JSON.stringify(answer.Data ?? {}));
    deps.model.setCustomIdentity(resource, { ref: physicalId, attributes: answer.Data ?? {} });
  }
}

async function call(
  deps: Deps,
  resource: Resource,
  serviceToken: string,
  properties: Record<string, unknown>,
  saved: Saved | undefined,
): Promise<Answer> {
  const where = `${resource.stackName}/${resource.logicalId}`;
  const { url, answer, cancel } = deps.endpoint.expectAnswer();
  const event = {
    RequestType: saved ? 'Update' : 'Create',
    ServiceToken: serviceToken,
    ResponseURL: url,
    StackId: stackId(resource.stackName),
    RequestId: randomUUID(),
    LogicalResourceId: resource.logicalId,
    ResourceType: resource.type,
    ResourceProperties: asTexts({ ServiceToken: serviceToken, ...properties }),
    ...(saved && {
      PhysicalResourceId: saved.physical_id,
      OldResourceProperties: asTexts({
        ServiceToken: serviceToken,
        ...JSON.parse(saved.properties),
      }),
    }),
  };
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<Answer>((resolve) => {
    timer = setTimeout(
      () => resolve({ Status: 'FAILED', Reason: 'it did not respond in time' }),
      ANSWER_TIMEOUT_MILLISECONDS,
    );
  });
  // A function that fails never responds; one that succeeds may respond a little later.
  const failed = deps.functions.invoke(serviceToken, event).then(({ payload, functionError }) => {
    if (functionError === undefined) return new Promise<Answer>(() => {});
    const { errorType, errorMessage } = JSON.parse(payload) as Record<string, string>;
    return { Status: 'FAILED', Reason: `${errorType}: ${errorMessage}` };
  });
  try {
    const result = (await Promise.race([answer, failed, timedOut])) as Answer;
    if (result.Status === 'SUCCESS') return result;
    const reason = String(result.Reason ?? 'no reason given').replaceAll('\n', ' ');
    throw localFailure(`The custom resource ${where} failed: ${reason}`);
  } finally {
    clearTimeout(timer);
    cancel();
  }
}

/** CloudFormation hands every scalar property to the function as a text. */
function asTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asTexts);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asTexts(item)]));
  }
  return String(value);
}

/** Stacks come in order already; within one, `DependsOn` and references decide. */
function inOrder(model: Model): readonly Resource[] {
  const custom = model.resources.filter(({ type }) => isCustomResource(type));
  const keyOf = ({ stackName, logicalId }: Resource) => `${stackName}/${logicalId}`;
  const byKey = new Map(custom.map((resource) => [keyOf(resource), resource]));
  const ordered = new Set<Resource>();
  const visit = (resource: Resource) => {
    if (ordered.has(resource)) return;
    for (const logicalId of [...resource.dependsOn, ...findReferences(resource.raw)]) {
      const needed = byKey.get(`${resource.stackName}/${logicalId}`);
      if (needed && needed !== resource) visit(needed);
    }
    ordered.add(resource);
  };
  for (const resource of custom) visit(resource);
  return [...ordered];
}

function findReferences(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(findReferences);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, item]) => {
    if (key === 'Ref') return [String(item)];
    if (key === 'Fn::GetAtt')
      return [String(Array.isArray(item) ? item[0] : item).split('.')[0] as string];
    return findReferences(item);
  });
}
