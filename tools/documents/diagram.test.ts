import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAssembly } from '../../lib/local/template/assembly.ts';
import { ensureAssembly } from '../../lib/local/template/synthesis.ts';
import { architectureDocument } from './diagram-document.ts';

const root = join(import.meta.dirname, '../..');

// The assembly that `npm start` runs: it is built and synthesized first where nobody has yet.
test('the pictures of the architecture are those of the stacks', async () => {
  const stacks = readAssembly(await ensureAssembly(root, () => {}));
  const document = readFileSync(join(root, 'docs/contribute/architecture.md'), 'utf8');
  expect(document, 'npm run docs').toBe(architectureDocument(stacks));
});
