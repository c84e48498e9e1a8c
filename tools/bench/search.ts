/**
 * `npm run tools -- bench-search`: how fast the directory is searched, loaded and imported, next to the search
 * that it had before, in the same run. Figures only, no verdict: docs/contribute/batteries.md has them.
 */
import { parseArgs } from 'node:util';
import { numberOption } from '../../test/support/number-option.ts';
import { measureImport } from './directory/measure-import.ts';
import { measureSearch } from './directory/measure-search.ts';

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '100000' },
    queries: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    'no-searches': { type: 'boolean', default: false },
  },
});

const given = {
  companies: numberOption('companies', values.companies, 1),
  queries: numberOption('queries', values.queries, 1),
  seed: numberOption('seed', values.seed),
};
if (!values['no-searches']) for (const line of measureSearch(given)) console.log(line);
for await (const line of measureImport(given.companies, given.seed)) console.log(line);
