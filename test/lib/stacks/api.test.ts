import type { Operation } from '@billhook/core/api/operation';
import { errors } from '@billhook/core/base/errors';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { operations } from '../../../functions/contracts.ts';
import { builtFunctions } from '../../../lib/build/built-functions.ts';
import { problemSchema } from '../../../lib/client/problem.ts';
import { type Stage, stages } from '../../../lib/stacks/stage.ts';
import { allCases } from '../../end-to-end/cases/all-cases.ts';
import {
  type Found,
  type Json,
  type Resource,
  resourcesOf,
  stackOf,
  synthesize,
} from './synthesis.ts';
import { ownDomains, type VariantName } from './variants.ts';

const routesOf = (stage: Stage) =>
  Object.values(operations)
    .flatMap((group) => Object.values<Operation>(group))
    .filter(({ sandboxOnly }) => stage === 'sandbox' || !sandboxOnly)
    .flatMap(({ method, path, alsoAt }) =>
      [path, ...(alsoAt ? [alsoAt] : [])].map((one) => `${method} ${one}`),
    )
    .sort();

/** What is no operation: it answers HTML, to the modules' host, or connectors, by their protocol. */
const otherRoutes = ['GET /page/{module}', 'POST /connector/operations/{operation}'];

/** Written out again in the cases, apart from the contracts: what no credential is asked for. */
const openRoutes: readonly string[] = [
  ...allCases.filter(({ asClient }) => asClient === 'anyone').map(({ route }) => route),
  ...otherRoutes,
];

/** Every response type that API Gateway has. */
const responseTypes = [
  'ACCESS_DENIED',
  'API_CONFIGURATION_ERROR',
  'AUTHORIZER_CONFIGURATION_ERROR',
  'AUTHORIZER_FAILURE',
  'BAD_REQUEST_BODY',
  'BAD_REQUEST_PARAMETERS',
  'DEFAULT_4XX',
  'DEFAULT_5XX',
  'EXPIRED_TOKEN',
  'INTEGRATION_FAILURE',
  'INTEGRATION_TIMEOUT',
  'INVALID_API_KEY',
  'INVALID_SIGNATURE',
  'MISSING_AUTHENTICATION_TOKEN',
  'QUOTA_EXCEEDED',
  'REQUEST_TOO_LARGE',
  'RESOURCE_NOT_FOUND',
  'THROTTLED',
  'UNAUTHORIZED',
  'UNSUPPORTED_MEDIA_TYPE',
  'WAF_FILTERED',
];

/** What CloudFormation reads out of a secret. */
const inSecret = (id: string) => ({
  'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: id }, ':SecretString:::}}']],
});
const marksOf = (variant: VariantName) => {
  const [acl] = resourcesOf(variant, 'AWS::WAFv2::WebACL');
  const [direct, throughHost] = ((acl?.Properties.Rules ?? []) as Json[]).map(
    ({ Statement }) => Statement.RateBasedStatement?.ScopeDownStatement,
  );
  expect(direct.NotStatement.Statement).toEqual(throughHost);
  return throughHost.OrStatement.Statements.map(
    ({ ByteMatchStatement }: Json) => ByteMatchStatement.SearchString,
  );
};

test('The secret of the modules’ host is replaced without a request that counts as somebody else’s', () => {
  const variant = 'production with another secret of its host';
  expect(marksOf(variant)).toEqual([inSecret('EdgeSecret3'), inSecret('EdgeSecret2')]);
  const secrets = resourcesOf(variant, 'AWS::SecretsManager::Secret').map(({ id }) => id);
  expect(secrets).toEqual(expect.arrayContaining(['EdgeSecret2', 'EdgeSecret3']));
  expect(secrets).not.toContain('EdgeSecret1');
});

test('While roles move, the modules’ host is still known by what it had before', () => {
  const uuid = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };
  const marks = marksOf('production while roles of 0.1.1 move');
  expect(marks).toEqual([inSecret('EdgeSecret1'), uuid]);
});

