/** Breaks one resource of a synthesized stack on purpose, and mends it again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Stage, stackName } from '../../../lib/stacks/stage.ts';
import { type Cdk, deploy, describeStack } from './deployment.ts';
import { deployFailure, isDeployFailure } from './failure.ts';
import type { Emulator } from './server.ts';
import type { Resource, Template } from './template.ts';

/** What fails, in the stack and in AWS alike: a custom resource whose function does not exist. */
const FAILS = 'AWS::CloudFormation::CustomResource';
const NOWHERE = {
  'Fn::Join': [
    ':',
    ['arn:aws:lambda', { Ref: 'AWS::Region' }, { Ref: 'AWS::AccountId' }, 'function:none'],
  ],
};

/** Protected from deletion: these come last, when nothing is left to fail. */
const TABLE = 'AWS::DynamoDB::Table';

/**
 * @param type of the resource that is replaced by one which fails once as much as possible is made. One
 * is added when left out, since what is deployed keeps its type.
 * @throws Error when the template has none.
 */
export function breakTemplate(template: Template, type?: string): Template {
  const resources = template.Resources ?? {};
  const found = Object.entries(resources).find(([, { Type }]) => Type === type);
  if (type && !found) throw new Error(`The template has no ${type} to break.`);
  const [id] = found ?? ['Broken'];
  const late = resourcesAfter(resources, id);
  const DependsOn = Object.entries(resources)
    .filter(([one, { Type }]) => Type !== TABLE && !late.has(one))
    .map(([one]) => one);
  const broken = { Type: FAILS, Properties: { ServiceToken: NOWHERE }, DependsOn };
  return { ...template, Resources: { ...resources, [id]: broken } };
}

/** A deployment of an assembly that is synthesized and fitted. */
export type Deploying = {
  readonly stage: Stage;
  readonly emulator: Emulator;
  readonly assembly: string;
  readonly cdk: Cdk;
};

/** Itself, and what waits for it, or refers to it. */
function resourcesAfter(
  resources: Readonly<Record<string, Resource>>,
  first: string,
): ReadonlySet<string> {
  const after = new Set([first]);
  // A set hands out what is added while it is gone through.
  for (const id of after) {
    for (const [other, { DependsOn = [], Properties }] of Object.entries(resources)) {
      const text = JSON.stringify(Properties ?? {});
      const refers = text.includes(`{"Ref":"${id}"}`) || text.includes(`["${id}",`);
      if (refers || [DependsOn].flat().includes(id)) after.add(other);
    }
  }
  return after;
}

/** @returns what mends it. */
function breakStack(assembly: string, part: string, type?: string): () => void {
  const template = join(assembly, `${part}.template.json`);
  const manifests = [join(assembly, 'manifest.json'), join(assembly, `${part}.assets.json`)];
  const before = [template, ...manifests].map(
    (file) => [file, readFileSync(file, 'utf8')] as const,
  );
  const whole = JSON.parse(readFileSync(template, 'utf8')) as Template;
  writeFileSync(template, JSON.stringify(breakTemplate(whole, type)));
  // A template is uploaded under its hash, unless there is one of this hash already.
  const hash = hashOf(readFileSync(manifests[1] as string, 'utf8'), part);
  for (const file of manifests) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(hash, [...hash].reverse().join('')));
  }
  return () => {
    for (const [file, text] of before) writeFileSync(file, text);
  };
}

/** What is broken: a part of the assembly, and the type of the resource in it. */
export type Broken = { readonly part: string; readonly type?: string };

/** Deploys what is broken, and mends it. @throws DeployFailure when it goes through, or is left so. */
export async function deployBroken(
  { stage, emulator, assembly, cdk }: Deploying,
  { part, type, status: wanted }: Broken & { readonly status: string },
): Promise<void> {
  const mend = breakStack(assembly, part, type);
  try {
    await deploy(cdk, assembly);
    throw new Error('The broken deployment went through.');
  } catch (error) {
    if (!isDeployFailure(error)) throw error;
  } finally {
    mend();
  }
  const name = stackName(stage, part);
  const { status } = await describeStack(emulator, name);
  if (status !== wanted) {
    throw deployFailure(`${name} is not rolled back, but ${status}.`, cdk.logFile);
  }
}

type Assets = {
  readonly files: Readonly<Record<string, { readonly source: { readonly path: string } }>>;
};

function hashOf(manifest: string, part: string): string {
  const { files } = JSON.parse(manifest) as Assets;
  const found = Object.entries(files).find(
    ([, { source }]) => source.path === `${part}.template.json`,
  );
  if (!found) throw new Error(`The template of ${part} is not uploaded.`);
  return found[0];
}
