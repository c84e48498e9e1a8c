/** The files of buckets: those that deployments copy, from the assembly, and those that functions put there. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Buckets, etagOf, type StoredFile } from '../buckets.ts';
import { localFailure } from '../failures.ts';
import type { Model, Resource } from '../template/model.ts';

/** What is guessed from a name, as the tool that copies does. */
const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Finds a file of a bucket by its key; each copied one is read when it is first asked for. */
export function readBucketFiles(
  model: Model,
  bucket: Resource,
  buckets: Pick<Buckets, 'find'>,
): (key: string) => StoredFile | undefined {
  const places = new Map<string, { file: string; headers: Record<string, string> }>();
  for (const deployment of model.ofType('Custom::CDKBucketDeployment')) {
    const properties = deployment.properties();
    if (properties.DestinationBucketName !== bucket.ref) continue;
    const prefix = String(properties.DestinationBucketKeyPrefix ?? '');
    const headers = (properties.SystemMetadata ?? {}) as Record<string, string>;
    for (const source of (properties.SourceObjectKeys ?? []) as string[]) {
      const folder = deployment.assets.get(source.replace(/\.zip$/, ''));
      if (!folder || !statSync(folder).isDirectory()) {
        throw localFailure(`${deployment.logicalId} copies ${source}, which is not a folder here.`);
      }
      for (const name of globSync('**/*', { cwd: folder })) {
        const file = join(folder, name);
        const key = join(prefix, name).replaceAll('\\', '/');
        if (statSync(file).isFile()) places.set(key, { file, headers });
      }
    }
  }
  const read = new Map<string, StoredFile>();
  return (key) => {
    const place = places.get(key);
    if (!place) return buckets.find(bucket.ref, key);
    const known = read.get(key) ?? readFile(place.file, place.headers);
    read.set(key, known);
    return known;
  };
}

function readFile(file: string, headers: Record<string, string>): StoredFile {
  const body = readFileSync(file);
  return {
    body,
    contentType: contentTypes[extname(file)] ?? 'binary/octet-stream',
    etag: etagOf(body),
    headers,
  };
}
