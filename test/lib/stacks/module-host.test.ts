import { describe, expect, test } from 'vitest';
import { stages } from '../../../lib/stacks/stage.ts';
import { type Json, type SynthesizedStack, stackOf, synthesize } from './synthesis.ts';
import { ownDomains } from './variants.ts';

const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const LOGOS = '/assets/logos/*';
const COMPANY_LOGOS = '/assets/company-logos/*';
const ALL_BUT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

describe.each(stages)("The modules' host of %s", (stage) => {
  const stack = stackOf(stage, 'module-host');
  const config = only(stack, 'AWS::CloudFront::Distribution').DistributionConfig;
  const all: Json[] = [
    ...config.CacheBehaviors,
    { ...config.DefaultCacheBehavior, PathPattern: '*' },
  ];
  const behaviors = all.filter(
    ({ PathPattern }) => PathPattern !== LOGOS && PathPattern !== COMPANY_LOGOS,
  );
  const functionOf = ({ FunctionAssociations: [one, ...more] }: Json): string => {
    expect([one.EventType, ...more]).toEqual(['viewer-request']);
    const [id] = one.FunctionARN['Fn::GetAtt'];
    return stack.resources[id]?.Properties.FunctionCode;
  };
  const originOf = ({ TargetOriginId }: Json) =>
    config.Origins.find(({ Id }: Json) => Id === TargetOriginId);

  test('looks for files, the API and pages, in this order', () => {
    expect(
      all.map((one) => [one.PathPattern, originOf(one).OriginPath ?? '', one.CachePolicyId]),
    ).toEqual([
      ...(stage === 'sandbox' ? [[LOGOS, '', CACHING_OPTIMIZED]] : []),
      [COMPANY_LOGOS, '', CACHING_OPTIMIZED],
      ['/assets/*', '', CACHING_OPTIMIZED],
      ['/v1/module/*', '', { Ref: expect.stringMatching(/^AsAnswersSay/) }],
      ['/v1/*', '', CACHING_DISABLED],
      ['*', '/v1/page', CACHING_DISABLED],
    ]);
  });

  test('hands everything but the host name on to the API, and nothing to the bucket', () => {
    const [assets, ...others] = behaviors;
    expect(assets.OriginRequestPolicyId).toBeUndefined();
    for (const behavior of others) {
      expect(behavior.OriginRequestPolicyId, behavior.PathPattern).toBe(ALL_BUT_HOST);
      expect(originOf(behavior).CustomOriginConfig).toMatchObject({
        OriginProtocolPolicy: 'https-only',
        OriginSSLProtocols: ['TLSv1.2'],
      });
    }
  });

  test('takes any method for the API alone, and plain HTTP for nothing', () => {
    const taking = behaviors.filter(({ AllowedMethods }) => AllowedMethods?.includes('POST'));
    expect(taking.map(({ PathPattern }) => PathPattern)).toEqual(['/v1/module/*', '/v1/*']);
    for (const { ViewerProtocolPolicy } of behaviors)
      expect(ViewerProtocolPolicy).toBe('https-only');
    expect(config.HttpVersion).toBe('http2and3');
  });

  test('keeps no error, and an answer only when it says so', () => {
    const {
      DefaultTTL,
      MinTTL,
      ParametersInCacheKeyAndForwardedToOrigin: key,
    } = only(stack, 'AWS::CloudFront::CachePolicy').CachePolicyConfig;
    expect([DefaultTTL, MinTTL]).toEqual([0, 0]);
    expect(key.QueryStringsConfig.QueryStringBehavior).toBe('none');
    // All that CloudFront keeps for ten seconds otherwise.
    for (const code of [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]) {
      expect(config.CustomErrorResponses).toContainEqual({
        ErrorCode: code,
        ErrorCachingMinTTL: 0,
      });
    }
  });

  test('proves itself to the firewall, and names the user’s address whatever the user sent', () => {
    for (const behavior of behaviors.slice(1)) {
      const [mark, ...more] = originOf(behavior).OriginCustomHeaders;
      expect(more).toEqual([]);
      expect(mark.HeaderName).toBe('x-billhook-edge');
      const [, [opening, secret, closing]] = mark.HeaderValue['Fn::Join'];
      expect(opening + closing).toBe('{{resolve:secretsmanager::SecretString:::}}');
      const { StackName, OutputName } = secret['Fn::GetStackOutput'];
      expect(StackName).toBe(`billhook-${stage}-api`);
      // The one that the firewall reads too: api.test.ts.
      expect(stackOf(stage, 'api').outputs[OutputName]?.Value).toEqual({ Ref: 'EdgeSecret1' });
    }
    expect(functionOf(behaviors[1])).toContain(
      "headers['x-billhook-viewer'] = { value: event.viewer.ip }",
    );
    expect(functionOf(behaviors[2])).toBe(functionOf(behaviors[1]));
  });

  test('lets no query of a page through but the partner and the language', () => {
    const code = functionOf(behaviors[3]);
    expect(code).toContain('request.querystring = {};');
    expect(code).toContain("headers['x-billhook-viewer'] = { value: event.viewer.ip }");
    // CloudFront takes no more.
    expect(code.length).toBeLessThan(10_240);
  });

  test('reads a private bucket, which nobody else may', () => {
    expect(only(stack, 'AWS::S3::Bucket').PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    const statements: Json[] = only(stack, 'AWS::S3::BucketPolicy').PolicyDocument.Statement;
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed.flatMap(({ Action }) => Action).sort()).toEqual([
      's3:GetObject',
      's3:ListBucket',
    ]);
    for (const { Principal, Condition } of allowed) {
      expect(Principal).toEqual({ Service: 'cloudfront.amazonaws.com' });
      expect(JSON.stringify(Condition.StringEquals['AWS:SourceArn'])).toContain('Distribution');
    }
  });

  test('keeps the files of deployments before, each for a year', () => {
    expect(only(stack, 'Custom::CDKBucketDeployment')).toMatchObject({
      DestinationBucketKeyPrefix: 'assets',
      Prune: false,
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
  });

  test('lets the function that copies them do that, and nothing else', () => {
    const { Policies, ManagedPolicyArns } = only(stack, 'AWS::IAM::Role');
    expect(ManagedPolicyArns).toBeUndefined();
    expect(
      Policies.flatMap(({ PolicyDocument }: Json) => PolicyDocument.Statement).flatMap(
        ({ Action }: Json) => Action,
      ),
    ).toEqual([
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      's3:GetObject',
      's3:ListBucket',
      's3:DeleteObject',
      's3:PutObject',
    ]);
    expect(Object.values(stack.resources).map(({ Type }) => Type)).not.toContain(
      'AWS::IAM::Policy',
    );
  });

  test('names what its log holds: no address, no query, no header', () => {
    const { RecordFields } = only(stack, 'AWS::Logs::Delivery');
    expect(RecordFields).toContain('cache-behavior-path-pattern');
    for (const field of RecordFields) {
      expect(field).not.toMatch(/uri|query|cookie|referer|host|agent|forwarded/i);
    }
    expect(config.Logging).toBeUndefined();
    expect(behaviors.filter(({ RealtimeLogConfigArn }) => RealtimeLogConfigArn)).toEqual([]);
  });

  test('has names that no other stage or region takes', () => {
    const names = [
      only(stack, 'AWS::CloudFront::CachePolicy').CachePolicyConfig.Name,
      ...allOf(stack, 'AWS::CloudFront::Function').map(({ Name }) => Name),
      only(stack, 'AWS::CloudFront::OriginAccessControl').OriginAccessControlConfig.Name,
      ...allOf(stack, 'AWS::CloudFront::ResponseHeadersPolicy').map(
        ({ ResponseHeadersPolicyConfig }) => ResponseHeadersPolicyConfig.Name,
      ),
    ];
    for (const name of names) {
      expect(JSON.stringify(name)).toContain(`billhook-${stage}-module-host`);
      expect(JSON.stringify(name)).toContain('AWS::Region');
    }
  });
});

describe('The logos of the companies', () => {
  const policiesOf = (stack: SynthesizedStack) =>
    allOf(stack, 'AWS::CloudFront::ResponseHeadersPolicy').map(
      ({ ResponseHeadersPolicyConfig }) => ResponseHeadersPolicyConfig,
    );
  const copiedTo = (stack: SynthesizedStack) =>
    only(stack, 'Custom::CDKBucketDeployment').SourceObjectKeys;

  test.each(stages)('may be read by any page, and run nothing, of %s', (stage) => {
    const policies = policiesOf(stackOf(stage, 'module-host'));
    const [ours, ...more] = policies.filter(({ CorsConfig }) => CorsConfig);
    expect([policies.length, more]).toEqual([2, []]);
    expect(ours).toMatchObject({
      CorsConfig: {
        AccessControlAllowOrigins: { Items: ['*'] },
        AccessControlAllowMethods: { Items: ['GET', 'HEAD'] },
        AccessControlAllowCredentials: false,
      },
      SecurityHeadersConfig: {
        ContentSecurityPolicy: {
          ContentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'; sandbox",
          Override: true,
        },
        ContentTypeOptions: { Override: true },
      },
    });
  });

  test('are copied for a sandbox alone: production has no companies of ours', () => {
    expect(copiedTo(stackOf('sandbox', 'module-host'))).toHaveLength(2);
    expect(copiedTo(stackOf('production', 'module-host'))).toHaveLength(1);
  });

  const seeded = (stack: SynthesizedStack) => only(stack, 'Custom::BillhookDeployment').LogosUrl;

  test('have addresses that the companies are stored with, by what all of them are', () => {
    const found = JSON.stringify(seeded(stackOf('sandbox', 'deployment')));
    expect(found).toContain('"StackName":"billhook-sandbox-module-host","OutputName":"ModulesUrl"');
    expect(found).toContain('/assets/logos/version');
    expect(seeded(stackOf('production', 'deployment'))).toBeUndefined();
  });

  test('that connectors name are put into their folder, which keeps what a deployment copies', () => {
    for (const stage of stages) {
      const outputs = JSON.stringify(stackOf(stage, 'operator').outputs);
      expect(outputs).toContain('FetchLogosArn');
      const { Prune } = only(stackOf(stage, 'module-host'), 'Custom::CDKBucketDeployment');
      expect(Prune).toBe(false);
    }
  });

  test('have none where the modules have no host', () => {
    const stacks = synthesize('sandbox in cn-north-1');
    const operator = stacks.find(({ part }) => part === 'operator') as SynthesizedStack;
    expect(JSON.stringify(operator)).not.toContain('FetchLogosArn');
    expect(JSON.stringify(operator)).not.toContain('s3:PutObject');
    const found = stacks.find(({ part }) => part === 'deployment') as SynthesizedStack;
    expect(seeded(found)).toBeUndefined();
  });

  test('have the operator’s own name when there is one', () => {
    const stacks = synthesize('sandbox with a domain');
    const found = stacks.find(({ part }) => part === 'deployment') as SynthesizedStack;
    expect(seeded(found)).toBe(`https://${ownDomains.modules.domain}/assets/logos/version`);
  });
});

test.each([
  ['us-east-1', 1],
  ['eu-west-1', 0],
] as const)('In %s the host has %i logs', (region, logs) => {
  const found = synthesize(`sandbox in ${region}`).find(({ part }) => part === 'module-host');
  const deliveries = Object.values(found?.resources ?? {}).filter(
    ({ Type }) => Type === 'AWS::Logs::Delivery',
  );
  expect(deliveries).toHaveLength(logs);
});

describe('A name of the operator’s own', () => {
  const { domain: name, certificateArn } = ownDomains.modules;

  test('is none when none is given', () => {
    const config = only(
      stackOf('production', 'module-host'),
      'AWS::CloudFront::Distribution',
    ).DistributionConfig;
    expect(config.Aliases).toBeUndefined();
  });

  test('brings TLS 1.2 with its certificate', () => {
    const stacks = synthesize('production with a domain');
    const found = stacks.find(({ part }) => part === 'module-host');
    const config = only(
      found as SynthesizedStack,
      'AWS::CloudFront::Distribution',
    ).DistributionConfig;
    expect(config.Aliases).toEqual([name]);
    expect(config.ViewerCertificate).toMatchObject({
      AcmCertificateArn: certificateArn,
      MinimumProtocolVersion: 'TLSv1.2_2021',
    });
    expect(found?.outputs.ModulesUrl?.Value).toBe(`https://${name}`);
  });
});

/** The properties of the one resource of a type. */
function only(stack: SynthesizedStack, type: string): Record<string, Json> {
  const found = allOf(stack, type);
  expect(found, type).toHaveLength(1);
  return found[0] ?? {};
}

function allOf(stack: SynthesizedStack, type: string): Record<string, Json>[] {
  return Object.values(stack.resources)
    .filter(({ Type }) => Type === type)
    .map(({ Properties }) => Properties);
}
