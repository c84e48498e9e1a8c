import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { rsaPair, signText } from '../support/signing.ts';
import { trySigning } from '../support/signing-snippets.ts';
import { isThere } from './interpreters.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-signing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As the documentation says. */
function keysByOpenssl(within: string) {
  const [keyFile, publicFile] = [join(within, 'key.pem'), join(within, 'public.pem')];
  const bits = ['-pkeyopt', 'rsa_keygen_bits:2048'];
  const run = (...given: string[]) => execFileSync('openssl', given, { stdio: 'ignore' });
  run('genpkey', '-algorithm', 'RSA', ...bits, '-out', keyFile);
  run('pkey', '-in', keyFile, '-pubout', '-out', publicFile);
  return { keyFile, publicFile };
}

const shell = isThere('sh');

test.skipIf(!shell)('signing.md: the snippet in sh makes requests that are accepted', () =>
  trySigning('sh', keysByOpenssl),
);

test.skipIf(!shell || !isThere('cryptography'))(
  'signing.md: the snippet in python makes requests that are accepted',
  () => trySigning('python', keysByOpenssl),
);

// An RSA signature of this kind is the same whoever makes it; `signing.test.ts` sends such ones.
test.skipIf(!shell)('openssl from a shell signs as our tests do', () => {
  const { privateKey } = rsaPair();
  const [script, keyFile] = [join(folder, 'sign.sh'), join(folder, 'key.pem')];
  writeFileSync(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const sign = 'printf "%s" "$1" | openssl dgst -sha256 -sign "$2" | openssl base64 -A';
  writeFileSync(script, `#!/bin/sh\n${sign}\n`, { mode: 0o700 });
  const text = `GET:/v1/bill/list/cl_00000000000000000000?limit=5:key:${new Date().toISOString()}`;
  expect(execFileSync(script, [text, keyFile]).toString()).toBe(signText(text, privateKey));
});
