import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { StoredFile } from '../../../../lib/local/buckets.ts';
import { readDistribution } from '../../../../lib/local/cdn/distribution.ts';
import type { Api } from '../../../../lib/local/gateway/routes.ts';
import type { TemplateResource } from '../../../../lib/local/template/assembly.ts';
import { createModel } from '../../../../lib/local/template/model.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-cdn-'));
mkdirSync(join(folder, 'fonts'));
writeFileSync(join(folder, 'a.js'), 'let a;');
writeFileSync(join(folder, 'fonts/b.woff2'), 'wOF2');
afterAll(() => rmSync(folder, { recursive: true }));

const api = { id: 'theapi' } as Api;
const ALL_BUT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

type Json = Record<string, unknown>;

/** A distribution over a bucket and an API, with something of it replaced. */
function read({
  policy = { StrictTransportSecurity: { AccessControlMaxAgeSec: 5, Override: true } } as Json,
  cors = undefined as Json | undefined,
  request = ALL_BUT_HOST,
  reader = 'cloudfront.amazonaws.com',
  domain = 'theapi.execute-api.us-east-1.amazonaws.com',
  actions = ['s3:GetObject'],
  codings = {} as Json,
} = {}) {
  const shared = { ResponseHeadersPolicyId: { Ref: 'Headers' }, Compress: true };
  const resources: Record<string, TemplateResource> = {
    Files: { Type: 'AWS::S3::Bucket' },
    Policy: {
      Type: 'AWS::S3::BucketPolicy',
      Properties: {
        Bucket: { Ref: 'Files' },
        PolicyDocument: {
          Statement: actions.map((Action) => ({
            Effect: 'Allow',
            Principal: { Service: reader },
            Action,
            Resource:
              Action === 's3:ListBucket' ? bucketArn : { 'Fn::Join': ['', [bucketArn, '/*']] },
          })),
        },
      },
    },
    Copy: {
      Type: 'Custom::CDKBucketDeployment',
      Properties: {
        SourceObjectKeys: ['thehash.zip'],
        DestinationBucketName: { Ref: 'Files' },
        DestinationBucketKeyPrefix: 'assets',
        SystemMetadata: { 'cache-control': 'immutable' },
      },
    },
    Headers: {
      Type: 'AWS::CloudFront::ResponseHeadersPolicy',
      Properties: {
        ResponseHeadersPolicyConfig: {
          ...{ Name: 'a', SecurityHeadersConfig: policy },
          ...(cors && { CorsConfig: cors }),
        },
      },
    },
    Kept: {
      Type: 'AWS::CloudFront::CachePolicy',
      Properties: {
        CachePolicyConfig: { ParametersInCacheKeyAndForwardedToOrigin: codings },
      },
    },
    Host: {
      Type: 'AWS::CloudFront::Distribution',
      Properties: {
        DistributionConfig: {
          Origins: [
            { Id: 'files', DomainName: { 'Fn::GetAtt': ['Files', 'RegionalDomainName'] } },
            { Id: 'api', DomainName: domain, OriginPath: '/v1/page' },
          ],
          CacheBehaviors: [{ ...shared, PathPattern: '/assets/*', TargetOriginId: 'files' }],
          DefaultCacheBehavior: {
            ...shared,
            TargetOriginId: 'api',
            OriginRequestPolicyId: request,
            CachePolicyId: { Ref: 'Kept' },
          },
        },
      },
    },
  };
  const assets = new Map([['thehash', folder]]);
  return readDistribution(
    createModel([{ name: 'stack', template: { Resources: resources }, assets }]),
    api,
    { find: (bucket, key) => put.get(`${bucket}/${key}`) },
  );
}

/** What functions have put into buckets. */
const put = new Map<string, StoredFile>();

const bucketArn = { 'Fn::GetAtt': ['Files', 'Arn'] };

