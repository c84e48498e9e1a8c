/** The API as the modules' host reaches it. */
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Function as EdgeFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  OriginProtocolPolicy,
  OriginSslPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Construct } from 'constructs';
import { EDGE_HEADER } from './firewall.ts';

export type ReachedApi = {
  readonly api: RestApi;
  /** What the API's firewall knows the modules' host by. */
  readonly edgeMark: string;
};

/** @param originPath what paths are put behind: `/v1/page`. */
export function apiOrigin({ api, edgeMark }: ReachedApi, originPath?: string): HttpOrigin {
  const { region, urlSuffix } = Stack.of(api);
  return new HttpOrigin(`${api.restApiId}.execute-api.${region}.${urlSuffix}`, {
    originPath,
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    customHeaders: { [EDGE_HEADER]: edgeMark },
  });
}

const edgeFolder = join(import.meta.dirname, '../edge');

/** What is done to a request before it is asked of the API: see the files in `lib/edge`. */
export function beforeApi(
  scope: Construct,
  request: 'api-request' | 'page-request',
  namePrefix: string,
): FunctionAssociation {
  const edgeFunction = new EdgeFunction(scope, request, {
    functionName: `${namePrefix}-${request}`,
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromFile({ filePath: join(edgeFolder, `${request}.js`) }),
  });
  return { function: edgeFunction, eventType: FunctionEventType.VIEWER_REQUEST };
}
