/** What is acknowledged of the modules' host. */
import type { Acknowledgement } from './acknowledgement.ts';

const BUCKET = /^module-host\/Assets\/Bucket$/;
const COPY = /^module-host\/Custom::CDKBucketDeployment\w+$/;
const COPY_ROLE = /^module-host\/Assets\/CopyRole$/;
const DISTRIBUTION = /^module-host\/Distribution$/;

export const moduleHostAcknowledgements: readonly Acknowledgement[] = [
  {
    rules: ['AwsSolutions-S1', 'PCI.DSS.321-S3BucketLoggingEnabled'],
    where: BUCKET,
    reason:
      'Only CloudFront reads it, and only what every visitor of a page receives. Logs are kept ' +
      'where they are useful, in front of the pages and the API.',
  },
  {
    rules: ['PCI.DSS.321-S3BucketReplicationEnabled', 'PCI.DSS.321-S3BucketVersioningEnabled'],
    where: BUCKET,
    reason:
      'Contains scripts and styles that each deployment builds again from the sources, under names ' +
      'derived from their content: nothing in it is ever changed, and nothing would be lost.',
  },
  {
    rules: ['PCI.DSS.321-S3DefaultEncryptionKMS'],
    where: BUCKET,
    reason: 'Its content is public. A customer-managed key would protect nothing.',
  },
  {
    rules: ['AwsSolutions-IAM5[Resource::<AssetsBucket252B3DF7.Arn>/assets/*]'],
    where: COPY_ROLE,
    reason:
      'Files are named by their content, so their names change with each build. The role covers ' +
      'the one folder of a bucket that has no other.',
  },
  {
    rules: ['PCI.DSS.321-IAMNoInlinePolicy'],
    where: COPY_ROLE,
    reason: 'Names one archive and one folder, fits only this role, and is deleted with it.',
  },
  {
    rules: ['AwsSolutions-L1', 'PCI.DSS.321-LambdaInsideVPC'],
    where: COPY,
    reason:
      'The CDK’s own function, which copies files during a deployment and is never called by a ' +
      'request: its runtime is set by the CDK’s version, and there is nothing in a VPC to reach.',
  },
  {
    rules: ['Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk'],
    where: /^module-host\/Distribution\/Origin\d$/,
    reason:
      'The bucket returns a list only at its root, and the only path that leads to the bucket is ' +
      'below the root. With permission to list, a missing file returns “not found” instead of ' +
      '“forbidden”.',
  },
  {
    rules: ['AwsSolutions-CFR1'],
    where: DISTRIBUTION,
    reason:
      'Only the operator knows where their users live; Billhook should not guess which countries ' +
      'are under sanctions.',
  },
  {
    rules: ['AwsSolutions-CFR2'],
    where: DISTRIBUTION,
    reason:
      'Everything that the host does not serve from its own bucket it requests from the API, whose ' +
      'firewall counts by the user’s own address. A CloudFront firewall would have to be in ' +
      'us-east-1.',
  },
  {
    rules: ['AwsSolutions-CFR3'],
    where: DISTRIBUTION,
    reason:
      'The log that the rule checks for contains query strings, and so tokens. Ours names the ' +
      'fields that it contains; CloudFront delivers it only in us-east-1, and elsewhere there is ' +
      'the log of the API.',
  },
  {
    rules: ['AwsSolutions-CFR4'],
    where: DISTRIBUTION,
    reason:
      'Under its own domain name CloudFront also offers TLS 1.0, which cannot be changed. With the ' +
      'operator’s own domain name (modules.domain) it is TLS 1.2 and newer.',
  },
];
