/** `npm run hold-codes`: writes the table of hold codes to `docs/hold-codes.md`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holdCodesDocument } from '../lib/documents/hold-codes.ts';

const file = join(import.meta.dirname, '..', 'docs', 'hold-codes.md');
writeFileSync(file, holdCodesDocument());
console.log(`Written to ${file}`);
