/** The snippets of `docs/guide/signing.md`, run as they stand there. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { createApiClient } from '../../lib/client/api-client.ts';
import { addPartner } from './partners.ts';
import { valueFrom } from './world.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/guide/signing.md'), 'utf8');

const commands = { sh: 'sh', js: process.execPath, python: 'python3' } as const;

type Keys = {
  /** Files in PEM. */
  readonly keyFile: string;
  readonly publicFile: string;
};

/** Runs the snippet of a language as a partner that must sign, with keys made in a given folder. */
export async function trySigning(
  language: keyof typeof commands,
  makeKeys: (folder: string) => Keys,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-snippets-'));
  try {
    const { keyFile, publicFile } = makeKeys(folder);
    const file = join(folder, `snippet.${language === 'js' ? 'mjs' : language}`);
    writeFileSync(file, new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(text)?.[1] ?? '');
    const env = await signingPartner(keyFile, readFileSync(publicFile, 'utf8'));
    await tryCalls((...given) => output(commands[language], [file, ...given], env), language);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the variables that the snippets read. */
async function signingPartner(keyFile: string, publicKey: string) {
  const { baseUrl } = inject('service');
  const { apiKey } = await addPartner(inject('service'));
  const api = createApiClient({ baseUrl, apiKey });
  valueFrom(await api.partner.updateSigning({ publicKey, required: true }));
  const refused = await api.partner.getPartner();
  expect(!refused.ok && refused.problem.code).toBe('signature_missing');
  return { API_KEY: apiKey, KEY_FILE: keyFile, ORIGIN: new URL(baseUrl).origin };
}

async function tryCalls(
  call: (...given: string[]) => Promise<unknown>,
  language: string,
): Promise<void> {
  expect(await call('GET', '/partner')).toMatchObject({ signing: { required: true } });
  const spelt = '/bill/list/cl_00000000000000000000?cursor=a%20b%2Fc&limit=5';
  expect(await call('GET', spelt)).toMatchObject({
    code: expect.stringMatching(/not_found|cursor/),
  });
  expect(await call('GET', '/bill/a%2Fb')).toMatchObject({ code: 'bill_not_found' });
  // The snippet for a shell sends no body.
  if (language === 'sh') return;
  const client = JSON.stringify({ identifier: `snippet-${language}` });
  expect(await call('POST', '/client', client)).toMatchObject({ clientId: expect.any(String) });
}

function output(
  command: string,
  given: string[],
  env: Readonly<Record<string, string>>,
): Promise<unknown> {
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
