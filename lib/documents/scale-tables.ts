/** The tables of `docs/scale.md`: what `npm run simulate:scale` prints of three sizes. */
import { usual } from '../measure/scale/demand.ts';
import { readMeasured } from '../measure/scale/measured.ts';
import { scaleReport } from '../measure/scale/report.ts';

const SIZES = [1e6, 10e6, 100e6];
/** From the first head to the heading behind the last table. */
const TABLES = /\| A second \|[\s\S]*?(?=\n## )/;

/** @throws Error when the document has no such tables. */
export function withScaleTables(document: string): string {
  if (!TABLES.test(document)) throw new Error('docs/scale.md has no tables');
  const tables = scaleReport(SIZES, readMeasured(), usual);
  return document.replace(TABLES, () => `${tables.trim()}\n`);
}
