/** `npm run tools -- lint-templates`: checks all templates with cfn-lint. The exit code is 0 without an error. */
import { join } from 'node:path';
import { buildAll } from '../../lib/build/build.ts';
import { isDeployFailure } from './deploy/failure.ts';
import { lintTemplates } from './lint/cfn-lint.ts';

const cacheFolder = join(import.meta.dirname, '../../node_modules/.cache/billhook-lint');

try {
  await buildAll();
  const { templates, faults } = await lintTemplates(cacheFolder);
  process.stdout.write(faults ? `${faults}\n` : `${templates} templates, no error\n`);
  process.exitCode = faults ? 1 : 0;
} catch (error) {
  if (!isDeployFailure(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
