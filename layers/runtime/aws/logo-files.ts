/** Logos of companies, as files of the modules' host (decision: logos-of-connectors). */
import { createHash } from 'node:crypto';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { LogoPicture } from '@billhook/core/company/logo-picture';
import { environment } from './environment.ts';
import { once } from './once.ts';
import { Sha256 } from './sha256.ts';

/** Keeps a picture, and returns the address that it is served at. @throws Error for an outage. */
export type KeepLogo = (bytes: Uint8Array, picture: LogoPicture) => Promise<string>;

const s3Client = once(() => new S3Client({ maxAttempts: 4, sha256: Sha256 }));

/** Named by its content, a file is never another one: whoever has it may keep it. */
export function openLogoFiles(): KeepLogo {
  return async (bytes, { contentType, extension }) => {
    const name = `${createHash('sha256').update(bytes).digest('hex')}.${extension}`;
    const { pathname } = new URL(environment('LOGOS_URL'));
    await s3Client().send(
      new PutObjectCommand({
        Bucket: environment('LOGOS_BUCKET'),
        Key: `${pathname.slice(1)}/${name}`,
        Body: bytes,
        ContentType: contentType,
        CacheControl: 'public, max-age=31536000, immutable',
      }),
    );
    return `${environment('LOGOS_URL')}/${name}`;
  };
}
