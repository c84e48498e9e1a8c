/** `npm run tools -- costs`: measures what each operation costs, and writes `docs/operate/costs.md`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { callEveryOperation } from '../../test/end-to-end/every-operation.ts';
import { measureAllFlows, measureCosts } from '../../test/support/costs.ts';
import { costsDocument } from './costs-table.ts';

const file = join(import.meta.dirname, '../..', 'docs/operate/costs.md');
const costs = await measureCosts(callEveryOperation);
const document = costsDocument(costs, await measureAllFlows());
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, document);
console.log(document);
console.log(`Written to ${file}`);
