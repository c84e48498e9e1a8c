/** Wycheproof's files of vectors, as far as they are read here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Vector = {
  readonly tcId: number;
  readonly comment: string;
  readonly result: 'valid' | 'invalid' | 'acceptable';
  readonly flags: readonly string[];
} & Readonly<Record<string, string>>;

export type Jwk = Readonly<Record<string, unknown>> & { readonly kid?: string };

export type Group = {
  readonly comment?: string;
  readonly tests: readonly Vector[];
  readonly public?: Jwk & { readonly keys?: readonly Jwk[] };
  readonly private?: Jwk & { readonly keys?: readonly Jwk[] };
  readonly keySize?: number;
  readonly ivSize?: number;
  readonly tagSize?: number;
  readonly publicKeyPem: string;
  readonly publicKeyDer: string;
  readonly privateKeyPkcs8: string;
};

/** @throws Error when the folder has no such file. */
export function readGroups(folder: string, name: string): readonly Group[] {
  const file = join(folder, `${name}_test.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { testGroups: Group[] }).testGroups;
}

export const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** What our function made of a vector. `other` is a text that is not the vector's. */
export type Verdict = 'accepted' | 'refused' | 'other';

export type Tried = {
  readonly vector: Vector;
  readonly verdict: Verdict;
  /** Why it is right that we refuse what the vector calls valid. */
  readonly deviation?: string;
};

export type Suite = { readonly name: string; readonly tried: readonly Tried[] };

export function attempt(verify: () => boolean): Verdict {
  return verify() ? 'accepted' : 'refused';
}
