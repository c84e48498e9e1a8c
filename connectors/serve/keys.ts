/** The keys of a connector in its folder: made when it is first started, and read from then on. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPrivateJwk, type OwnKeys, openKeyPair } from '@billhook/connector-kit';
import * as v from 'valibot';

const kept = v.object({
  signing: v.unknown(),
  encryption: v.unknown(),
  fingerprintSecret: v.pipe(v.string(), v.minLength(32)),
});

export type KeptKeys = { readonly keys: OwnKeys; readonly fingerprintSecret: string };

const SECRET_BYTES = 32;

/** @throws Error when the file is there and can't be read: other keys would lock every caller out. */
export function openKeys(folder: string): KeptKeys {
  const file = join(folder, 'keys.json');
  if (!existsSync(file)) makeKeys(folder, file);
  const { signing, encryption, fingerprintSecret } = v.parse(
    kept,
    JSON.parse(readFileSync(file, 'utf8')),
  );
  const keys = { signing: openKeyPair(signing), encryption: openKeyPair(encryption) };
  return { keys, fingerprintSecret };
}

function makeKeys(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = {
    signing: newPrivateJwk('sig'),
    encryption: newPrivateJwk('enc'),
    fingerprintSecret: randomBytes(SECRET_BYTES).toString('base64url'),
  };
  // Moved to its place when it is whole: half a file would be there for good.
  writeFileSync(`${file}.new`, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
