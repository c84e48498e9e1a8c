import { requirePermission } from '../access/permissions.ts';
import { localFailure } from '../failures.ts';
import type { Model, Resource } from '../template/model.ts';

/** A REST API of the templates with its stage, its methods by resource, and its authorizers. */
export type Api = {
  readonly id: string;
  readonly stageName: string;
  readonly stageVariables: Readonly<Record<string, string>> | null;
  readonly deploymentId: string;
  readonly binaryMediaTypes: readonly string[];
  /** Bytes from which on responses are compressed; none is, when left out. */
  readonly minimumCompressionSize?: number;
  readonly resources: readonly ApiResource[];
  readonly gatewayResponses: ReadonlyMap<string, GatewayResponseSettings>;
};

export type ApiResource = {
  readonly id: string;
  /** As API Gateway names it: `/bill/{billId}`. */
  readonly path: string;
  readonly segments: readonly string[];
  readonly methods: ReadonlyMap<string, ApiMethod>;
};

export type ApiMethod = {
  readonly integration:
    | {
        readonly type: 'AWS_PROXY';
        readonly functionArn: string;
        readonly timeoutMilliseconds: number;
      }
    | {
        readonly type: 'MOCK';
        readonly status: number;
        readonly headers: Record<string, string>;
        readonly body: string;
      };
  readonly authorizer?: ApiAuthorizer;
};

export type ApiAuthorizer = {
  readonly functionArn: string;
  readonly identityHeaders: readonly string[];
};

export type GatewayResponseSettings = {
  readonly statusCode?: number;
  readonly parameters: Readonly<Record<string, string>>;
  readonly templates: Readonly<Record<string, string>>;
};

const DEFAULT_INTEGRATION_TIMEOUT_MILLISECONDS = 29_000;

/** Reads the one REST API of the app. @throws LocalFailure for what isn't run here. */
export function readApi(model: Model): Api {
  const apis = model.ofType('AWS::ApiGateway::RestApi');
  const [api] = apis;
  if (!api || apis.length > 1)
    throw localFailure(`The app must have one REST API, but has ${apis.length}.`);
  const properties = api.properties();
  if (properties.Body !== undefined)
    throw localFailure('A REST API with a Body is not supported by the local runtime.');
  const stage = model
    .ofType('AWS::ApiGateway::Stage')
    .find((item) => item.properties().RestApiId === api.ref);
  if (!stage) throw localFailure('The REST API has no stage.');
  const stageProperties = stage.properties();
  return {
    id: api.ref,
    stageName: stage.ref,
    stageVariables: (stageProperties.Variables as Record<string, string> | undefined) ?? null,
    deploymentId: String(stageProperties.DeploymentId ?? 'local'),
    binaryMediaTypes: (properties.BinaryMediaTypes ?? []) as string[],
    minimumCompressionSize: properties.MinimumCompressionSize as number | undefined,
    resources: readResources(model, api, stage.ref),
    gatewayResponses: readGatewayResponses(model, api),
  };
}

function readResources(model: Model, api: Resource, stageName: string): readonly ApiResource[] {
  const nodes = new Map(
    model
      .ofType('AWS::ApiGateway::Resource')
      .map((resource) => [resource.ref, resource.properties()]),
  );
  const rootId = `${api.ref}root`;
  const pathOf = (id: string): string => {
    if (id === rootId) return '';
    const node = nodes.get(id);
    if (!node) throw localFailure(`A route is below a missing resource: ${id}`);
    return `${pathOf(String(node.ParentId))}/${node.PathPart}`;
  };
  const methods = new Map<string, Map<string, ApiMethod>>();
  for (const resource of model.ofType('AWS::ApiGateway::Method')) {
    const properties = resource.properties();
    const id = String(properties.ResourceId);
    const path = pathOf(id);
    const httpMethod = String(properties.HttpMethod);
    const method = readMethod(model, properties, { api: api.ref, stageName, httpMethod, path });
    methods.set(id, (methods.get(id) ?? new Map()).set(httpMethod, method));
  }
  return [rootId, ...nodes.keys()].map((id) => ({
    id,
    path: pathOf(id) || '/',
    segments: pathOf(id).split('/').slice(1),
    methods: methods.get(id) ?? new Map(),
  }));
}

type Place = {
  readonly api: string;
  readonly stageName: string;
  readonly httpMethod: string;
  readonly path: string;
};

function readMethod(model: Model, properties: Record<string, unknown>, place: Place): ApiMethod {
  const integration = (properties.Integration ?? {}) as Record<string, unknown>;
  const authorizer = readAuthorizer(model, properties, place);
  if (integration.Type === 'MOCK') return { integration: readMock(integration), authorizer };
  if (integration.Type !== 'AWS_PROXY') {
    throw localFailure(
      `${place.httpMethod} ${place.path}: integration ${integration.Type} is not supported by the local runtime.`,
    );
  }
  const functionArn = functionOf(String(integration.Uri));
  const pattern = place.path.replace(/\{[^}]+\}/g, '*');
  requirePermission(model, functionArn, {
    principal: 'apigateway.amazonaws.com',
    sourceEnd: `${place.api}/${place.stageName}/${place.httpMethod === 'ANY' ? '*' : place.httpMethod}${pattern || '/'}`,
    asked: `${place.httpMethod} ${place.path || '/'}`,
  });
  const timeoutMilliseconds = Number(
    integration.TimeoutInMillis ?? DEFAULT_INTEGRATION_TIMEOUT_MILLISECONDS,
  );
  return { integration: { type: 'AWS_PROXY', functionArn, timeoutMilliseconds }, authorizer };
}

