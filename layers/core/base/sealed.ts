/** What sealed data looks like where it is stored. Sealing and opening are the vault's alone. */

/**
 * Sets the data keys of endpoints' secrets apart from those of cards and credentials: who may open
 * the ones may not open the others.
 */
export const WEBHOOK_PURPOSE = 'webhook';

/** The same of pages that connectors did not know, which say nothing of anybody. */
export const PAGE_PURPOSE = 'page';

export type SealedField = {
  readonly iv: Uint8Array;
  readonly text: Uint8Array;
  readonly tag: Uint8Array;
};

/**
 * Marks the keys of clients, which lie apart from what is sealed with them: a function that seals may
 * open these, and nothing else.
 */
export const CLIENT_PURPOSE = 'client';

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
  const { [name]: _removed, ...fields } = sealed.fields;
  return { ...sealed, fields };
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
