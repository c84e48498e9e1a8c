import { expect, test } from 'vitest';
import { filesIn, foldersIn } from './house.ts';
import { importedFiles } from './imports.ts';

const CORE = 'layers/core';

/** The rooms of core, from the ground floor up. */
const rooms = [
  ...[
    'base',
    'partner',
    'api',
    'schemas',
    'company',
    'consent',
    'states',
    'method',
    'bill',
    'auth',
  ],
  ...['payment', 'module', 'reconciliation', 'sandbox', 'swap', 'events', 'erasing', 'webhook'],
  ...['key-rings', 'client'],
];

/** Arrows back up: what a lower room may import of a higher one. They may only become fewer. */
const allowed = [
  // A bill shows when and what its payment pays, and knows whether its account can be read.
  ...['bill -> auth', 'bill -> payment', 'auth -> payment'],
  // Each schema stands with the others, and names what its records are made of.
  ...['schemas -> events', 'schemas -> module', 'schemas -> reconciliation', 'schemas -> webhook'],
];

const files = filesIn(CORE).filter((path) => path.endsWith('.ts'));
const roomOf = (path: string) => path.split('/')[2] ?? '';

test('Every file of core is in one of 20 rooms', () => {
  expect(foldersIn(CORE).filter((path) => path.split('/').length === 3)).toEqual(
    rooms.map((room) => `${CORE}/${room}`).sort(),
  );
  expect(files.filter((file) => !rooms.includes(roomOf(file)))).toEqual([]);
});

test('What is in a room imports from its own and from below, but for the arrows named', () => {
  const upwards = new Set<string>();
  for (const file of files) {
    const floor = rooms.indexOf(roomOf(file));
    for (const imported of importedFiles(file).filter((path) => path.startsWith(`${CORE}/`))) {
      const room = roomOf(imported);
      if (rooms.indexOf(room) > floor) upwards.add(`${roomOf(file)} -> ${room}`);
    }
  }
  expect([...upwards].sort()).toEqual(allowed.toSorted());
});
