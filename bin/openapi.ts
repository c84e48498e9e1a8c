/** `npm run openapi`: writes the OpenAPI description of the contracts to `openapi.json`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../functions/contracts.ts';
import { describeApi } from '../lib/documents/openapi.ts';
import packageFile from '../package.json' with { type: 'json' };

const file = join(import.meta.dirname, '..', 'openapi.json');
const description = describeApi(operations, packageFile.version);
writeFileSync(file, `${JSON.stringify(description, null, 2)}\n`);
console.log(`${Object.keys(description.paths).length} paths written to ${file}`);
