/**
 * In place of the runtime's modules that reach outside this process: `vi.mock` puts them there. One
 * walk after another has its own service; the functions are loaded once.
 */
import type { CompanyRecord } from '@billhook/core/company/company';
import type { Connector } from '@billhook/core/connector';
import type { Sealed, SealedField } from '@billhook/core/sealed';
import type { SealContext } from '@billhook/runtime/aws/vault';
import type { Table } from '@billhook/runtime/table/types';

export type Outside = {
  readonly table: Table;
  readonly companies: { readonly connectorOf: (company: CompanyRecord) => Connector };
  /** What the functions threw. */
  readonly errors: unknown[];
};

let random = 0;

/** As `randomBytes`, and the same each time that a walk is repeated. */
export function seededBytes(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  for (let index = 0; index < count; index += 1) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[index] = random >>> 24;
  }
  return bytes;
}

let current: Outside | undefined;

export function stand(outside: Outside): void {
  current = outside;
  random = 1;
}

function standing(): Outside {
  if (!current) throw new Error('No walk has begun');
  return current;
}

export function openTable(): Table {
  return {
    get: (key) => standing().table.get(key),
    query: (range) => standing().table.query(range),
    write: (writes) => standing().table.write(writes),
  };
}

export function connectorOf(company: CompanyRecord): Connector {
  return standing().companies.connectorOf(company);
}

/** Sealing without the cost of it: a field still opens for its own record and name alone. */
export async function seal(
  context: SealContext,
  given: Readonly<Record<string, string | undefined>>,
): Promise<Sealed> {
  const fields: Record<string, SealedField> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    fields[name] = { iv: nothing, text: Buffer.from(value), tag: tagOf(context, name) };
  }
  return { dataKey: nothing, fields };
}

export async function open(context: SealContext, sealed: Sealed): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [name, { text, tag }] of Object.entries(sealed.fields)) {
    if (!tagOf(context, name).equals(tag)) throw new Error('A field of another record was opened');
    fields[name] = Buffer.from(text).toString();
  }
  return fields;
}

const nothing = new Uint8Array(0);

function tagOf({ clientId, recordId }: SealContext, name: string): Buffer {
  return Buffer.from(`${clientId} ${recordId} ${name}`);
}

export const logInfo = () => undefined;
export const logWarning = () => undefined;

export function logFailure(_message: string, error: unknown): void {
  standing().errors.push(error);
}
