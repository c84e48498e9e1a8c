import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { exists, filesIn, foldersIn, patternOf, read, root, wings } from './house.ts';

const documents = [...readdirSync(root), ...wings.flatMap(filesIn)].filter((path) =>
  path.endsWith('.md'),
);
const sources = wings.flatMap(filesIn).filter((path) => /\.(ts|tsx|js|mjs|css)$/.test(path));

const files = wings.flatMap(filesIn);
const standing = [...files, ...wings.flatMap(foldersIn)];

/** What a command makes, or an operator writes, and so may be missing. */
const built =
  /^(?:(?:modules\/embed|clients\/typescript|connectors\/kit)\/dist\b|stages\/(?:sandbox|production|<stage>)\.json$)/;

/** A path from the root, in the middle of no other path or address. */
const PATH = new RegExp(String.raw`(?<![\w@./-])(?:${wings.join('|')})/[\w./*<>-]*[\w*>]`, 'g');

/** A file by its name alone, or with the folder that it is in. */
const SHORT = /(?<![\w@./*-])[a-z][\w-]*(?:\/[\w-]+)*(?:\.test)?\.tsx?\b/g;

test('Every path that a document names is there', () => {
  expect(documents).toContain('CONTRIBUTING.md');
  expect(gone(documents.flatMap((file) => mentionsIn(file, read(file))))).toEqual([]);
});

test('Every path that a comment names is there', () => {
  expect(sources.length).toBeGreaterThan(500);
  const mentions = sources.flatMap((file) => mentionsIn(file, commentsOf(read(file))));
  expect(mentions.length).toBeGreaterThan(10);
  expect(gone(mentions)).toEqual([]);
});

test('Every page and heading that code or a description names is there', () => {
  const texts = [...readdirSync(root), ...files].filter((path) =>
    /\.(?:[mt]?js|tsx?|py|json|css)$/.test(path),
  );
  const named = texts.flatMap((file) =>
    [...read(file).matchAll(/(?<!test\/)\bdocs\/([\w/-]+\.(?:md|svg))(?:, "([^"]+)")?/g)].map(
      ([, page, heading]) => ({ file, path: `docs/${page}`, heading }),
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  const isThere = ({ path, heading }: (typeof named)[number]) =>
    exists(path) && (heading === undefined || read(path).includes(`# ${heading}\n`));
  expect(named.filter((one) => !isThere(one))).toEqual([]);
});

test('Every link of a document to another leads there', () => {
  const links = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, path = '']) => ({
      file,
      path: posix.join(posix.dirname(file), path),
    })),
  );
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ path }) => !exists(path))).toEqual([]);
});

test('Every link of a document to a heading finds it', () => {
  const links = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(
      ([, path, heading = '']) => ({
        file,
        path: path ? posix.join(posix.dirname(file), path) : file,
        heading,
      }),
    ),
  );
  expect(links.length).toBeGreaterThan(10);
  const isThere = ({ path, heading }: (typeof links)[number]) =>
    !path.endsWith('.md') || headingsOf(read(path)).includes(heading);
  expect(links.filter((link) => !isThere(link))).toEqual([]);
});

test('Every file that a comment names by the end of its path is there', () => {
  const mentions = sources.flatMap((file) =>
    [...commentsOf(read(file)).matchAll(SHORT)].map(([path]) => ({ file, path })),
  );
  expect(mentions.length).toBeGreaterThan(10);
  const stands = (path: string) =>
    [...files, ...readdirSync(root)].some((one) => one === path || one.endsWith(`/${path}`));
  expect(mentions.filter(({ path }) => !stands(path))).toEqual([]);
});

test('Comments are told from code', () => {
  const text = [
    '/** See lib/stacks/app.ts. */',
    "const folder = 'lib/none.ts';",
    'call(); // as lib/stacks/api.ts does',
    ' * and lib/stacks/data.ts',
    "const url = 'https://example.com/lib/none.ts';",
  ].join('\n');
  expect(mentionsIn('', commentsOf(text)).map(({ path }) => path)).toEqual([
    'lib/stacks/app.ts',
    'lib/stacks/api.ts',
    'lib/stacks/data.ts',
  ]);
});

test('What is not there is seen, and a pattern that means nothing', () => {
  const text =
    'lib/stacks/app.ts lib/stacks/*.ts lib/none/app.ts lib/none/*.ts functions/<group>/contract.ts';
  expect(gone(mentionsIn('', text)).map(({ path }) => path)).toEqual([
    'lib/none/app.ts',
    'lib/none/*.ts',
  ]);
});

type Mention = { readonly file: string; readonly path: string };

function mentionsIn(file: string, text: string): Mention[] {
  return [...text.matchAll(PATH)].map(([path]) => ({ file, path }));
}

function gone(mentions: readonly Mention[]): Mention[] {
  return mentions.filter(({ path }) => {
    if (built.test(path) || exists(path)) return false;
    const pattern = patternOf(path);
    return !/[*<]/.test(path) || !standing.some((one) => pattern.test(one));
  });
}

/** The comments of a source file, one a line. What stands behind code is one as well. */
function commentsOf(text: string): string {
  return text
    .split('\n')
    .flatMap(
      (line) => /^\s*(?:\/\*|\*|\/\/).*|(?<=\s)\/\/ .*|(?<=[\s({])\/\*.*/.exec(line)?.[0] ?? [],
    )
    .join('\n');
}

/** As GitHub names them in addresses. What a block of code has at the beginning of a line is none. */
function headingsOf(text: string): string[] {
  const names = text
    .replaceAll(/^```.*?^```/gms, '')
    .matchAll(/^#+ +(.+)$/gm)
    .map(([, title = '']) =>
      title
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    );
  return [...names];
}
