import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localFailure } from '../failures.ts';

/** A resource as the template states it, intrinsic functions unresolved. */
export type TemplateResource = {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
  readonly Condition?: string;
  readonly DependsOn?: string | readonly string[];
};

/** The parts of a CloudFormation template that are interpreted. */
export type Template = {
  readonly Parameters?: Record<string, { readonly Default?: unknown; readonly Type: string }>;
  readonly Mappings?: Record<string, Record<string, Record<string, unknown>>>;
  readonly Conditions?: Record<string, unknown>;
  readonly Resources?: Record<string, TemplateResource>;
  readonly Outputs?: Record<
    string,
    {
      readonly Value: unknown;
      readonly Export?: { readonly Name: unknown };
      readonly Condition?: string;
    }
  >;
};

/** One synthesized stack; `assets` maps an asset's hash to its folder or file. */
export type Stack = {
  readonly name: string;
  readonly template: Template;
  readonly assets: ReadonlyMap<string, string>;
};

type Artifact = {
  readonly type: string;
  readonly dependencies?: readonly string[];
  readonly properties?: Record<string, string>;
};

/**
 * Reads the stacks of a cloud assembly, those that others depend on first.
 * @param folder the assembly's folder (`cdk.out`), with its `manifest.json`.
 */
export function readAssembly(folder: string): readonly Stack[] {
  const manifest = readJson<{ artifacts?: Record<string, Artifact> }>(
    join(folder, 'manifest.json'),
  );
  const artifacts = manifest.artifacts ?? {};
  return inDependencyOrder(artifacts).flatMap((id) => {
    const artifact = artifacts[id] as Artifact;
    if (artifact.type === 'cdk:cloud-assembly') {
      return readAssembly(join(folder, artifact.properties?.directoryName ?? id));
    }
    return artifact.type === 'aws:cloudformation:stack' ? [readStack(folder, id, artifact)] : [];
  });
}

function readStack(folder: string, id: string, artifact: Artifact): Stack {
  const properties = artifact.properties ?? {};
  const assets = new Map<string, string>();
  const manifestFile = `${id}.assets.json`;
  const { files } = readJson<{
    files?: Record<string, { source: { path?: string } }>;
  }>(join(folder, manifestFile));
  for (const [hash, { source }] of Object.entries(files ?? {})) {
    if (source.path) assets.set(hash, join(folder, source.path));
  }
  return {
    name: properties.stackName ?? id,
    template: readJson<Template>(join(folder, properties.templateFile ?? `${id}.template.json`)),
    assets,
  };
}

function inDependencyOrder(artifacts: Record<string, Artifact>): readonly string[] {
  const ordered: string[] = [];
  const seen = new Set<string>();
  const visit = (id: string) => {
    if (seen.has(id) || !artifacts[id]) return;
    seen.add(id);
    for (const dependency of artifacts[id].dependencies ?? []) visit(dependency);
    ordered.push(id);
  };
  for (const id of Object.keys(artifacts)) visit(id);
  return ordered;
}

function readJson<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch (error) {
    throw localFailure(`Cannot read the synthesized app: ${file}: ${(error as Error).message}`);
  }
}
