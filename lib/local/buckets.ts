/** Files that functions put into buckets: `PutObject`, and nothing else of S3. They survive a restart. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AwsService, type Input, textOf } from './endpoint/aws-service.ts';
import { awsFailure } from './failures.ts';
import type { Model } from './template/model.ts';
import { writeWhole } from './write-whole.ts';

/** A file of a bucket, as it is served. */
export type StoredFile = {
  readonly body: Buffer;
  readonly contentType: string;
  readonly etag: string;
  /** What was said of it when it was put there: `cache-control`. */
  readonly headers: Readonly<Record<string, string>>;
};

export type Buckets = AwsService & {
  readonly find: (bucket: string, key: string) => StoredFile | undefined;
};

export function createBuckets(model: Model, stateFolder: string): Buckets {
  const folder = join(stateFolder, 'buckets');
  const fileOf = (bucket: string, key: string) =>
    join(folder, createHash('sha256').update(`${bucket}/${key}`).digest('hex'));
  return {
    access: (_operation, input) => [
      { action: 's3:PutObject', resource: `${arnOf(model, input)}/${textOf(input, 'Key')}` },
    ],
    run: (_operation, input) => {
      const file = fileOf(textOf(input, 'Bucket') ?? '', textOf(input, 'Key') ?? '');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeWhole(file, JSON.stringify(input));
      return { etag: etagOf(bodyOf(input)) };
    },
    find: (bucket, key) => {
      const file = fileOf(bucket, key);
      if (!existsSync(file)) return undefined;
      const input = JSON.parse(readFileSync(file, 'utf8')) as Input;
      const body = bodyOf(input);
      const cacheControl = textOf(input, 'CacheControl');
      const headers: Record<string, string> = {};
      if (cacheControl !== undefined) headers['cache-control'] = cacheControl;
      return {
        body,
        contentType: textOf(input, 'ContentType') ?? 'binary/octet-stream',
        etag: etagOf(body),
        headers,
      };
    },
  };
}

function arnOf(model: Model, input: Input): string {
  const bucket = model.ofType('AWS::S3::Bucket').find(({ ref }) => ref === input.Bucket);
  if (!bucket) throw awsFailure('NoSuchBucket', 'The specified bucket does not exist', 404);
  return bucket.arn;
}

function bodyOf(input: Input): Buffer {
  return Buffer.from(textOf(input, 'Body') ?? '', 'base64');
}

/** As S3 makes it. */
export function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}
