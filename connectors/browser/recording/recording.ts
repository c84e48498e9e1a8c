/** Recorded traffic of a company's website: what it is, and where it is kept. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretsLeftIn } from './secrets-left.ts';

/** A request and its response. The values that were sent are not kept: only what their fields are called. */
export type Exchange = {
  readonly method: string;
  /** With its query, below the address of the company. */
  readonly path: string;
  /** The names of the fields that were sent, in the order of the alphabet. */
  readonly fields: readonly string[];
  readonly status: number;
  /** `content-type`, `location` and `set-cookie` alone. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
};

export type Recording = {
  readonly company: string;
  /** `2026-12-10` */
  readonly recordedOn: string;
  /** What was typed to sign in, by the names of the form's fields, replaced as everywhere else. */
  readonly form: Readonly<Record<string, string>>;
  /** The code that was typed, replaced. */
  readonly code?: string;
  /** What was paid, in cents, if something was. */
  readonly paidCents?: number;
  readonly exchanges: readonly Exchange[];
};

/** Somebody's secret is in it: it is not written, and not read. */
export class SecretLeft extends Error {
  override readonly name = 'SecretLeft';
}

/** @param home the folder of `companies` and `recordings`. */
export const recordingFile = (company: string, home = join(import.meta.dirname, '..')) =>
  join(home, 'recordings', `${company}.json`);

/** @throws SecretLeft when something in it looks like a secret; Error when there is no such file. */
export function readRecording(file: string): Recording {
  const text = readFileSync(file, 'utf8');
  refuseSecrets(text);
  return JSON.parse(text) as Recording;
}

/** @throws SecretLeft, and writes nothing then. */
export function writeRecording(file: string, recording: Recording): void {
  const text = `${JSON.stringify(recording, undefined, 1)}\n`;
  refuseSecrets(text);
  writeFileSync(file, text, { mode: 0o600 });
}

function refuseSecrets(text: string): void {
  const left = secretsLeftIn(text);
  if (left.length === 0) return;
  throw new SecretLeft(`The recording has what looks like ${left.join(', ')}: record it again`);
}
