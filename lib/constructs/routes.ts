/** The API's routes: one for each operation, and 404 in the one error shape everywhere else. */
import type { Operation } from '@billhook/core/api/operation';
import {
  allowedHeaders,
  exposedHeaders,
  PREFLIGHT_SECONDS,
} from '@billhook/core/partner/cross-origin';
import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import {
  AuthorizationType,
  CfnAuthorizer,
  type IAuthorizer,
  Integration,
  IntegrationType,
  type IResource,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { CfnPermission, type IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { reportOperation } from '../../functions/connector/contract.ts';
import { methodsByPath } from './route-methods.ts';

export type Route = { readonly operation: Operation; readonly function: IFunction };

/** Routes of the operations, each behind the authorizer but those that anyone may call. */
export function addRoutes(api: RestApi, routes: readonly Route[], authorizer: IAuthorizer): void {
  for (const { operation, function: target } of routes) {
    const { method, path, alsoAt, callers } = operation;
    const guard = callers.includes('anyone')
      ? { authorizationType: AuthorizationType.NONE }
      : { authorizer, authorizationType: AuthorizationType.CUSTOM };
    for (const one of alsoAt === undefined ? [path] : [path, alsoAt]) {
      api.root.resourceForPath(one).addMethod(method, proxyTo(target), guard);
      const sourceArn = api.arnForExecuteApi(method, pathOfArn(one), stageOf(api));
      permitGateway(api, `${method}${one}`, target, sourceArn);
    }
  }
}

/**
 * Preflights of the routes that pages call, answered by the gateway itself: no function runs for them
 * (decision: pages-call-with-tokens).
 */
export function addPreflights(api: RestApi, routes: readonly Route[]): void {
  for (const [path, { forPages }] of methodsByPath(routes.map(({ operation }) => operation))) {
    if (forPages.length === 0) continue;
    api.root.resourceForPath(path).addCorsPreflight({
      allowOrigins: ['*'],
      allowMethods: [...forPages],
      allowHeaders: [...allowedHeaders],
      exposeHeaders: [...exposedHeaders],
      maxAge: Duration.seconds(PREFLIGHT_SECONDS),
    });
  }
}

/** What the modules' host puts before a page's path: its `/connect` is the API's `/page/connect`. */
export const PAGES_PATH = '/page';

/** Pages are for anyone: what a page then asks of the API is authorized as always. */
export function addPages(api: RestApi, target: IFunction): void {
  const path = `${PAGES_PATH}/{module}`;
  const resource = api.root.resourceForPath(path);
  resource.addMethod('GET', proxyTo(target), { authorizationType: AuthorizationType.NONE });
  const sourceArn = api.arnForExecuteApi('GET', pathOfArn(path), stageOf(api));
  permitGateway(api, 'pages', target, sourceArn);
}

/** For connectors alone, each of whose requests the function verifies: they have no API key. */
export function addReports(api: RestApi, target: IFunction): void {
  const { path } = reportOperation;
  const resource = api.root.resourceForPath(path);
  resource.addMethod('POST', proxyTo(target), { authorizationType: AuthorizationType.NONE });
  const sourceArn = api.arnForExecuteApi('POST', pathOfArn(path), stageOf(api));
  permitGateway(api, 'reports', target, sourceArn);
}

/**
 * ANY on every resource, and a catch-all below the root: the gateway's own answer to an unknown
 * route takes an `Authorization` header for a broken AWS signature.
 */
export function addCatchAll(api: RestApi, target: IFunction): void {
  const catchAll = api.root.resourceForPath('/{proxy+}');
  for (const resource of [api.root, ...resourcesBelow(api.root), catchAll]) {
    if (resource.node.tryFindChild('ANY')) continue;
    resource.addMethod('ANY', proxyTo(target), { authorizationType: AuthorizationType.NONE });
  }
  permitGateway(api, 'anything-else', target, api.arnForExecuteApi('*', '/*', stageOf(api)));
}

/**
 * Asked for every request, answers never kept: a kept answer would let an unsigned request in. It
 * names no identity source, since the gateway itself refuses requests that lack one.
 */
export function addAuthorizer(api: RestApi, target: IFunction): IAuthorizer {
  const authorizer = new CfnAuthorizer(api, 'Authorizer', {
    restApiId: api.restApiId,
    name: 'api-key',
    type: 'REQUEST',
    authorizerResultTtlInSeconds: 0,
    authorizerUri: invocationUri(api, target),
  });
  // Else a changed authorizer would not reach the deployed stage.
  api.latestDeployment?.addToLogicalId({ authorizer: 'REQUEST, uncached' });
  api.latestDeployment?.node.addDependency(authorizer);
  const stack = Stack.of(api);
  permitGateway(
    api,
    'authorizer',
    target,
    stack.formatArn({
      service: 'execute-api',
      resource: api.restApiId,
      resourceName: `authorizers/${authorizer.ref}`,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    }),
  );
  return { authorizerId: authorizer.ref, authorizationType: AuthorizationType.CUSTOM };
}

/** One permission a function. The constructs of AWS would add one a method, and one for test calls. */
function permitGateway(api: RestApi, id: string, target: IFunction, sourceArn: string): void {
  new CfnPermission(api, `permit ${id.replaceAll('/', ' ')}`, {
    action: 'lambda:InvokeFunction',
    principal: 'apigateway.amazonaws.com',
    functionName: target.functionArn,
    sourceArn,
  });
}

/** In a permission's ARN, parameters of a path are stars: `/auth/{authId}` is `/auth/*`. */
function pathOfArn(path: string): string {
  return path.replace(/\{[^}]+\}/g, '*');
}

function proxyTo(target: IFunction): Integration {
  return new Integration({
    type: IntegrationType.AWS_PROXY,
    integrationHttpMethod: 'POST',
    uri: invocationUri(target, target),
  });
}

function invocationUri(scope: Construct, target: IFunction): string {
  return Stack.of(scope).formatArn({
    service: 'apigateway',
    account: 'lambda',
    resource: 'path',
    resourceName: `2015-03-31/functions/${target.functionArn}/invocations`,
  });
}

function resourcesBelow(resource: IResource): IResource[] {
  const children = resource.node.children.filter(isResource);
  return children.flatMap((child) => [child, ...resourcesBelow(child)]);
}

function isResource(construct: unknown): construct is IResource {
  return typeof construct === 'object' && construct !== null && 'resourceForPath' in construct;
}

function stageOf(api: RestApi): string {
  return api.deploymentStage.stageName;
}
