import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { pemOf, rsaPair } from '../support/signing.ts';
import { trySigning } from '../support/signing-snippets.ts';

// Those in other languages: `npm run tools -- interpreters`.
test('signing.md: the snippet in js makes requests that are accepted', async () => {
  await trySigning('js', (folder) => {
    const [keyFile, publicFile] = [join(folder, 'key.pem'), join(folder, 'public.pem')];
    const { privateKey, publicKey } = rsaPair();
    writeFileSync(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }));
    writeFileSync(publicFile, pemOf(publicKey));
    return { keyFile, publicFile };
  });
});
