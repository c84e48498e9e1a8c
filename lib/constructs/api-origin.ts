/** The API as the modules' host reaches it. */
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
import { EDGE_HEADER, VIEWER_HEADER } from './firewall.ts';

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

/** The API sees addresses of CloudFront only: whose request it is, this tells its firewall. */
export function namesViewer(scope: Construct, functionName: string): FunctionAssociation {
  const edgeFunction = new EdgeFunction(scope, 'NamesViewer', {
    functionName,
    comment: 'Tells the firewall of the API the address that a request comes from',
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(
      [
        'function handler(event) {',
        `  event.request.headers['${VIEWER_HEADER}'] = { value: event.viewer.ip };`,
        '  return event.request;',
        '}',
      ].join('\n'),
    ),
  });
  return { function: edgeFunction, eventType: FunctionEventType.VIEWER_REQUEST };
}
