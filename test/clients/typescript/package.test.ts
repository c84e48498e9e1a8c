import { expect, test } from 'vitest';
import { operations } from '../../../functions/contracts.ts';
import { readDescription } from '../../../lib/documents/clients/description.ts';
import { typescriptFiles } from '../../../lib/documents/clients/typescript.ts';
import { read } from '../../house/house.ts';

const generated = 'clients/typescript/src/generated';

test('What is generated is of the contracts; `npm run docs` writes it', () => {
  for (const [name, text] of Object.entries(typescriptFiles(readDescription(operations)))) {
    expect(read(`${generated}/${name}`), name).toBe(text);
  }
});

test('The package has the version of the service', () => {
  const version = (file: string) => JSON.parse(read(file)).version;
  expect(version('clients/typescript/package.json')).toBe(version('package.json'));
});