describe.each(stages)('The API of %s', (stage) => {
  const methods = resourcesOf(stage, 'AWS::ApiGateway::Method');
  const responses = resourcesOf(stage, 'AWS::ApiGateway::GatewayResponse');
  const paths = pathsOf(stackOf(stage, 'api').resources);

  test('has the routes of the contracts, of the pages and of reports, and no other', () => {
    const routes = methods
      .filter(({ Properties }) => !['ANY', 'OPTIONS'].includes(Properties.HttpMethod))
      .map((one) => `${one.Properties.HttpMethod} ${pathOf(one)}`);
    expect(routes.sort()).toEqual([...routesOf(stage), ...otherRoutes].sort());
  });

  test('asks the authorizer before every operation but those that anyone may call', () => {
    for (const method of methods) {
      const { Properties, id } = method;
      const route = `${Properties.HttpMethod} ${pathOf(method)}`;
      const open = ['ANY', 'OPTIONS'].includes(Properties.HttpMethod) || openRoutes.includes(route);
      const isGuarded = !open;
      expect(Properties.AuthorizationType, id).toBe(isGuarded ? 'CUSTOM' : 'NONE');
      expect(Properties.AuthorizerId !== undefined, id).toBe(isGuarded);
    }
  });

  test('keeps no answer of the authorizer, and lets it judge a request without a key', () => {
    const authorizers = resourcesOf(stage, 'AWS::ApiGateway::Authorizer');
    expect(authorizers).toHaveLength(1);
    expect(authorizers[0]?.Properties).toMatchObject({
      Type: 'REQUEST',
      AuthorizerResultTtlInSeconds: 0,
    });
    expect(authorizers[0]?.Properties.IdentitySource).toBeUndefined();
  });

  test('answers any other method and path from one function', () => {
    const catching = methods.filter(({ Properties }) => Properties.HttpMethod === 'ANY');
    expect(catching.map(pathOf).sort()).toEqual([...paths.values(), '/'].sort());
    expect([...paths.values()]).toContain('/{proxy+}');
    expect(new Set(catching.map((one) => JSON.stringify(one.Properties.Integration))).size).toBe(1);
  });

  test('answers preflights of what tokens open by itself, and of nothing else', () => {
    const preflights = methods.filter(({ Properties }) => Properties.HttpMethod === 'OPTIONS');
    const openToPages = Object.values(operations)
      .flatMap((group) => Object.values<Operation>(group))
      .filter(({ sandboxOnly }) => stage === 'sandbox' || !sandboxOnly)
      .filter(({ callers }) => callers.some((caller) => caller !== 'partner'))
      .flatMap(({ path, alsoAt }) => [path, ...(alsoAt ? [alsoAt] : [])]);
    expect(preflights.map(pathOf).sort()).toEqual([...new Set(openToPages)].sort());
    for (const { Properties, id } of preflights) {
      expect(Properties.Integration.Type, id).toBe('MOCK');
      const [answer] = Properties.Integration.IntegrationResponses;
      const headers = answer.ResponseParameters;
      expect(headers['method.response.header.Access-Control-Allow-Origin'], id).toBe("'*'");
      expect(headers['method.response.header.Access-Control-Allow-Headers']).toContain(
        'Authorization,Content-Type,Content-Digest,Idempotency-Key',
      );
      expect(JSON.stringify(headers)).not.toMatch(/Credentials/i);
    }
  });

  test.each(responseTypes)('lets a page of any origin read %s', (type) => {
    const { Properties } = responses.find((one) => one.Properties.ResponseType === type) as Found;
    const headers = Properties.ResponseParameters;
    expect(headers['gatewayresponse.header.access-control-allow-origin']).toBe("'*'");
    const challenge = headers['gatewayresponse.header.www-authenticate'];
    const expected = Properties.StatusCode === '401' ? `'Bearer realm="billhook"'` : undefined;
    expect(challenge).toBe(expected);
  });

  test('has an answer of its own for every response type of the gateway', () => {
    const types = responses.map(({ Properties }) => Properties.ResponseType);
    expect(types.sort()).toEqual(responseTypes);
  });

  test.each(responseTypes)('answers %s in the one error shape, with its request id', (type) => {
    const { Properties } = responses.find((one) => one.Properties.ResponseType === type) as Found;
    const headers = Properties.ResponseParameters;
    expect(headers['gatewayresponse.header.request-id']).toBe('context.extendedRequestId');
    const problem = JSON.parse(filledIn(Properties.ResponseTemplates['application/json']));
    expect(v.safeParse(problemSchema, problem).issues).toBeUndefined();
    expect(problem.requestId).toBe('$context.extendedRequestId');
    expect(String(problem.status)).toBe(Properties.StatusCode);
    expect(problem.status).toBe(errors[problem.code as keyof typeof errors].status);
  });

  test('says when to come back where it makes sense to', () => {
    const withRetry = responses
      .filter(
        ({ Properties }) => 'gatewayresponse.header.retry-after' in Properties.ResponseParameters,
      )
      .map(({ Properties }) => Properties.ResponseType);
    expect(withRetry).toContain('THROTTLED');
    expect(withRetry).toContain('QUOTA_EXCEEDED');
  });

  test('may call each function by one permission a route, for its own routes only', () => {
    const permissions = resourcesOf(stage, 'AWS::Lambda::Permission').filter(
      ({ part }) => part === 'api',
    );
    const gatewayFunctions = builtFunctions.filter(({ group }) => group === 'gateway');
    const reports = 1;
    expect(permissions).toHaveLength(routesOf(stage).length + gatewayFunctions.length + reports);
    const targets = permissions.map(({ Properties }) => JSON.stringify(Properties.FunctionName));
    const second = Object.values(operations).flatMap((group) =>
      Object.values<Operation>(group).filter(({ alsoAt }) => alsoAt),
    );
    expect(new Set(targets).size).toBe(permissions.length - second.length);
    for (const { Properties, id } of permissions) {
      expect(JSON.stringify(Properties.SourceArn), id).toMatch(/v1|authorizers/);
      expect(JSON.stringify(Properties.SourceArn), id).not.toContain('test-invoke-stage');
    }
  });

  test('logs neither queries, headers nor bodies', () => {
    const [deployed] = resourcesOf(stage, 'AWS::ApiGateway::Stage');
    const format = JSON.parse(deployed?.Properties.AccessLogSetting.Format);
    const loggable =
      /^\$context\.(extendedRequestId|requestTime|httpMethod|resourcePath|protocol|status|error\.responseType|authorizer\.(partnerId|keyId|clientId|tokenFamily|integrationLatency)|identity\.sourceIp|response(Length|Latency)|integrationLatency|xrayTraceId)$/;
    for (const value of Object.values(format)) expect(value).toMatch(loggable);
    for (const settings of deployed?.Properties.MethodSettings ?? []) {
      expect(settings.DataTraceEnabled).toBe(false);
    }
  });

  test('is traced, throttled and behind a firewall', () => {
    const [deployed] = resourcesOf(stage, 'AWS::ApiGateway::Stage');
    expect(deployed?.Properties).toMatchObject({ StageName: 'v1', TracingEnabled: true });
    expect(deployed?.Properties.MethodSettings[0]).toMatchObject({
      ThrottlingRateLimit: 2_000,
      ThrottlingBurstLimit: 4_000,
    });
    expect(resourcesOf(stage, 'AWS::WAFv2::WebACLAssociation')).toHaveLength(1);
  });

  test('counts requests by the address of the caller, or of the user behind the modules’ host', () => {
    const [acl] = resourcesOf(stage, 'AWS::WAFv2::WebACL');
    const rates = acl?.Properties.Rules.flatMap(({ Action, Statement }: Json) =>
      Statement.RateBasedStatement ? [{ Action, ...Statement.RateBasedStatement }] : [],
    );
    const [direct, throughHost] = rates;
    expect(rates).toHaveLength(2);
    expect(rates.map(({ Action }: Json) => Action)).toEqual([{ Block: {} }, { Block: {} }]);
    expect(direct).toMatchObject({ AggregateKeyType: 'IP' });
    expect(throughHost).toMatchObject({
      AggregateKeyType: 'FORWARDED_IP',
      ForwardedIPConfig: { HeaderName: 'x-billhook-viewer', FallbackBehavior: 'MATCH' },
    });
    // Each request is counted once: by the one rule, or by the other.
    expect(direct.ScopeDownStatement).toEqual({
      NotStatement: { Statement: throughHost.ScopeDownStatement },
    });
    expect(throughHost.ScopeDownStatement.ByteMatchStatement).toMatchObject({
      FieldToMatch: { SingleHeader: { Name: 'x-billhook-edge' } },
      PositionalConstraint: 'EXACTLY',
      SearchString: inSecret('EdgeSecret1'),
    });
  });

  test('knows the modules’ host by a secret of its own, which CloudFormation makes', () => {
    const secrets = resourcesOf(stage, 'AWS::SecretsManager::Secret').filter(
      ({ part }) => part === 'api',
    );
    expect(secrets.map(({ id }) => id)).toEqual(['EdgeSecret1']);
    expect(secrets[0]?.Properties.GenerateSecretString).toEqual({
      ...{ PasswordLength: 48, ExcludePunctuation: true },
    });
    expect(JSON.stringify(stackOf(stage, 'api').outputs)).not.toMatch(/resolve|StackId/);
  });

  test('logs neither the mark of the modules’ host nor a query in what the firewall writes', () => {
    const [logging] = resourcesOf(stage, 'AWS::WAFv2::LoggingConfiguration');
    const redacted = JSON.stringify(logging?.Properties.RedactedFields);
    for (const field of ['authorization', 'signature', 'x-billhook-edge', 'QueryString']) {
      expect(redacted).toContain(field);
    }
  });

  test('gives no function more time than the gateway waits', () => {
    const mostSeconds = 29;
    const groups = [...Object.keys(operations), 'gateway'];
    for (const { part, id, Properties } of resourcesOf(stage, 'AWS::Lambda::Function')) {
      if (!groups.includes(part)) continue;
      expect(Properties.Timeout, id).toBeLessThanOrEqual(mostSeconds);
    }
  });

  function pathOf({ Properties }: Found): string {
    return paths.get(Properties.ResourceId.Ref) ?? '/';
  }
});

