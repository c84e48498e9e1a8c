/** What sealed data looks like where it is stored. Sealing and opening are the vault's alone. */
import { without } from './members.ts';

/** Of answers kept for an `Idempotency-Key`, endpoints' secrets, and pages that connectors did not know. */
export type SealedPurpose = 'answer' | 'webhook' | 'page';

export type SealedField = {
  readonly iv: Uint8Array;
  readonly text: Uint8Array;
  readonly tag: Uint8Array;
};

/**
 * The kinds of data that the vault's key seals. A role is granted a kind by its encryption context: the
 * record that the data belong to, or a purpose.
 */
export const sealedKinds = {
  /** Numbers of cards and bank accounts, and codes of cards. */
  method: { recordId: 'pm_*' },
  /** Logins at companies, and sessions that connectors keep with them. */
  login: { recordId: 'auth_*' },
  /** A form or answers that a user gave to a link. */
  given: { recordId: 'link_*' },
  /** A client's `meta`. */
  meta: { recordId: 'cl_*' },
  /** Headers for the address of a partner's key set. */
  headers: { recordId: 'jwks-headers' },
  answer: { purpose: 'answer' },
  webhook: { purpose: 'webhook' },
  page: { purpose: 'page' },
  /** The keys of clients, in a table of their own. */
  client: { purpose: 'client' },
} as const satisfies Readonly<
  Record<string, { readonly recordId: string } | { readonly purpose: string }>
>;

export type SealedKind = keyof typeof sealedKinds;

/** Those that are sealed with their client's key as well. */
const clientKinds: readonly SealedKind[] = ['method', 'login', 'given', 'meta'];

export function needsClientKey(kinds: readonly SealedKind[] = []): boolean {
  return kinds.some((kind) => clientKinds.includes(kind));
}

/** Fields sealed under one KMS data key. Removing a field here removes it for good. */
export type Sealed = {
  readonly dataKey: Uint8Array;
  /**
   * Names the client's key that they are sealed with as well (decision: a-key-a-client). Missing of what
   * belongs to no client, and of what is older than clients' keys.
   */
  readonly clientKey?: string;
  readonly fields: Readonly<Record<string, SealedField>>;
};

/** The fields with more of them, sealed under the same key. */
export function withFields(sealed: Sealed, fields: Sealed['fields']): Sealed {
  return { ...sealed, fields: { ...sealed.fields, ...fields } };
}

export function withoutField(sealed: Sealed, name: string): Sealed {
  return { ...sealed, fields: without(sealed.fields, [name]) };
}

/** The names of fields that have a value: an empty one has no text. */
export function filledFields({ fields }: Sealed): string[] {
  return Object.entries(fields).flatMap(([name, { text }]) => (text.length > 0 ? [name] : []));
}

/** Whether fields are sealed under the same key: new ones never are. */
export function isSameSeal(one: Sealed, other: Sealed): boolean {
  const { length } = one.dataKey;
  return other.dataKey.length === length && one.dataKey.every((at, i) => at === other.dataKey[i]);
}
