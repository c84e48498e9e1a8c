/** The programs of `docs/guide/encryption.md`, run as their reader does. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject } from 'vitest';
import { newName } from './world.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/encryption.md'), 'utf8');

/** What each of them prints: the answer to a body that it encrypted. */
export const accepted = { clientId: expect.stringMatching(/^cl_/) };

/** The program of a language in the guide. */
export function programOf(language: string): string {
  const [, program] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(guide) ?? [];
  if (!program) throw new Error(`The guide has no program in ${language}`);
  return program;
}

/** Runs a program with a partner's key, and its encryption key; answers what it prints. */
export async function runProgram(
  command: string,
  file: string,
  program: string,
  made: { readonly apiKey: string; readonly kid: string; readonly pem: string },
): Promise<unknown> {
  const cwd = mkdtempSync(join(tmpdir(), 'billhook-encryption-'));
  try {
    writeFileSync(join(cwd, 'key.pem'), made.pem);
    writeFileSync(join(cwd, file), program);
    const { stdout } = await promisify(execFile)(command, [file], {
      cwd,
      env: {
        PATH: process.env.PATH,
        BASE_URL: inject('service').baseUrl,
        API_KEY: made.apiKey,
        KEY_ID: made.kid,
        IDENTIFIER: newName(),
      },
    });
    return JSON.parse(stdout);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