/** The template as the gateway fills it in from what the authorizer said. */
function filledIn(template: string): string {
  const { title, detail } = errors.api_key_missing;
  return template
    .replaceAll('$context.authorizer.code', 'api_key_missing')
    .replaceAll('$context.authorizer.title', title)
    .replaceAll('$context.authorizer.detail', detail);
}

/** The path of each resource of the API, by its logical id. */
function pathsOf(resources: Readonly<Record<string, Resource>>): Map<string, string> {
  const find = (id: string): string => {
    const { ParentId, PathPart } = resources[id]?.Properties ?? {};
    return `${ParentId.Ref === undefined ? '' : find(ParentId.Ref)}/${PathPart}`;
  };
  const ids = Object.keys(resources).filter(
    (id) => resources[id]?.Type === 'AWS::ApiGateway::Resource',
  );
  return new Map(ids.map((id) => [id, find(id)]));
}

describe('An API with a name of the operator’s own', () => {
  const api = synthesize('production with a domain').find(({ part }) => part === 'api');
  const ofType = (type: string) =>
    Object.values(api?.resources ?? {}).filter(({ Type }) => Type === type);
  const { domain, certificateArn } = ownDomains.api;

  test('is reached under it by the same paths, over TLS 1.2, and says so', () => {
    const [name] = ofType('AWS::ApiGateway::DomainName');
    expect(name?.Properties).toMatchObject({
      DomainName: domain,
      RegionalCertificateArn: certificateArn,
      EndpointConfiguration: { Types: ['REGIONAL'] },
      SecurityPolicy: 'TLS_1_2',
    });
    const [mapping] = ofType('AWS::ApiGateway::BasePathMapping');
    expect(mapping?.Properties).toMatchObject({
      BasePath: 'v1',
      Stage: { Ref: expect.any(String) },
    });
    expect(api?.outputs.ApiUrl?.Value).toBe(`https://${domain}/v1/`);
    expect(JSON.stringify(api?.outputs.ApiTarget?.Value)).toContain('RegionalDomainName');
  });

  test('has none where none is set', () => {
    const { resources, outputs } = stackOf('production', 'api');
    expect(Object.values(resources).map(({ Type }) => Type)).not.toContain(
      'AWS::ApiGateway::DomainName',
    );
    expect(outputs).not.toHaveProperty('ApiTarget');
  });
});
