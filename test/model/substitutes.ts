/**
 * In place of the runtime's modules that reach outside this process: `vi.mock` puts them there. One
 * walk after another has its own service; the functions are loaded once.
 */
import type { CompanyRecord } from '@billhook/core/company';
import type { Connector } from '@billhook/core/connector';
import type { Table } from '@billhook/runtime/table';

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

export const logInfo = () => undefined;
export const logWarning = () => undefined;

export function logFailure(_message: string, error: unknown): void {
  standing().errors.push(error);
}
