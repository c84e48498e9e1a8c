/**
 * `npm run docs`: writes what is generated from the code, `openapi.json` and parts of `docs/`.
 * Names as arguments write only those: `npm run docs -- openapi states`.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import settings from '../../cdk.json' with { type: 'json' };
import { operations } from '../../functions/contracts.ts';
import { buildAll } from '../../lib/build/build.ts';
import { projectPaths } from '../../lib/build/options.ts';
import { alarmsDocument } from '../../lib/documents/alarms.ts';
import { readDescription } from '../../lib/documents/clients/description.ts';
import { pythonFiles } from '../../lib/documents/clients/python.ts';
import { typescriptFiles } from '../../lib/documents/clients/typescript.ts';
import { readExamples, readVectors } from '../../lib/documents/connector/example-text.ts';
import { examplesVerify, makeExamples } from '../../lib/documents/connector/make-examples.ts';
import { makeVectors, vectorsHold } from '../../lib/documents/connector/make-vectors.ts';
import { describeConnector } from '../../lib/documents/connector/openapi.ts';
import { withConnectorTables } from '../../lib/documents/connector/tables.ts';
import { eventTypesDocument } from '../../lib/documents/event-types-table.ts';
import { withFixedCosts } from '../../lib/documents/fixed-costs.ts';
import { forClients } from '../../lib/documents/openapi/for-clients.ts';
import { describeApi } from '../../lib/documents/openapi.ts';
import { statesDocument } from '../../lib/documents/state-machines.ts';
import { readAssembly, type Stack } from '../../lib/local/template/assembly.ts';
import { createApp } from '../../lib/stacks/app.ts';
import { removedResources } from '../../lib/stacks/removed-resources.ts';
import { type Stage, stages } from '../../lib/stacks/stage.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { logicalIdsOf, recordAnew } from '../../test/lib/stacks/logical-ids.ts';
import { architectureDocument } from './diagram-document.ts';
import { holdCodesDocument } from './hold-codes.ts';
import { logoSheet } from './logo-sheet.ts';
import { readDrawings } from './read-drawings.ts';

const root = join(import.meta.dirname, '../..');

const documents: Readonly<Record<string, () => void | Promise<void>>> = {
  openapi: () => {
    const description = describeApi(operations, packageFile.version);
    write('openapi.json', () => `${JSON.stringify(description, null, 2)}\n`);
    write('openapi-clients.json', () => `${JSON.stringify(forClients(description), null, 2)}\n`);
  },
  clients: () => {
    const described = readDescription(operations);
    for (const [name, text] of Object.entries(typescriptFiles(described))) {
      write(`clients/typescript/src/generated/${name}`, () => text);
    }
    for (const [name, text] of Object.entries(pythonFiles(described))) {
      write(`clients/python/src/billhook/_generated/${name}`, () => text);
    }
  },
  'hold-codes': () => write('docs/guide/hold-codes.md', () => holdCodesDocument()),
  'event-types': () => write('docs/guide/event-types.md', () => eventTypesDocument()),
  logos: () => write('docs/guide/logos.svg', () => logoSheet(readDrawings())),
  connector: async () => {
    await keepConnectorExamples();
    const description = describeConnector(packageFile.version);
    write('connectors/kit/openapi.json', () => `${JSON.stringify(description, null, 2)}\n`);
    write('docs/connect/connector-protocol.md', withConnectorTables);
  },
  states: () => write('docs/guide/states.md', () => statesDocument()),
  architecture: drawArchitecture,
  'logical-ids': recordLogicalIds,
  alarms: describeAlarms,
  'running-costs': priceStacks,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(documents, name));
if (unknown.length > 0) {
  console.error(
    `There is no document ${unknown.join(', ')}. Documents: ${Object.keys(documents).join(', ')}`,
  );
  process.exitCode = 2;
} else {
  for (const [name, make] of Object.entries(documents)) {
    if (named.length === 0 || named.includes(name)) await make();
  }
}

/** @param make the file's new text, from the one that it has. */
function write(path: string, make: (text: string) => string): void {
  const file = join(root, path);
  writeFileSync(file, make(existsSync(file) ? readFileSync(file, 'utf8') : ''));
  console.log(`Wrote ${path}`);
}

/** They are different each time that they are made, so they stay as long as they verify. */
async function keepConnectorExamples(): Promise<void> {
  const path = 'connectors/kit/examples.json';
  if (!existsSync(join(root, path)) || !(await examplesVerify(readExamples()))) {
    const examples = await makeExamples();
    write(path, () => `${JSON.stringify(examples, null, 2)}\n`);
  }
  const vectors = 'connectors/kit/vectors.json';
  if (existsSync(join(root, vectors)) && (await vectorsHold(readExamples(), readVectors()))) return;
  const made = await makeVectors(readExamples());
  write(vectors, () => `${JSON.stringify(made, null, 2)}\n`);
}

async function drawArchitecture(): Promise<void> {
  await buildAll();
  const stacks = synthesize('sandbox');
  write('docs/contribute/architecture.md', () => architectureDocument(stacks));
}

async function describeAlarms(): Promise<void> {
  await buildAll();
  const alarms = resourcesOf('sandbox').flatMap(([id, { Type, Properties }]) =>
    Type === 'AWS::CloudWatch::Alarm'
      ? [{ id, description: String(Properties?.AlarmDescription) }]
      : [],
  );
  write('docs/operate/alarms.md', () => alarmsDocument(alarms));
}

async function priceStacks(): Promise<void> {
  await buildAll();
  const resources = resourcesOf('production').map(([, resource]) => resource);
  write('docs/operate/running-costs.md', (text) => withFixedCosts(text, resources));
}

function resourcesOf(stage: Stage) {
  return synthesize(stage).flatMap(({ template }) => Object.entries(template.Resources ?? {}));
}

async function recordLogicalIds(): Promise<void> {
  await buildAll();
  const deployed = stages.flatMap(synthesize).map(({ name, template }) => ({
    name,
    resources: template.Resources ?? {},
  }));
  write('docs/contribute/logical-ids.json', (text) => {
    const record = recordAnew(JSON.parse(text), logicalIdsOf(deployed), removedResources);
    return `${JSON.stringify(record, null, 2)}\n`;
  });
}

function synthesize(stage: Stage): readonly Stack[] {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-documents-'));
  try {
    createApp({
      builtFolder: projectPaths.out,
      outputFolder: folder,
      context: { ...settings.context, stage, settings: 'none' },
    }).synth();
    return readAssembly(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
