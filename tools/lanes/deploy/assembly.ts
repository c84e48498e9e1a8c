/** Fits a synthesized app to the emulator: its templates by the table, and what their assets need. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runChild } from './children.ts';
import { deployFailure } from './failure.ts';
import { fits } from './fits.ts';
import { changedIds, type Template } from './template.ts';

/** One line of what was fitted. */
export type Fitted = { readonly what: string; readonly why: string; readonly places: number };

const LAYER_CLI = '/opt/awscli/aws';
const ZIPPED_CLI = 'awscli/aws';

type Options = { readonly python: string; readonly folder: string; readonly logFile: string };

/** @param assembly a folder that `cdk synth` wrote; changed in place. */
export async function fitAssembly(assembly: string, options: Options): Promise<Fitted[]> {
  return [...fitTemplates(assembly), await fitCli(assembly, options)];
}

function fitTemplates(assembly: string): Fitted[] {
  const places = fits.map(() => 0);
  for (const name of readdirSync(assembly).filter((one) => one.endsWith('.template.json'))) {
    const file = join(assembly, name);
    let template = JSON.parse(readFileSync(file, 'utf8')) as Template;
    for (const [index, { apply }] of fits.entries()) {
      const fitted = apply(template);
      places[index] = (places[index] ?? 0) + changedIds(template, fitted).length;
      template = fitted;
    }
    writeFileSync(file, JSON.stringify(template));
  }
  return fits.map(({ what, why }, index) => ({ what, why, places: places[index] ?? 0 }));
}

/**
 * What runs the AWS CLI. It says each file that it copies where errors are said: the emulator looks for
 * a function's result in what is printed, and a pipe that nobody empties stops the copying.
 */
export function cliScript(cli: string, python: string): string {
  return `#!/bin/sh\nPYTHONPATH='${cli}' exec '${python}' '${join(cli, ZIPPED_CLI)}' "$@" >&2\n`;
}

/** Functions of the CDK's own call the AWS CLI of a layer. */
async function fitCli(assembly: string, { python, folder, logFile }: Options): Promise<Fitted> {
  const assets = readdirSync(assembly).filter((name) => name.startsWith('asset.'));
  const cli = join(folder, 'awscli');
  const command = join(folder, 'aws');
  for (const zip of assets.filter((name) => name.endsWith('.zip'))) {
    // The names in an archive are not compressed.
    if (!readFileSync(join(assembly, zip)).includes(ZIPPED_CLI)) continue;
    mkdirSync(cli, { recursive: true });
    const unpack = ['-m', 'zipfile', '-e', join(assembly, zip), cli];
    if ((await runChild(python, unpack, { logFile })) !== 0) {
      throw deployFailure('The layer with the AWS CLI cannot be unpacked.', logFile);
    }
  }
  writeFileSync(command, cliScript(cli, python));
  chmodSync(command, 0o755);
  let places = 0;
  for (const file of assets.map((name) => join(assembly, name, 'index.py'))) {
    if (!existsSync(file)) continue;
    const source = readFileSync(file, 'utf8');
    if (!source.includes(LAYER_CLI)) continue;
    writeFileSync(file, source.replaceAll(LAYER_CLI, command));
    places += 1;
  }
  return {
    what: 'The AWS CLI of a layer is in another folder',
    why: 'The emulator runs functions as plain processes, which have no /opt',
    places,
  };
}
