/**
 * The modules' host: one address for the pages, what they load, and the API that they call, so that
 * no request of theirs crosses an origin.
 */
import { CfnOutput, Duration, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  type DistributionProps,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { LOGOS_FOLDER, type Logos } from '../build/logos.ts';
import { apiOrigin, beforeApi } from '../constructs/api-origin.ts';
import { EdgeLogs } from '../constructs/edge-logs.ts';
import type { CompanyLogos } from '../constructs/grants.ts';
import { ASSETS_FOLDER, COMPANY_LOGOS_FOLDER, ModuleAssets } from '../constructs/module-assets.ts';
import { PAGES_PATH } from '../constructs/routes.ts';
import type { OwnDomain } from '../settings/stage-settings.ts';
import { API_STAGE } from './api.ts';
import { type Stage, stackName } from './stage.ts';

export type ModuleHostStackProps = StackProps & {
  readonly stage: Stage;
  readonly logKey: IKey;
  readonly api: RestApi;
  /** Proves to the API's firewall that a request came through here. */
  readonly edgeMark: string;
  /** The built files that the pages load. */
  readonly assetsFolder: string;
  /** The logos of the sandbox's companies; production has none. */
  readonly logos?: Logos;
  /** A name of the operator's own; CloudFront's when left out. */
  readonly domain?: OwnDomain;
};

/** The part of their addresses behind that of the host, and of their keys in the bucket. */
const COMPANY_LOGOS_PATH = `${ASSETS_FOLDER}/${COMPANY_LOGOS_FOLDER}`;
/** The output with the modules' address. */
const MODULES_URL = 'ModulesUrl';
const HSTS_MAX_AGE = Duration.days(730);
/** The longest that anything is kept, where the answer says that it may be. */
const MOST_KEPT = Duration.days(365);
/** CloudFront would keep these for ten seconds whatever they say, and show them to other callers. */
const ERRORS_NOT_KEPT = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

export class ModuleHostStack extends Stack {
  /** What the addresses of logos begin with, if there are any. */
  readonly logosUrl?: string;
  /** Where logos of connectors' companies are put, and what their addresses begin with. */
  readonly companyLogos: CompanyLogos;

  constructor(scope: Construct, id: string, props: ModuleHostStackProps) {
    super(scope, id, props);
    const { stage, logKey, logos, domain } = props;
    const assets = this.assets(props);
    const distribution = new Distribution(this, 'Distribution', {
      comment: `Billhook, ${stage}: hosted modules`,
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...this.named(domain),
      errorResponses: ERRORS_NOT_KEPT.map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
      ...this.behaviors(props, assets),
    });
    new EdgeLogs(this, 'Logs', distribution, { stage, logKey });
    const host = domain?.domain ?? distribution.distributionDomainName;
    new CfnOutput(this, MODULES_URL, { value: `https://${host}` });
    const url = domain ? `https://${host}` : Fn.getStackOutput(this.stackName, MODULES_URL);
    if (logos) this.logosUrl = `${url}/${ASSETS_FOLDER}/${LOGOS_FOLDER}/${logos.version}`;
    this.companyLogos = {
      bucketName: assets.bucketName,
      filesArn: assets.arnForObjects(`${COMPANY_LOGOS_PATH}/*`),
      url: `${url}/${COMPANY_LOGOS_PATH}`,
    };
    // What the operator's own name is to lead to.
    new CfnOutput(this, 'ModulesTarget', { value: distribution.distributionDomainName });
  }

  private named(domain: OwnDomain | undefined): Partial<DistributionProps> {
    if (!domain) return {};
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn);
    return {
      domainNames: [domain.domain],
      certificate,
      // Under CloudFront's own name the protocol is CloudFront's to decide.
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  private assets({ stage, logKey, logos, assetsFolder }: ModuleHostStackProps): Bucket {
    const folders = logos ? [assetsFolder, logos.folder] : [assetsFolder];
    return new ModuleAssets(this, 'Assets', { stage, logKey, folders }).bucket;
  }

  /** The first path that fits decides; what fits none is a page, or the page that says so. */
  private behaviors(props: ModuleHostStackProps, bucket: Bucket) {
    const shared = {
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy: this.responseHeaders(props),
    };
    const api = {
      ...shared,
      origin: apiOrigin(props),
      // Everything of a request but its `Host`, which the gateway is found by.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      // Answers hold what is one client's: nobody keeps them.
      cachePolicy: CachePolicy.CACHING_DISABLED,
      functionAssociations: [beforeApi(this, 'api-request', edgeName(this, props))],
    };
    const anyMethod = { allowedMethods: AllowedMethods.ALLOW_ALL };
    const assets: BehaviorOptions = {
      ...shared,
      origin: S3BucketOrigin.withOriginAccessControl(bucket, {
        originAccessControl: new S3OriginAccessControl(this, 'Reader', {
          originAccessControlName: edgeName(this, props),
        }),
        // Who may list is told of a missing file that it is missing; no path of ours leads to a list.
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    };
    const pages: BehaviorOptions = {
      ...api,
      origin: apiOrigin(props, `/${API_STAGE}${PAGES_PATH}`),
      // Here a token stops: see there.
      functionAssociations: [beforeApi(this, 'page-request', edgeName(this, props))],
    };
    // In other people's pages and apps too.
    const pictures = { ...assets, responseHeadersPolicy: this.logoHeaders(props) };
    return {
      additionalBehaviors: {
        ...(props.logos && { [`/${ASSETS_FOLDER}/${LOGOS_FOLDER}/*`]: pictures }),
        [`/${COMPANY_LOGOS_PATH}/*`]: pictures,
        [`/${ASSETS_FOLDER}/*`]: assets,
        // How a partner's pages look is the same for all, and says how long it may be kept.
        [`/${API_STAGE}/module/*`]: { ...api, ...anyMethod, cachePolicy: this.asAnswersSay(props) },
        [`/${API_STAGE}/*`]: { ...api, ...anyMethod },
      },
      defaultBehavior: pages,
    };
  }

  /** Kept by path alone, and not at all unless the answer says so. */
  private asAnswersSay(props: ModuleHostStackProps): CachePolicy {
    return new CachePolicy(this, 'AsAnswersSay', {
      cachePolicyName: edgeName(this, props),
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: MOST_KEPT,
      headerBehavior: CacheHeaderBehavior.none(),
      queryStringBehavior: CacheQueryStringBehavior.none(),
      cookieBehavior: CacheCookieBehavior.none(),
      enableAcceptEncodingGzip: true,
      // CloudFront would ask the API for Brotli first, which the API does not know: it would then
      // compress nothing, and CloudFront only what it may keep.
      enableAcceptEncodingBrotli: false,
    });
  }

  /** Of what says nothing itself: files, and errors of the host's own. */
  private responseHeaders(props: ModuleHostStackProps): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'ResponseHeaders', {
      responseHeadersPolicyName: edgeName(this, props),
      securityHeadersBehavior: securityHeaders,
    });
  }

  /**
   * An image that anybody may show or read. Opened by itself, an SVG is a document of this host: it may
   * load and run nothing, and is nobody's origin.
   */
  private logoHeaders(props: ModuleHostStackProps): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, 'LogoHeaders', {
      responseHeadersPolicyName: `${edgeName(this, props)}-logos`,
      corsBehavior: {
        accessControlAllowOrigins: ['*'],
        accessControlAllowMethods: ['GET', 'HEAD'],
        accessControlAllowHeaders: ['*'],
        accessControlAllowCredentials: false,
        originOverride: true,
      },
      securityHeadersBehavior: {
        ...securityHeaders,
        contentSecurityPolicy: {
          contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'; sandbox",
          override: true,
        },
      },
      customHeadersBehavior: {
        // For pages that load nothing else of other sites (`Cross-Origin-Embedder-Policy`).
        customHeaders: [
          { header: 'cross-origin-resource-policy', value: 'cross-origin', override: true },
        ],
      },
    });
  }
}

const securityHeaders: ResponseSecurityHeadersBehavior = {
  contentTypeOptions: { override: true },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: false },
  strictTransportSecurity: {
    accessControlMaxAge: HSTS_MAX_AGE,
    includeSubdomains: true,
    override: false,
  },
};

/** CloudFront's names are those of a whole account: the CDK's would be the same in each stage. */
function edgeName({ region }: Stack, { stage }: ModuleHostStackProps): string {
  return `${stackName(stage, 'module-host')}-${region}`;
}
