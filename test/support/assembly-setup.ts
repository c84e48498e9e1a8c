/** Builds and synthesizes the app, which services that start at the same time would all begin with. */
import { join } from 'node:path';
import { ensureAssembly } from '../../lib/local/template/synthesis.ts';

export default async function setUp(): Promise<void> {
  await ensureAssembly(join(import.meta.dirname, '../..'), () => {});
}
