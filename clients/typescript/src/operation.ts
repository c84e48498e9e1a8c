/** An operation as the generated table has it, and the request that a call of it makes. */

export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/v1`, parameters in braces. */
  readonly path: string;
  /** When a request may be sent again of which nobody knows what came. */
  readonly repeat: 'always' | 'key' | 'verifier' | 'never';
  readonly query?: readonly string[];
  readonly body?: true;
  /** Needs no credential, and gets none. */
  readonly open?: true;
  readonly paged?: true;
  /** Its body can be encrypted; `secrets`: it can hold one. */
  readonly encrypts?: 'any' | 'secrets';
};

export type Table = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export type Given = Readonly<Record<string, unknown>>;

export type RequestParts = {
  /** With the query, below `/v1`. */
  readonly path: string;
  readonly body?: Given;
};

/** Splits what a call was given into path, query and body. @throws TypeError if an id is missing or can't be one. */
export function requestOf(operation: Operation, given: Given = {}): RequestParts {
  const rest: Record<string, unknown> = { ...given };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = segmentOf(name, rest[name]);
    delete rest[name];
    return segment;
  });
  const query: string[] = [];
  for (const name of operation.query ?? []) {
    const value = rest[name];
    if (value !== undefined) query.push(`${name}=${queryText(value)}`);
    delete rest[name];
  }
  return {
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    ...(operation.body && { body: rest }),
  };
}

/** As it is sent: an apostrophe would be encoded on its way, behind the signature. */
function queryText(value: unknown): string {
  return encodeURIComponent(String(value)).replaceAll("'", '%27');
}

/** What is empty or a dot would make another path, and so another operation. */
function segmentOf(name: string, value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
    throw new TypeError(`${name} is missing or not an id`);
  }
  return encodeURIComponent(value);
}

/** Whether the request may be sent again (decision: clients-repeat-what-is-safe). */
export function isRepeatable({ repeat }: Operation, body: Given | undefined): boolean {
  if (repeat === 'verifier') return body?.verifier !== undefined;
  return repeat !== 'never';
}
