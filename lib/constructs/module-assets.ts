/** What the modules' pages load: a private bucket, filled with each deployment. */
import { CfnResource, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import type { Stage } from '../stacks/stage.ts';
import { encryptedLogGroup } from './encrypted-log-group.ts';

/** The first part of their addresses, and of their keys in the bucket. */
export const ASSETS_FOLDER = 'assets';
/** The folder in it of logos that connectors name, which imports fetch. */
export const COMPANY_LOGOS_FOLDER = 'company-logos';
/** The tool that copies unpacks an archive in memory. */
const COPY_MEMORY_MEBIBYTES = 256;
/** The tool itself has 15 minutes. */
const COPY_LONGEST_SECONDS = 20 * 60;

export type ModuleAssetsOptions = {
  readonly stage: Stage;
  readonly logKey: IKey;
  /** The folders of the built files. */
  readonly folders: readonly string[];
};

export class ModuleAssets extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { folders, ...logs }: ModuleAssetsOptions) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // All that is in it is built from the sources or can be fetched again, and gone with the
      // deployment.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const assets = folders.map(
      (path, index) => new Asset(this, index === 0 ? 'Files' : `Files${index + 1}`, { path }),
    );
    const logGroup = encryptedLogGroup(this, 'CopyLogs', logs);
    const copy = new BucketDeployment(this, 'Copy', {
      sources: assets.map((asset) => Source.bucket(asset.bucket, asset.s3ObjectKey)),
      destinationBucket: this.bucket,
      destinationKeyPrefix: ASSETS_FOLDER,
      // A page that was answered a moment before a deployment still asks for its own script. Files
      // are named by their content, so that none ever replaces another.
      prune: false,
      retainOnDelete: false,
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
      memoryLimit: COPY_MEMORY_MEBIBYTES,
      logGroup,
      role: copyRole(this, { assets, bucket: this.bucket, logGroup }).withoutPolicyUpdates(),
    });
    limitTime(copy);
  }
}

/** The construct has no property for it, and a deployment would wait an hour for a copy that failed. */
function limitTime(copy: BucketDeployment): void {
  for (const one of copy.node.findAll()) {
    if (CfnResource.isCfnResource(one) && one.cfnResourceType === 'Custom::CDKBucketDeployment') {
      one.addPropertyOverride('ServiceTimeout', String(COPY_LONGEST_SECONDS));
    }
  }
}

type Copied = {
  readonly assets: readonly Asset[];
  readonly bucket: Bucket;
  readonly logGroup: LogGroup;
};

/** May copy these archives into this one folder; what the construct would grant is much more. */
function copyRole(scope: Construct, { assets, bucket, logGroup }: Copied): Role {
  const archives = assets.map((asset) =>
    Stack.of(scope).formatArn({
      service: 's3',
      region: '',
      account: '',
      resource: asset.s3BucketName,
      resourceName: asset.s3ObjectKey,
    }),
  );
  const statements = [
    new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    }),
    new PolicyStatement({ actions: ['s3:GetObject'], resources: archives }),
    new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
    new PolicyStatement({
      actions: ['s3:PutObject', 's3:DeleteObject'],
      resources: [bucket.arnForObjects(`${ASSETS_FOLDER}/*`)],
    }),
  ];
  return new Role(scope, 'CopyRole', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { declared: new PolicyDocument({ statements }) },
  });
}
