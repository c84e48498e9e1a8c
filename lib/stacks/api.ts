/** The edge: a Regional REST API with its routes, authorizer, own answers, logs and firewall. */
import { CfnOutput, Fn, SecretValue, Size, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  BasePathMapping,
  DomainName,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { type CfnSecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray';
import type { Construct } from 'constructs';
import { encryptedLogGroup } from '../constructs/encrypted-log-group.ts';
import { Firewall } from '../constructs/firewall.ts';
import { addGatewayResponses } from '../constructs/gateway-responses.ts';
import {
  addAuthorizer,
  addCatchAll,
  addPages,
  addPreflights,
  addReports,
  addRoutes,
  type Route,
} from '../constructs/routes.ts';
import { stackMark, stackUuid } from '../constructs/stack-mark.ts';
import { type ApiDomain, bundleOf } from '../settings/stage-settings.ts';
import type { FormerRoles } from './roles-move.ts';
import { type Stage, stackName } from './stage.ts';

/** The API's version, which every path begins with. */
export const API_STAGE = 'v1';

/**
 * Requests a second of all partners together, where nothing else is set; each has a limit of its own below
 * this. An account has 10,000 in a region, of all its APIs, unless AWS raises that.
 */
const REQUESTS_PER_SECOND = 2_000;
/** Seconds' worth of requests that may come at once. */
const BURST_SECONDS = 2;

/** Bytes: below them a response fits into a packet or two as it is. */
const COMPRESSED_FROM = Size.bytes(1_000);

const TRACED_SHARE = 0.05;

/** The output with the secret that the modules' host proves itself by. */
const EDGE_SECRET = 'EdgeSecretArn';
const EDGE_SECRET_LENGTH = 48;

export type ApiStackProps = StackProps & {
  readonly stage: Stage;
  readonly logKey: IKey;
  /** A name of the operator's own; the gateway's when left out. */
  readonly domain?: ApiDomain;
  readonly requestsPerSecond?: number;
  /** Which secret the modules' host proves itself by: the next number makes another. */
  readonly edgeSecret?: number;
  readonly movesFrom?: FormerRoles;
  readonly routes: readonly Route[];
  readonly authorize: IFunction;
  readonly showPage: IFunction;
  /** Of connectors, about their operations. */
  readonly takeReports: IFunction;
  readonly routeNotFound: IFunction;
};

export class ApiStack extends Stack {
  readonly api: RestApi;
  /** What the modules' host proves itself by: CloudFormation reads it out of its secret. */
  readonly edgeMark = SecretValue.secretsManager(
    Fn.getStackOutput(this.stackName, EDGE_SECRET).toString(),
  ).unsafeUnwrap();

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    this.api = this.makeApi(props);
    const authorizer = addAuthorizer(this.api, props.authorize);
    addRoutes(this.api, props.routes, authorizer);
    addPreflights(this.api, props.routes);
    addPages(this.api, props.showPage);
    addReports(this.api, props.takeReports);
    addCatchAll(this.api, props.routeNotFound);
    addGatewayResponses(this, this.api);
    this.keepExecutionLogs(props);
    this.sampleTraces(props.stage);
    const { current, accepted } = this.edgeSecrets(props.edgeSecret ?? 1);
    const marks = accepted.map((one) => one.secretValue.unsafeUnwrap());
    new Firewall(this, 'Firewall', {
      metricName: firewallMetric(props.stage),
      stageArn: this.api.deploymentStage.stageArn,
      // Until the modules' host is deployed, it goes on with what releases before had.
      edgeMarks: props.movesFrom ? [...marks, stackUuid(this)] : marks,
      onlyHost: props.domain?.only ? props.domain.domain : undefined,
      logs: encryptedLogGroup(this, 'FirewallLogs', {
        ...props,
        name: `aws-waf-logs-${stackName(props.stage, 'api')}-${stackMark(this)}`,
      }),
    });
    if (props.domain) this.nameIt(props.domain);
    const url = props.domain ? `https://${props.domain.domain}/${API_STAGE}/` : this.api.url;
    new CfnOutput(this, 'ApiUrl', { value: url });
    new CfnOutput(this, EDGE_SECRET, { value: current.secretArn });
  }

  /**
   * The one before counts as well: this stack is deployed before the modules' host, which sends it until
   * then. None is kept longer, nor with the stack: another is as good.
   */
  private edgeSecrets(number: number) {
    const make = (of: number) => {
      const secret = new Secret(this, `EdgeSecret${of}`, {
        description: "Billhook: what the modules' host proves itself by",
        generateSecretString: { passwordLength: EDGE_SECRET_LENGTH, excludePunctuation: true },
      });
      (secret.node.defaultChild as CfnSecret).overrideLogicalId(`EdgeSecret${of}`);
      return secret;
    };
    const current = make(number);
    return { current, accepted: number > 1 ? [current, make(number - 1)] : [current] };
  }

  private makeApi(props: ApiStackProps): RestApi {
    const logs = encryptedLogGroup(this, 'AccessLogs', props);
    const { requestsPerSecond = REQUESTS_PER_SECOND } = props;
    return new RestApi(this, 'Api', {
      // Metrics are told apart by it: without the stage, both in one account would be one.
      restApiName: stackName(props.stage, 'api'),
      description: `Billhook, ${props.stage}`,
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: true,
      minCompressionSize: COMPRESSED_FROM,
      deployOptions: {
        stageName: API_STAGE,
        tracingEnabled: true,
        // By method they are five metrics each, $45 to $117 a month. Access logs have what they tell.
        metricsEnabled: false,
        loggingLevel: MethodLoggingLevel.ERROR,
        // Would log whole requests, keys and card numbers included.
        dataTraceEnabled: false,
        throttlingRateLimit: requestsPerSecond,
        throttlingBurstLimit: requestsPerSecond * BURST_SECONDS,
        accessLogDestination: new LogGroupLogDestination(logs),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLog)),
      },
    });
  }

  /** By default each second's first request is traced: almost all of a small stage, at their own price. */
  private sampleTraces(stage: Stage): void {
    new CfnSamplingRule(this, 'Traces', {
      samplingRule: {
        ...{ ruleName: stackName(stage, 'api'), priority: 100, version: 1 },
        ...{ fixedRate: TRACED_SHARE, reservoirSize: 0, httpMethod: '*', urlPath: '*', host: '*' },
        ...{ serviceName: `${stackName(stage, 'api')}/${API_STAGE}`, resourceArn: '*' },
        serviceType: 'AWS::ApiGateway::Stage',
      },
    });
  }

  /** Beside the gateway's own name, by which the modules' host reaches it. */
  private nameIt({ domain, certificateArn, clientCertificates: asked }: ApiDomain): void {
    const name = new DomainName(this, 'Domain', {
      domainName: domain,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
      mtls: asked && {
        bucket: Bucket.fromBucketName(this, 'ClientCertificates', bundleOf(asked.bundle).bucket),
        key: bundleOf(asked.bundle).key,
        version: asked.version,
      },
    });
    new BasePathMapping(this, 'DomainMapping', {
      domainName: name,
      restApi: this.api,
      stage: this.api.deploymentStage,
      // The same path under either name: signatures are over it.
      basePath: API_STAGE,
    });
    // What the operator's own name is to lead to.
    new CfnOutput(this, 'ApiTarget', { value: name.domainNameAliasDomainName });
  }

  /** The gateway makes this group by itself otherwise, unencrypted and kept for ever. */
  private keepExecutionLogs(props: ApiStackProps): void {
    const logs = encryptedLogGroup(this, 'ExecutionLogs', {
      ...props,
      name: `API-Gateway-Execution-Logs_${this.api.restApiId}/${API_STAGE}`,
    });
    this.api.deploymentStage.node.addDependency(logs);
  }
}

/** What the firewall's metrics are found by. */
export function firewallMetric(stage: Stage): string {
  return stackName(stage, 'firewall');
}

/** No query string, no header, no path values: only what happened, and to whom. */
const accessLog = {
  requestId: '$context.extendedRequestId',
  requestTime: '$context.requestTime',
  httpMethod: '$context.httpMethod',
  resourcePath: '$context.resourcePath',
  protocol: '$context.protocol',
  status: '$context.status',
  responseType: '$context.error.responseType',
  partnerId: '$context.authorizer.partnerId',
  keyId: '$context.authorizer.keyId',
  clientId: '$context.authorizer.clientId',
  tokenFamily: '$context.authorizer.tokenFamily',
  sourceIp: '$context.identity.sourceIp',
  responseLength: '$context.responseLength',
  responseLatency: '$context.responseLatency',
  integrationLatency: '$context.integrationLatency',
  authorizerLatency: '$context.authorizer.integrationLatency',
  traceId: '$context.xrayTraceId',
};
