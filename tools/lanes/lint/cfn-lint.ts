/** `npm run tools -- lint-templates`: cfn-lint, which knows what CloudFormation takes, over all templates. */
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import cdk from '../../../cdk.json' with { type: 'json' };
import { projectPaths } from '../../../lib/build/options.ts';
import { createApp } from '../../../lib/stacks/app.ts';
import { stages } from '../../../lib/stacks/stage.ts';
import { runChild } from '../deploy/children.ts';
import { ensurePython } from '../deploy/python.ts';

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');

/** With a name of its own for everything that can have one. */
const settings: Readonly<Record<(typeof stages)[number], string>> = {
  sandbox: 'none',
  production: 'stages/production.example.json',
};

/** Where nothing is left out that a template can have. */
const REGION = 'us-east-1';

export type Linted = { readonly templates: number; readonly faults: string };

/**
 * @param cacheFolder where cfn-lint is installed, once for all runs.
 * @throws DeployFailure that says what this machine lacks.
 */
export async function lintTemplates(cacheFolder: string): Promise<Linted> {
  mkdirSync(cacheFolder, { recursive: true });
  const python = await ensurePython(join(cacheFolder, 'venv'), join(cacheFolder, 'install.log'), {
    requirements: REQUIREMENTS,
    command: 'npm run tools -- lint-templates',
    what: 'cfn-lint',
  });
  const folder = join(cacheFolder, 'assemblies');
  rmSync(folder, { recursive: true, force: true });
  for (const stage of stages) synthesize(stage, join(folder, stage));
  const files = globSync(join(folder, '*/*.template.json'));
  const logFile = join(cacheFolder, 'lint.log');
  rmSync(logFile, { force: true });
  // Of the rest it says that dependencies are written twice, as the CDK does.
  const given = ['--regions', REGION, '--ignore-checks', 'W', 'I', '--format', 'parseable'];
  const command = join(dirname(python), 'cfn-lint');
  const code = await runChild(command, [...given, '--', ...files], { logFile });
  const output = readFileSync(logFile, 'utf8').replaceAll(`${folder}/`, '').trim();
  return { templates: files.length, faults: code === 0 ? '' : output || `cfn-lint ended: ${code}` };
}

function synthesize(stage: (typeof stages)[number], outputFolder: string): void {
  createApp({
    builtFolder: projectPaths.out,
    outputFolder,
    // The example's certificates are in the region that it names; no template depends on it.
    context: { ...cdk.context, stage, settings: settings[stage] },
  }).synth();
}
