/** The snippets of `docs/security/signing.md`, run as they stand there. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createApiClient } from '../../lib/client/api-client.ts';
import { addPartner } from '../support/partners.ts';
import { valueFrom } from '../support/world.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/security/signing.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'billhook-snippets-'));
let env: Record<string, string>;

/** Key pair and settings as the documentation says, by `openssl` and the API. */
beforeAll(async () => {
  const [key, open] = [join(folder, 'key.pem'), join(folder, 'public.pem')];
  const bits = ['-pkeyopt', 'rsa_keygen_bits:2048'];
  run('openssl', ['genpkey', '-algorithm', 'RSA', ...bits, '-out', key]);
  run('openssl', ['pkey', '-in', key, '-pubout', '-out', open]);
  const { apiKey } = await addPartner(inject('service'));
  const { baseUrl } = inject('service');
  const { api } = { api: createApiClient({ baseUrl, apiKey }) };
  const publicKey = readFileSync(open, 'utf8');
  valueFrom(await api.partner.updateSigning({ publicKey, required: true }));
  const refused = await api.partner.getPartner();
  expect(!refused.ok && refused.problem.code).toBe('signature_missing');
  env = { API_KEY: apiKey, KEY_FILE: key, ORIGIN: new URL(baseUrl).origin };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const snippets = [
  { language: 'sh', command: ['sh'], body: false, there: has('curl', '--version') },
  { language: 'js', command: [process.execPath], body: true, there: true },
  {
    language: 'python',
    command: ['python3'],
    body: true,
    there: has('python3', '-c', 'import cryptography'),
  },
] as const;

for (const { language, command, body, there } of snippets) {
  const file = join(folder, `snippet.${language === 'js' ? 'mjs' : language}`);
  writeFileSync(file, new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(text)?.[1] ?? '');
  const call = (...given: string[]) => output(command[0], [file, ...given]);

  test.skipIf(!there)(`the snippet in ${language} makes requests that are accepted`, async () => {
    expect(await call('GET', '/partner')).toMatchObject({ signing: { required: true } });
    const spelt = '/bill/list/cl_00000000000000000000?cursor=a%20b%2Fc&limit=5';
    expect(await call('GET', spelt)).toMatchObject({
      code: expect.stringMatching(/not_found|cursor/),
    });
    expect(await call('GET', '/bill/a%2Fb')).toMatchObject({ code: 'bill_not_found' });
    if (!body) return;
    const client = JSON.stringify({ identifier: `snippet-${language}` });
    expect(await call('POST', '/client', client)).toMatchObject({ clientId: expect.any(String) });
  });
}

function has(command: string, ...given: string[]): boolean {
  return spawnSync(command, given, { stdio: 'ignore' }).status === 0;
}

function run(command: string, given: string[]): void {
  expect(spawnSync(command, given, { stdio: 'ignore' }).status).toBe(0);
}

function output(command: string, given: string[]): Promise<unknown> {
  const child = spawn(command, given, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', () => {
      try {
        resolve(JSON.parse(printed));
      } catch {
        reject(new Error(`No JSON: ${printed.slice(0, 200)}`));
      }
    });
  });
}
