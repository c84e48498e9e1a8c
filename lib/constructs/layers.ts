/** The layers of a stack's functions; none when the functions were built with everything inlined. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { Architecture, Code, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { layerNames } from '../build/layers.ts';

/**
 * Each stack has layer versions of its own, from the same assets. A version's ARN changes with its
 * content, the reference of another stack does not: its functions would be left with the old one.
 */
export function layersOf(scope: Construct, builtFolder: string): LayerVersion[] {
  const stack = Stack.of(scope);
  if (!existsSync(join(builtFolder, 'layers'))) return [];
  return layerNames.map((name) => {
    const id = `${name}-layer`;
    const made = stack.node.tryFindChild(id) as LayerVersion | undefined;
    return made ?? makeLayer(stack, id, join(builtFolder, 'layers', name));
  });
}

function makeLayer(stack: Stack, id: string, folder: string): LayerVersion {
  return new LayerVersion(stack, id, {
    code: Code.fromAsset(folder, { exclude: ['**/*.map'] }),
    compatibleRuntimes: [Runtime.NODEJS_24_X],
    compatibleArchitectures: [Architecture.ARM_64],
  });
}
