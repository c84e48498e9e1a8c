import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, read } from './house.ts';

const INDEX = 'docs/README.md';

/** The first cell of each row, from the root on. A link to a folder covers all that is in it. */
const links = [...read(INDEX).matchAll(/^\| \[[^\]]+\]\(([^)#]+)\) \| .{8,} \|$/gm)]
  .map(([, path = '']) => posix.join('docs', path))
  .filter((path) => path.startsWith('docs/'));

const documents = filesIn('docs').filter((path) => path !== INDEX);

const covers = (link: string, path: string) =>
  link === path || (link.endsWith('/') && path.startsWith(link));

test('The index of the documents has each of them, once', () => {
  expect(documents.length).toBeGreaterThan(10);
  for (const path of documents) {
    expect(
      links.filter((link) => covers(link, path)),
      path,
    ).toHaveLength(1);
  }
});

test('Each page names its reader in its first line', () => {
  const pages = filesIn('docs').filter((path) => path.endsWith('.md'));
  expect(pages.filter((path) => !/^# .+\n\nFor [a-z]/.test(read(path)))).toEqual([]);
});

test('The index has no link to a document that is gone', () => {
  expect(links.filter((link) => !documents.some((path) => covers(link, path)))).toEqual([]);
});

test('The README has one picture, of eight boxes', () => {
  const pictures = [...read('README.md').matchAll(/^```mermaid\n(.*?)^```$/gms)];
  expect(pictures).toHaveLength(1);
  const boxes = pictures[0]?.[1]?.match(/^ {2}\w+[[(]/gm);
  expect(boxes).toHaveLength(8);
});
