/** `npm run costs`: measures what each operation costs, and writes `docs/costs.md`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { measureCosts, measureRemoteFlows } from '../../lib/measure/costs.ts';
import { costsDocument } from '../../lib/measure/costs-table.ts';
import { callEveryOperation } from '../../test/end-to-end/every-operation.ts';

const file = join(import.meta.dirname, '../..', 'docs', 'costs.md');
const { costs, flows } = await measureCosts(callEveryOperation, { flows: true });
const document = costsDocument(costs, [...flows, ...(await measureRemoteFlows())]);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, document);
console.log(document);
console.log(`Written to ${file}`);