test('files are found where a deployment would copy them, with what it says of them', () => {
  const [assets] = read()?.behaviors ?? [];
  const origin = assets?.origin;
  if (origin?.kind !== 'bucket') throw new Error('The first behavior is not that of the files');
  expect(origin.find('/assets/a.js')).toMatchObject({
    body: Buffer.from('let a;'),
    contentType: 'text/javascript',
    headers: { 'cache-control': 'immutable' },
  });
  expect(origin.find('/assets/fonts/b.woff2')?.contentType).toBe('font/woff2');
  for (const path of ['/a.js', '/assets', '/assets/', '/assets/fonts', '/assets/../assets/a.js']) {
    expect(origin.find(path), path).toBeUndefined();
  }
});

test('files that functions put there are found as they were put', () => {
  const origin = read()?.behaviors[0]?.origin;
  if (origin?.kind !== 'bucket') throw new Error('The first behavior is not that of the files');
  expect(origin.find('/assets/put.png')).toBeUndefined();
  const file = { body: Buffer.from('new'), contentType: 'image/png', etag: '"a"', headers: {} };
  for (const key of ['assets/put.png', 'assets/a.js']) put.set(`stack-files/${key}`, file);
  expect(origin.find('/assets/put.png')).toBe(file);
  // What a deployment copied is not another file.
  expect(origin.find('/assets/a.js')?.contentType).toBe('text/javascript');
});

test('what is missing is a 404 to a distribution that may list, and a 403 to any other', () => {
  const missing = (actions: string[]) => {
    const origin = read({ actions })?.behaviors[0]?.origin;
    return origin?.kind === 'bucket' && origin.missing;
  };
  expect(missing(['s3:GetObject'])).toBe(403);
  expect(missing(['s3:GetObject', 's3:ListBucket'])).toBe(404);
});

test('the default behavior is the last one', () => {
  expect(read()?.behaviors.map(({ pattern }) => pattern)).toEqual(['/assets/*', '*']);
  expect(read()?.behaviors[1]).toMatchObject({
    methods: new Set(['GET', 'HEAD']),
    origin: { kind: 'api', path: '/v1/page', headers: [] },
    headers: [{ name: 'strict-transport-security', value: 'max-age=5', override: true }],
  });
});

const anyOrigin = {
  AccessControlAllowOrigins: { Items: ['*'] },
  AccessControlAllowCredentials: false,
  OriginOverride: true,
};

test('pages of any origin may read what a policy lets them, and none may run it', () => {
  const policy = { ContentSecurityPolicy: { ContentSecurityPolicy: 'sandbox', Override: true } };
  expect(read({ policy, cors: anyOrigin })?.behaviors[0]?.headers).toEqual([
    { name: 'content-security-policy', value: 'sandbox', override: true },
    { name: 'access-control-allow-origin', value: '*', override: true, forOrigins: true },
  ]);
});

test.each<[string, Parameters<typeof read>[0]]>([
  ['may not read its bucket', { reader: 'somebody.amazonaws.com' }],
  ['asks another host', { domain: 'elsewhere.example' }],
  ['hands less of a request on', { request: 'other' }],
  [
    'lets some origins read it, and others not',
    { cors: { ...anyOrigin, AccessControlAllowOrigins: { Items: ['https://a.example'] } } },
  ],
  [
    'lets pages read it with credentials',
    { cors: { ...anyOrigin, AccessControlAllowCredentials: true } },
  ],
  ['adds a header that is not run here', { policy: { FrameOptions: { FrameOption: 'DENY' } } }],
])('a distribution that %s does not start', (_what, given) => {
  expect(() => read(given)).toThrow();
});

test('an app without a distribution has none', () => {
  expect(readDistribution(createModel([]), api, { find: () => undefined })).toBeUndefined();
});

test.each([
  [{}, undefined],
  [{ EnableAcceptEncodingGzip: true }, ['gzip']],
  [{ EnableAcceptEncodingGzip: true, EnableAcceptEncodingBrotli: true }, ['br', 'gzip']],
])('a cache policy with %o asks the origin for %o', (codings, asked) => {
  expect(read({ codings })?.behaviors.at(-1)?.codings).toEqual(asked);
});
