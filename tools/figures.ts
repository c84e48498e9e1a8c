/** `npm run tools -- figures`: what the house weighs, next to its limits. */
import { figures, twinNames } from '../test/house/figures.ts';

for (const { name, value, limit } of figures()) {
  console.log(`${name.padEnd(38)} ${String(value).padStart(7)}  at most ${limit}`);
}
console.log(`\nNames that two files of layers export: ${twinNames().join(', ')}`);