function readMock(
  integration: Record<string, unknown>,
): Extract<ApiMethod['integration'], { type: 'MOCK' }> {
  const [response] = (integration.IntegrationResponses ?? []) as {
    StatusCode?: string;
    ResponseParameters?: Record<string, string>;
    ResponseTemplates?: Record<string, string>;
  }[];
  const headers = Object.entries(response?.ResponseParameters ?? {}).map(
    ([name, value]) =>
      [name.replace('method.response.header.', ''), value.replace(/^'|'$/g, '')] as const,
  );
  return {
    type: 'MOCK',
    status: Number(response?.StatusCode ?? 200),
    headers: Object.fromEntries(headers),
    body: response?.ResponseTemplates?.['application/json'] ?? '',
  };
}

function readAuthorizer(
  model: Model,
  method: Record<string, unknown>,
  place: Place,
): ApiAuthorizer | undefined {
  if ((method.AuthorizationType ?? 'NONE') === 'NONE') return undefined;
  const found = model
    .ofType('AWS::ApiGateway::Authorizer')
    .find(({ ref }) => ref === method.AuthorizerId);
  const properties = found?.properties();
  if (method.AuthorizationType !== 'CUSTOM' || properties?.Type !== 'REQUEST') {
    throw localFailure(
      `${place.httpMethod} ${place.path}: the local runtime supports only authorizers of type REQUEST.`,
    );
  }
  const functionArn = functionOf(String(properties.AuthorizerUri));
  if (properties.AuthorizerCredentials === undefined) {
    requirePermission(model, functionArn, {
      principal: 'apigateway.amazonaws.com',
      sourceEnd: `${place.api}/authorizers/${found?.ref}`,
      asked: 'The authorizer',
    });
  }
  // Identity sources other than headers (queries, context) are given with every request here.
  const identityHeaders = String(properties.IdentitySource ?? '')
    .split(',')
    .map((source) => source.trim())
    .filter((source) => source.startsWith('method.request.header.'))
    .map((source) => source.slice('method.request.header.'.length).toLowerCase());
  return { functionArn, identityHeaders };
}

/** `arn:aws:apigateway:…:lambda:path/2015-03-31/functions/<function ARN>/invocations` */
function functionOf(uri: string): string {
  const [, arn] = /\/functions\/(.+)\/invocations$/.exec(uri) ?? [];
  if (arn === undefined) throw localFailure(`An integration names no function: ${uri}`);
  return arn;
}

function readGatewayResponses(model: Model, api: Resource): Api['gatewayResponses'] {
  return new Map(
    model
      .ofType('AWS::ApiGateway::GatewayResponse')
      .map((resource) => resource.properties())
      .filter((properties) => properties.RestApiId === api.ref)
      .map((properties) => [
        String(properties.ResponseType),
        {
          statusCode:
            properties.StatusCode === undefined ? undefined : Number(properties.StatusCode),
          parameters: (properties.ResponseParameters ?? {}) as Record<string, string>,
          templates: (properties.ResponseTemplates ?? {}) as Record<string, string>,
        },
      ]),
  );
}

/** The resource that serves a path: exact segments win over parameters, those over `{proxy+}`. */
export function findResource(
  api: Api,
  rawPath: string,
):
  | { readonly resource: ApiResource; readonly parameters: Record<string, string> | null }
  | undefined {
  const segments = rawPath === '/' ? [] : rawPath.replace(/^\/+/, '').replace(/\/$/, '').split('/');
  const candidates = api.resources
    .filter((resource) => resource.methods.size > 0 || resource.path !== '/')
    .map((resource) => ({ resource, parameters: matchSegments(resource.segments, segments) }))
    .filter((candidate) => candidate.parameters !== undefined)
    .sort((a, b) => compareSegments(a.resource.segments, b.resource.segments));
  const [best] = candidates;
  if (!best?.parameters) return undefined;
  const parameters = Object.keys(best.parameters).length > 0 ? best.parameters : null;
  return { resource: best.resource, parameters };
}

/**
 * Nothing is decoded: recordings of API Gateway have parameters as they were sent, and it looks for
 * resources by the path as it was sent. So `/%63lient` is no `/client`, and an empty segment is no id.
 */
function matchSegments(pattern: readonly string[], segments: readonly string[]) {
  const parameters: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const [, name, greedy] = /^\{([^+}]+)(\+?)\}$/.exec(part) ?? [];
    if (greedy && segments.length > index) {
      parameters[name as string] = segments.slice(index).join('/');
      return parameters;
    }
    const segment = segments[index];
    if (!segment) return undefined;
    if (name !== undefined) parameters[name] = segment;
    else if (part !== segment) return undefined;
  }
  return pattern.length === segments.length ? parameters : undefined;
}

function compareSegments(a: readonly string[], b: readonly string[]): number {
  const rank = (part: string | undefined) =>
    part === undefined ? 3 : part.endsWith('+}') ? 2 : part.startsWith('{') ? 1 : 0;
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = rank(a[index]) - rank(b[index]);
    if (difference !== 0) return difference;
  }
  return 0;
}
