/** What the projection of a large service rests on: figures that other documents have measured. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reads } from '../load/reads.ts';
import { writes } from '../load/writes.ts';

export type Units = { readonly readUnits: number; readonly writeUnits: number };

export type Measured = {
  /** Of the table: one request of the mix of `npm run bench:load`, with its authorization; whole flows; a reading. */
  readonly request: Units;
  readonly link: Units;
  readonly payment: Units;
  readonly reading: Units & { readonly kmsCalls: number };
};

const docs = join(import.meta.dirname, '../../../docs');
/** A lease of the rate limit is for ten requests. */
const AUTHORIZATION: Units = { readUnits: 1, writeUnits: 0.1 };
/** What they cost is that of their whole flows. */
const FLOWS = ['createAuth', 'schedulePayment'];

/** @throws Error when a document no longer has a row that is needed. */
export function readMeasured(
  costs: string = readFileSync(join(docs, 'costs.md'), 'utf8'),
  readings: string = readFileSync(join(docs, 'scale/daily-readings.md'), 'utf8'),
): Measured {
  const unitsOf = (name: string): Units => {
    const cells = rowOf(costs, name);
    return { readUnits: numberOf(cells.at(-2)), writeUnits: numberOf(cells.at(-1)) };
  };
  const [accounts, , , readUnits, writeUnits, kmsCalls] = rowOf(readings, 'Reading, usual day').map(
    numberOf,
  ) as number[];
  const each = (total = Number.NaN) => total / (accounts ?? Number.NaN);
  const handedOn = rowOf(readings, 'Handing on, usual day').map(numberOf);
  return {
    request: meanRequest(unitsOf),
    link: unitsOf('An account linked, with one bill, by a remote connector'),
    payment: unitsOf('A bill paid, by a remote connector'),
    reading: {
      readUnits: each((readUnits ?? Number.NaN) + (handedOn[3] ?? Number.NaN)),
      writeUnits: each((writeUnits ?? Number.NaN) + (handedOn[4] ?? Number.NaN)),
      kmsCalls: each(kmsCalls),
    },
  };
}

function meanRequest(unitsOf: (name: string) => Units): Units {
  const counted = [...reads, ...writes].filter(({ name }) => !FLOWS.includes(name));
  const shares = counted.reduce((sum, { share }) => sum + share, 0);
  const mean = (of: keyof Units) =>
    counted.reduce((sum, { name, share }) => sum + share * unitsOf(name)[of], 0) / shares +
    AUTHORIZATION[of];
  return { readUnits: mean('readUnits'), writeUnits: mean('writeUnits') };
}

/** The cells of a table's row behind its name. */
function rowOf(text: string, name: string): string[] {
  const line = text.split('\n').find((one) => one.startsWith(`| ${name} |`));
  if (line === undefined) throw new Error(`No document has a row '${name}'`);
  return line
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
}

function numberOf(cell: string | undefined): number {
  const value = Number((cell ?? '').replaceAll(',', ''));
  if (cell === undefined || Number.isNaN(value)) throw new Error(`'${cell}' is not a number`);
  return value;
}
