import { beforeAll, expect, inject, test } from 'vitest';
import { createApiClient } from '../../lib/client/api-client.ts';
import { accepted, programOf, runProgram } from '../support/encryption-guide.ts';
import { addPartner } from '../support/partners.ts';
import { valueFrom } from '../support/world.ts';
import { isThere } from './interpreters.ts';

let made: Parameters<typeof runProgram>[3];

beforeAll(async () => {
  const { apiKey } = await addPartner(inject('service'));
  const { partner } = createApiClient({ baseUrl: inject('service').baseUrl, apiKey });
  made = { apiKey, ...valueFrom(await partner.createEncryptionKey()) };
});

const inShell = test.skipIf(!isThere('sh'));

inShell('the guide encrypts with curl and openssl, by SHA-256', async () => {
  expect(await runProgram('sh', 'try.sh', programOf('sh'), made)).toEqual(accepted);
});

inShell('the guide encrypts with curl and openssl, by SHA-1', async () => {
  const script = programOf('sh').replaceAll('_md:sha256', '_md:sha1');
  expect(await runProgram('sh', 'try.sh', script, made)).toEqual(accepted);
});

test.skipIf(!isThere('cryptography'))('the guide encrypts with Python', async () => {
  expect(await runProgram('python3', 'try.py', programOf('python'), made)).toEqual(accepted);
});
