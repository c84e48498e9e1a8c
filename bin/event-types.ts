/** `npm run event-types`: writes the table of event types into `docs/webhooks.md`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withEventTypes } from '../lib/documents/event-types-table.ts';

const file = join(import.meta.dirname, '..', 'docs', 'webhooks.md');
writeFileSync(file, withEventTypes(readFileSync(file, 'utf8')));
console.log(`Written to ${file}`);
