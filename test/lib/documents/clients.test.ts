import { expect, test } from 'vitest';
import { operations } from '../../../functions/contracts.ts';
import { readDescription } from '../../../lib/documents/clients/description.ts';
import { pythonFiles } from '../../../lib/documents/clients/python.ts';
import { typescriptFiles } from '../../../lib/documents/clients/typescript.ts';
import { read } from '../../house/house.ts';

const described = readDescription(operations);

test.each([
  ['clients/typescript/src/generated', typescriptFiles],
  ['clients/python/src/billhook/_generated', pythonFiles],
])('What is in %s is of the contracts; `npm run docs` writes it', (folder, filesOf) => {
  for (const [name, text] of Object.entries(filesOf(described))) {
    expect(read(`${folder}/${name}`), name).toBe(text);
  }
});

test('The clients have the version of the service', () => {
  const version = (file: string) => JSON.parse(read(file)).version;
  expect(version('clients/typescript/package.json')).toBe(version('package.json'));
  const python = /^version = "(.*)"$/m.exec(read('clients/python/pyproject.toml'))?.[1];
  expect(python).toBe(version('package.json'));
});

test('No schema of the description is another by a second name', () => {
  const second = Object.entries(described.schemas).filter(([, schema]) => schema.$ref);
  expect(second.map(([name]) => name)).toEqual([]);
});
