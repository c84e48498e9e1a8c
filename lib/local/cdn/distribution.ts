/** The distribution of the templates: which origin serves which path. */
import { requireBucketPolicy, tellsMissing } from '../access/permissions.ts';
import type { Buckets, StoredFile } from '../buckets.ts';
import { localFailure } from '../failures.ts';
import type { Api } from '../gateway/routes.ts';
import { ACCOUNT_ID, REGION } from '../template/intrinsics.ts';
import type { Model } from '../template/model.ts';
import { readBucketFiles } from './bucket-files.ts';
import { type EdgeFunction, readEdgeFunctions } from './edge-functions.ts';

export type Distribution = {
  /** In the order in which they are tried; the last one takes every path. */
  readonly behaviors: readonly Behavior[];
};

export type Behavior = {
  /** With `*` and `?`, as CloudFront's path patterns are: `/assets/*`. */
  readonly pattern: string;
  readonly methods: ReadonlySet<string>;
  readonly compress: boolean;
  readonly origin: Origin;
  readonly headers: readonly AddedHeader[];
  /** What is done to a request before it goes on. */
  readonly before?: EdgeFunction;
  /** The codings that CloudFront asks the origin for, of those that the viewer takes. */
  readonly codings?: readonly string[];
};

export type Origin =
  | {
      readonly kind: 'bucket';
      readonly find: (path: string) => StoredFile | undefined;
      /** What is returned for a missing file. */
      readonly missing: 403 | 404;
    }
  | {
      readonly kind: 'api';
      /** Before each path: `/v1/page`. */
      readonly path: string;
      readonly headers: readonly (readonly [string, string])[];
    };

/** What is added to a response; a response's own header stays unless `override` says otherwise. */
export type AddedHeader = {
  readonly name: string;
  readonly value: string;
  readonly override: boolean;
  /** Only for requests that name their origin, as CloudFront does with those of CORS. */
  readonly forOrigins?: true;
};

type Json = Record<string, unknown>;

/** Managed by AWS: everything that the viewer sent but its `Host`. */
const ALL_BUT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** The one distribution of the app, if it has one. @throws LocalFailure for what is not run here. */
export function readDistribution(
  model: Model,
  api: Api,
  buckets: Pick<Buckets, 'find'>,
): Distribution | undefined {
  const [found, ...others] = model.ofType('AWS::CloudFront::Distribution');
  if (!found) return undefined;
  if (others.length > 0) throw localFailure('The local runtime supports only one distribution.');
  const config = found.properties().DistributionConfig as Json;
  const sourceArn = `arn:aws:cloudfront::${ACCOUNT_ID}:distribution/${found.ref}`;
  const origins = new Map(
    listOf(config.Origins).map((origin) => [
      String(origin.Id),
      readOrigin({ model, api, buckets }, origin, sourceArn),
    ]),
  );
  const headers = readHeaderPolicies(model);
  const functions = readEdgeFunctions(model);
  const codings = readCodings(model);
  const all = [
    ...listOf(config.CacheBehaviors),
    { ...(config.DefaultCacheBehavior as Json), PathPattern: '*' },
  ];
  return {
    behaviors: all.map((behavior) =>
      readBehavior(behavior, { origins, headers, functions, codings }),
    ),
  };
}

type Known = {
  readonly origins: ReadonlyMap<string, Origin>;
  readonly headers: ReadonlyMap<string, readonly AddedHeader[]>;
  readonly functions: ReadonlyMap<string, EdgeFunction>;
  readonly codings: ReadonlyMap<string, readonly string[]>;
};

function readBehavior(behavior: Json, known: Known): Behavior {
  const { origins, headers, functions, codings } = known;
  const pattern = String(behavior.PathPattern);
  const origin = origins.get(String(behavior.TargetOriginId));
  if (!origin) throw localFailure(`${pattern}: the distribution has no such origin.`);
  if (origin.kind === 'api' && behavior.OriginRequestPolicyId !== ALL_BUT_HOST) {
    throw localFailure(
      `${pattern}: the local runtime supports an API origin only if it receives the whole request except its Host.`,
    );
  }
  const policy = behavior.ResponseHeadersPolicyId;
  const added = policy === undefined ? [] : headers.get(String(policy));
  if (!added)
    throw localFailure(`${pattern}: the local runtime does not support managed headers policies.`);
  return {
    pattern,
    methods: new Set((behavior.AllowedMethods as string[] | undefined) ?? ['GET', 'HEAD']),
    compress: behavior.Compress === true,
    origin,
    headers: added,
    before: readFunction(pattern, behavior, functions),
    codings: codings.get(String(behavior.CachePolicyId)),
  };
}

function readFunction(
  pattern: string,
  { FunctionAssociations, LambdaFunctionAssociations }: Json,
  functions: Known['functions'],
): EdgeFunction | undefined {
  const [association, ...more] = listOf(FunctionAssociations);
  if (!association && listOf(LambdaFunctionAssociations).length === 0) return undefined;
  const found = functions.get(String(association?.FunctionARN));
  if (found && more.length === 0 && association?.EventType === 'viewer-request') return found;
  throw localFailure(`${pattern}: the local runtime supports only one viewer request function.`);
}

