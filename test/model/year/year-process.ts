/** A process of `npm run tools -- year`: the years of some households. Prints what came to pass as JSON. */
import { runHouseholds } from './run-households.ts';

const [first, count] = process.argv.slice(2).map(Number);
const seeds = Array.from({ length: count ?? 0 }, (_, index) => (first ?? 1) + index);
console.log(JSON.stringify(await runHouseholds(seeds)));
