import { expect, test } from 'vitest';
import { filesIn, foldersIn, mappedFolders } from './house.ts';
import { importedFiles, importsOf } from './imports.ts';

const HOUSE = 'layers/runtime';

/** The rooms from the ground floor up, as the map in CONTRIBUTING.md has them. */
const rooms = mappedFolders()
  .filter((path) => path.startsWith(`${HOUSE}/`))
  .map((path) => path.slice(HOUSE.length + 1));

const files = filesIn(HOUSE).filter((path) => path.endsWith('.ts'));

test('The rooms of the runtime, from the ground floor up', () => {
  expect(rooms).toEqual([
    ...['aws', 'table', 'outbound', 'stores', 'key-rings', 'companies', 'serve', 'callers'],
    ...['payments', 'partners', 'key-rotation', 'swaps', 'webhooks', 'events', 'links'],
    ...['erasing', 'reconciliation', 'sweeps'],
  ]);
  const isRoom = (path: string) => /^[^/]+$/.test(path.slice(HOUSE.length + 1));
  expect(foldersIn(HOUSE).filter((path) => path.startsWith(`${HOUSE}/`) && isRoom(path))).toEqual(
    rooms.map((room) => `${HOUSE}/${room}`).sort(),
  );
});

test('Every file of the runtime is in a room', () => {
  expect(files.length).toBeGreaterThan(rooms.length);
  expect(files.filter((file) => !rooms.includes(roomOf(file)))).toEqual([]);
});

test.each(rooms)('What is in %s imports from its own room and from below', (room) => {
  const allowed = rooms.slice(0, rooms.indexOf(room) + 1);
  const imports = files
    .filter((file) => roomOf(file) === room)
    .flatMap((file) => ownImports(file).map((imported) => ({ file, imported })));
  const upwards = imports.filter(({ imported }) => !allowed.includes(roomOf(imported)));
  expect(upwards.map(({ file, imported }) => `${file} imports ${imported}`)).toEqual([]);
});

test('Imports are found, in whatever form they are written', () => {
  const written = [
    "import { a } from '../table/table.ts';",
    "import type { B } from '@billhook/runtime/links/begin';",
    "export { c } from './c.ts';",
    "const d = await import('../sweeps/due-work.ts');",
    "import '../aws/logger.ts';",
    "import * as v from 'valibot';",
  ].join('\n');
  expect(importsOf(written, `${HOUSE}/stores/a.ts`)).toEqual([
    `${HOUSE}/table/table.ts`,
    `${HOUSE}/links/begin`,
    `${HOUSE}/stores/c.ts`,
    `${HOUSE}/sweeps/due-work.ts`,
    `${HOUSE}/aws/logger.ts`,
  ]);
});

function roomOf(file: string): string {
  return file.slice(HOUSE.length + 1).split('/')[0] ?? '';
}

function ownImports(file: string): string[] {
  return importedFiles(file).filter((path) => path.startsWith(`${HOUSE}/`));
}
