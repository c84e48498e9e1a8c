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
      'Read by CloudFront alone, and only what every visitor of a page is given. Where a log is of ' +
      'use, before the pages and the API, there is one.',
  },
  {
    rules: ['PCI.DSS.321-S3BucketReplicationEnabled', 'PCI.DSS.321-S3BucketVersioningEnabled'],
    where: BUCKET,
    reason:
      'Holds scripts and styles that each deployment makes again from the sources, under names that ' +
      'follow from their content: nothing in it is ever changed, and nothing would be lost.',
  },
  {
    rules: ['PCI.DSS.321-S3DefaultEncryptionKMS'],
    where: BUCKET,
    reason: 'What is in it is published. A key of our own would hide it from nobody.',
  },
  {
    rules: ['AwsSolutions-IAM5[Resource::<AssetsBucket252B3DF7.Arn>/assets/*]'],
    where: COPY_ROLE,
    reason:
      'Files are named by their content, so that their names change with each build. The role holds ' +
      'for the one folder of a bucket that has no other.',
  },
  {
    rules: ['PCI.DSS.321-IAMNoInlinePolicy'],
    where: COPY_ROLE,
    reason: 'Names one archive and one folder, fits this one role only, and goes when it goes.',
  },
  {
    rules: ['AwsSolutions-L1', 'PCI.DSS.321-LambdaInsideVPC'],
    where: COPY,
    reason:
      'The CDK’s own function, which copies files during a deployment and is never called by a ' +
      'request: its runtime comes with the CDK’s version, and there is nothing in a VPC to reach.',
  },
  {
    rules: ['Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk'],
    where: /^module-host\/Distribution\/Origin\d$/,
    reason:
      'A list is what the bucket answers at its root, and the one path that leads to the bucket lies ' +
      'below it. Who may list is told of a missing file that it is missing, and not that it is forbidden.',
  },
  {
    rules: ['AwsSolutions-CFR1'],
    where: DISTRIBUTION,
    reason:
      'Where an operator’s users live, the operator knows; sanctions are not Billhook’s guess.',
  },
  {
    rules: ['AwsSolutions-CFR2'],
    where: DISTRIBUTION,
    reason:
      'Whatever the host does not serve from its own bucket it asks of the API, which has a firewall ' +
      'that counts by the user’s own address. One of CloudFront’s would have to stand in us-east-1.',
  },
  {
    rules: ['AwsSolutions-CFR3'],
    where: DISTRIBUTION,
    reason:
      'The log that the rule knows holds query strings, and so tokens. Ours names the fields that it ' +
      'holds; CloudFront hands it over in us-east-1 only, elsewhere there is the log of the API.',
  },
  {
    rules: ['AwsSolutions-CFR4'],
    where: DISTRIBUTION,
    reason:
      'Under its own name CloudFront offers TLS 1.0 as well, which cannot be changed. With a name of ' +
      'the operator’s own (modulesDomain) it is TLS 1.2 and newer.',
  },
];
