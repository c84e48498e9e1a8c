import { localFailure } from '../failures.ts';
import type { Model, Resource } from '../template/model.ts';
import { evaluate, matchesPattern, type Statement } from './policies.ts';

type Wanted = { readonly principal: string; readonly sourceEnd: string; readonly asked: string };

/**
 * A service may call a function only with an `AWS::Lambda::Permission`; without it the
 * deployed gateway answers 500. Checked at the start, so that it is found here.
 */
export function requirePermission(model: Model, functionArn: string, wanted: Wanted): void {
  const name = functionArn.split(':')[6];
  const granted = model.ofType('AWS::Lambda::Permission').some((permission) => {
    const { FunctionName, Principal, SourceArn } = permission.properties();
    const named = String(FunctionName);
    if (named !== name && named.split(':')[6] !== name) return false;
    if (Principal !== wanted.principal) return false;
    return (
      SourceArn === undefined ||
      matchesPattern(String(SourceArn).split(':').slice(5).join(':'), wanted.sourceEnd)
    );
  });
  if (!granted) {
    throw localFailure(
      `${wanted.asked} may not call ${name}: the template has no AWS::Lambda::Permission whose SourceArn covers …:${wanted.sourceEnd} (path parameters are written *).`,
    );
  }
}

type QueueWanted = {
  readonly principal: string;
  readonly sourceArn: string;
  readonly asked: string;
};

type BucketWanted = { readonly bucket: Resource; readonly sourceArn: string };

/** CloudFront may read a bucket only by the bucket's policy; without it each file is a 403. */
export function requireBucketPolicy(model: Model, wanted: BucketWanted): void {
  if (allowsCloudFront(model, wanted, 's3:GetObject', `${wanted.bucket.arn}/file`)) return;
  throw localFailure(
    `The distribution may not read ${wanted.bucket.ref}: no AWS::S3::BucketPolicy allows it to cloudfront.amazonaws.com.`,
  );
}

/** Whether a file that is missing is a 404: to who may not list, S3 says 403. */
export function tellsMissing(model: Model, wanted: BucketWanted): boolean {
  return allowsCloudFront(model, wanted, 's3:ListBucket', wanted.bucket.arn);
}

function allowsCloudFront(
  model: Model,
  { bucket, sourceArn }: BucketWanted,
  action: string,
  resource: string,
): boolean {
  const statements = model.ofType('AWS::S3::BucketPolicy').flatMap((policy) => {
    const { Bucket, PolicyDocument } = policy.properties();
    if (Bucket !== bucket.ref) return [];
    return [(PolicyDocument as Policy | undefined)?.Statement ?? []].flat() as Statement[];
  });
  const decision = evaluate(
    statements.filter((statement) => isMeant(statement, 'cloudfront.amazonaws.com')),
    {
      action,
      resource,
      context: { 'aws:sourcearn': [sourceArn], 'aws:securetransport': ['true'] },
    },
  );
  return decision === 'allowed';
}

type Policy = { readonly Statement?: Statement | readonly Statement[] };

/** A service may put messages into a queue only by the queue's policy; without it they are lost. */
export function requireQueuePolicy(model: Model, queueArn: string, wanted: QueueWanted): void {
  const queue = model.ofType('AWS::SQS::Queue').find(({ arn }) => arn === queueArn);
  const statements = model.ofType('AWS::SQS::QueuePolicy').flatMap((policy) => {
    const { Queues, PolicyDocument } = policy.properties();
    if (!((Queues ?? []) as string[]).includes(queue?.ref ?? '')) return [];
    return [(PolicyDocument as Policy | undefined)?.Statement ?? []].flat() as Statement[];
  });
  const context = { 'aws:sourcearn': [wanted.sourceArn], 'aws:securetransport': ['true'] };
  const decision = evaluate(
    statements.filter((statement) => isMeant(statement, wanted.principal)),
    { action: 'sqs:SendMessage', resource: queueArn, context },
  );
  if (decision === 'allowed') return;
  throw localFailure(
    `${wanted.asked} may not send to ${queueArn}: no AWS::SQS::QueuePolicy allows it to ${wanted.principal}.`,
  );
}

function isMeant(statement: Statement, principal: string): boolean {
  const { Principal } = statement as { readonly Principal?: unknown };
  if (Principal === '*') return true;
  const { Service, AWS } = (Principal ?? {}) as Record<string, unknown>;
  return [Service].flat().includes(principal) || AWS === '*';
}
