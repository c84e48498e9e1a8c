/**
 * The worker as it is synthesized, unzipped into a folder of its own: its code, its layer, and a folder for
 * temporary files. Nothing of it is the project's, but what Lambda's runtime offers.
 */
import { cpSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createCallers } from '../../../../lib/local/access/callers.ts';
import { collectRoles } from '../../../../lib/local/access/roles.ts';
import {
  layOutRuntimePackages,
  readFunctionSettings,
} from '../../../../lib/local/lambda/function-settings.ts';
import { readAssembly } from '../../../../lib/local/template/assembly.ts';
import { createModel } from '../../../../lib/local/template/model.ts';
import { ensureAssembly } from '../../../../lib/local/template/synthesis.ts';

export type Place = {
  readonly folder: string;
  /** The one folder that may be written to. */
  readonly temporary: string;
  /** Of code and layer, unzipped. */
  readonly bytes: number;
  readonly memoryMegabytes: number;
  readonly temporaryMegabytes: number;
  /** What Lambda's runtime is told of the function. */
  readonly facts: object;
  readonly environment: Readonly<Record<string, string>>;
};

const root = join(import.meta.dirname, '../../../..');

/** @param endpointUrl where its broker is. */
export async function layOut(folder: string, endpointUrl: string): Promise<Place> {
  const model = createModel(readAssembly(await ensureAssembly(root, () => {})));
  const runtimePackages = join(folder, 'runtime');
  const temporary = join(folder, 'tmp');
  rmSync(folder, { recursive: true, force: true });
  for (const one of [runtimePackages, temporary]) mkdirSync(one, { recursive: true });
  layOutRuntimePackages(runtimePackages, join(root, 'node_modules'));
  const [resource, ...others] = model
    .ofType('AWS::Lambda::Function')
    .filter((one) => one.properties().EphemeralStorage !== undefined);
  if (!resource || others.length > 0) throw new Error('The worker is not found in the templates');
  const callers = createCallers(collectRoles(model));
  const around = { model, callers, endpointUrl, runtimePackages };
  const settings = readFunctionSettings(resource, around);
  const { name, arn, handler, memoryMegabytes, codeFolder, ownFolders } = settings;
  const [, layer = ''] = ownFolders;
  const moved = { [codeFolder]: join(folder, 'task'), [layer]: join(folder, 'opt') };
  for (const [from, to] of Object.entries(moved)) cpSync(from, to, { recursive: true });
  const here = (text: string) =>
    Object.entries(moved).reduce((now, [from, to]) => now.replaceAll(from, to), text);
  const own = Object.values(moved);
  const { EphemeralStorage } = resource.properties() as {
    readonly EphemeralStorage: { readonly Size: number };
  };
  const environment = Object.fromEntries(
    Object.entries(settings.environment).map(([key, value]) => [key, here(value)]),
  );
  return {
    ...{ folder, temporary, memoryMegabytes, temporaryMegabytes: EphemeralStorage.Size },
    bytes: own.reduce((sum, one) => sum + sizeOf(one), 0),
    facts: { name, arn, handler, memoryMegabytes, codeFolder: own[0], ownFolders: own },
    environment: { ...environment, TMPDIR: temporary, HOME: temporary },
  };
}

/** Of all files below. What is gone meanwhile counts as nothing. */
export function sizeOf(path: string): number {
  try {
    const stat = lstatSync(path);
    if (!stat.isDirectory()) return stat.size;
    return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
  } catch {
    return 0;
  }
}
