/**
 * `npm run simulate:scale`: what 1, 10 and 100 million linked accounts ask of a deployment, what gives way
 * first, and what a month costs, from what `docs/costs.md` and `docs/scale` have measured.
 */
import { parseArgs } from 'node:util';
import { numberOption } from '../../lib/measure/number-option.ts';
import { type Assumptions, usual } from '../../lib/measure/scale/demand.ts';
import { readMeasured } from '../../lib/measure/scale/measured.ts';
import { scaleReport } from '../../lib/measure/scale/report.ts';

const MILLION = 1e6;

const names = Object.keys(usual) as (keyof Assumptions)[];
/** `requestsADay` is `--requests-a-day`. */
const optionOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const { values } = parseArgs({
  options: {
    millions: { type: 'string', default: '1,10,100' },
    ...Object.fromEntries(
      names.map(
        (name) => [optionOf(name), { type: 'string', default: String(usual[name]) }] as const,
      ),
    ),
  },
});
const given = Object.fromEntries(
  names.map((name) => [
    name,
    numberOption(optionOf(name), (values as Record<string, string>)[optionOf(name)]),
  ]),
) as Assumptions;
const sizes = String(values.millions)
  .split(',')
  .map((text) => numberOption('millions', text) * MILLION);
console.log(scaleReport(sizes, readMeasured(), given));