type Origins = {
  readonly model: Model;
  readonly api: Api;
  readonly buckets: Pick<Buckets, 'find'>;
};

function readOrigin({ model, api, buckets }: Origins, origin: Json, sourceArn: string): Origin {
  const domain = String(origin.DomainName);
  if (domain.startsWith(`${api.id}.execute-api.`)) {
    const headers = listOf(origin.OriginCustomHeaders).map(
      ({ HeaderName, HeaderValue }) => [String(HeaderName), String(HeaderValue)] as const,
    );
    return { kind: 'api', path: String(origin.OriginPath ?? ''), headers };
  }
  const bucket = model
    .ofType('AWS::S3::Bucket')
    .find((one) => domain === `${one.ref}.s3.${REGION}.amazonaws.com`);
  if (!bucket)
    throw localFailure(
      `The distribution has the origin ${domain}, which is not supported by the local runtime.`,
    );
  requireBucketPolicy(model, { bucket, sourceArn });
  const files = readBucketFiles(model, bucket, buckets);
  return {
    kind: 'bucket',
    find: (path) => files(`${origin.OriginPath ?? ''}${path}`.slice(1)),
    missing: tellsMissing(model, { bucket, sourceArn }) ? 404 : 403,
  };
}

/**
 * By the ids of cache policies that name codings: CloudFront then writes `Accept-Encoding` itself. With
 * any other policy, the managed one for no cache among them, it goes on as the viewer sent it.
 */
function readCodings(model: Model): Map<string, readonly string[]> {
  return new Map(
    model.ofType('AWS::CloudFront::CachePolicy').flatMap((policy) => {
      const { ParametersInCacheKeyAndForwardedToOrigin: asked } = policy.properties()
        .CachePolicyConfig as { ParametersInCacheKeyAndForwardedToOrigin: Json };
      const codings = [
        ...(asked.EnableAcceptEncodingBrotli === true ? ['br'] : []),
        ...(asked.EnableAcceptEncodingGzip === true ? ['gzip'] : []),
      ];
      return codings.length > 0 ? [[policy.ref, codings] as const] : [];
    }),
  );
}

/** By the policies' ids. */
function readHeaderPolicies(model: Model): Map<string, readonly AddedHeader[]> {
  return new Map(
    model.ofType('AWS::CloudFront::ResponseHeadersPolicy').map((policy) => {
      const config = policy.properties().ResponseHeadersPolicyConfig as Json;
      const { SecurityHeadersConfig = {}, CustomHeadersConfig, CorsConfig, ...rest } = config;
      const { Name: _name, ...others } = rest;
      refuse(others);
      const custom = listOf((CustomHeadersConfig as Json | undefined)?.Items).map(
        ({ Header, Value, Override }) => ({
          name: String(Header),
          value: String(Value),
          override: Override === true,
        }),
      );
      const security = Object.entries(SecurityHeadersConfig as Json).map(([kind, given]) => {
        const describe = securityHeaders[kind];
        if (!describe) return refuse({ [kind]: given });
        const [name, value] = describe(given as Json);
        return { name, value, override: (given as Json).Override === true };
      });
      return [policy.ref, [...security, ...custom, ...readCors(CorsConfig)]] as const;
    }),
  );
}

/** Of CORS: any origin, without credentials. No other kind is needed here. */
function readCors(config: unknown): AddedHeader[] {
  if (config === undefined) return [];
  const { AccessControlAllowOrigins, AccessControlAllowCredentials, OriginOverride } =
    config as Json;
  const origins = (AccessControlAllowOrigins as Json).Items as string[];
  if (origins.join() !== '*' || AccessControlAllowCredentials !== false) {
    refuse({ CorsConfig: config });
  }
  const override = OriginOverride === true;
  return [{ name: 'access-control-allow-origin', value: '*', override, forOrigins: true }];
}

const securityHeaders: Readonly<Record<string, (given: Json) => readonly [string, string]>> = {
  ContentSecurityPolicy: ({ ContentSecurityPolicy }) => [
    'content-security-policy',
    String(ContentSecurityPolicy),
  ],
  ContentTypeOptions: () => ['x-content-type-options', 'nosniff'],
  ReferrerPolicy: ({ ReferrerPolicy }) => ['referrer-policy', String(ReferrerPolicy)],
  StrictTransportSecurity: ({ AccessControlMaxAgeSec, IncludeSubdomains }) => [
    'strict-transport-security',
    `max-age=${AccessControlMaxAgeSec}${IncludeSubdomains ? '; includeSubDomains' : ''}`,
  ],
};

function refuse(settings: Json): never {
  const names = Object.keys(settings);
  if (names.length > 0)
    throw localFailure(
      `A headers policy has ${names}, which is not supported by the local runtime.`,
    );
  return undefined as never;
}

function listOf(value: unknown): Json[] {
  return (value ?? []) as Json[];
}
