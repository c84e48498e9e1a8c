import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { describe, expect, test } from 'vitest';
import { standInNames } from '../../connectors/stand-ins/companies.ts';
import { projectPaths } from '../../lib/build/options.ts';
import { commentOf } from './indexed-png.ts';
import { logoSheet } from './logo-sheet.ts';
import { LOGO_PIXELS, readDrawings, sourceOf } from './read-drawings.ts';
import { readElements } from './svg-elements.ts';

const drawings = readDrawings();
const MAX_BYTES = 512;
const LEAST_CONTRAST = 3;
const GRID = 48;

const stored = (ending: string, folder = projectPaths.logos) =>
  globSync(`*/*.${ending}`, { cwd: folder })
    .map((file) => file.slice(0, -ending.length - 1))
    .sort();
const paths = drawings.map(({ path }) => path).sort();

test('Every company has a drawing and a picture of it, and nobody else', () => {
  expect(drawings).toHaveLength(sandboxCompanies.length + standInNames.length);
  expect(stored('svg')).toEqual(paths);
  expect(stored('png', join(projectPaths.logos, 'png'))).toEqual(paths);
});

test('No two companies have the same drawing, or a file of the same name', () => {
  expect(new Set(drawings.map(({ drawing }) => drawing)).size).toBe(drawings.length);
  expect(new Set(paths.map((path) => basename(path))).size).toBe(paths.length);
  expect(new Set(paths.map(dirname))).toEqual(
    new Set(['test', 'gated', 'household', 'money', 'leisure', 'stand-ins']),
  );
});

describe.each(drawings)('The drawing of $company.name', (drawn) => {
  const { company, drawing, path } = drawn;
  const elements = readElements(drawing);
  const paints = elements.flatMap(({ attributes: { fill, stroke } }) =>
    [fill, stroke].filter((paint) => paint !== undefined),
  );

  test('is small, and made of shapes alone: it runs, links and loads nothing', () => {
    expect(Buffer.byteLength(drawing)).toBeLessThanOrEqual(MAX_BYTES);
    const [root, ...shapes] = elements;
    expect(root).toEqual({
      name: 'svg',
      attributes: { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${GRID} ${GRID}` },
    });
    expect(shapes.length).toBeGreaterThan(0);
    for (const { name } of shapes)
      expect(['g', 'path', 'circle', 'ellipse', 'rect']).toContain(name);
  });

  if (company.logo?.startsWith('#')) {
    test('is white, and seen on the color of its brand', () => {
      expect(new Set(paints.filter((paint) => paint !== 'none'))).toEqual(new Set(['#fff']));
      expect(contrastWithWhite(company.logo ?? '')).toBeGreaterThanOrEqual(LEAST_CONTRAST);
    });
  } else {
    test('has colors of its own', () => {
      expect(paints.some((paint) => /^#[0-9a-f]{6}$/.test(paint))).toBe(true);
    });
  }

  if (company.logo === 'photo') {
    test('covers the whole ground', () => {
      expect(elements[1]).toMatchObject({ name: 'path', attributes: { d: 'M0 0h48v48H0Z' } });
    });
  }

  test('is what its picture was made from (npm run tools -- logos)', () => {
    const png = readFileSync(join(projectPaths.logos, 'png', `${path}.png`));
    expect(commentOf(png)).toBe(sourceOf(drawn));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([LOGO_PIXELS, LOGO_PIXELS]);
  });
});

test('docs/guide/logos.svg shows them as they are (npm run docs -- logos)', () => {
  const sheet = readFileSync(join(projectPaths.logos, '../docs/guide/logos.svg'), 'utf8');
  expect(sheet).toBe(logoSheet(drawings));
  expect(Buffer.byteLength(sheet)).toBeLessThan(150_000);
  for (const { company } of drawings) {
    expect(sheet).toContain(`>${company.name.split(' ')[0]}`);
  }
});

describe('What is read as a drawing', () => {
  const open = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">';

  test.each([
    ['a script', `${open}<script>alert(1)</script></svg>`],
    ['a handler', `${open}<path onload="a()" d="M0 0"/></svg>`],
    ['a link', `${open}<a href="https://a.example"><path d="M0 0"/></a></svg>`],
    ['an image from elsewhere', `${open}<image href="https://a.example/a.png"/></svg>`],
    ['a reference', `${open}<path fill="url(https://a.example/#a)" d="M0 0"/></svg>`],
    ['a style', `${open}<path style="fill:red" d="M0 0"/></svg>`],
    ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${open}<path d="&a;"/></svg>`],
    ['a text', `${open}Words<path d="M0 0"/></svg>`],
    ['an element that does not end', `${open}<g><path d="M0 0"/></svg>`],
    ['two attributes of a name', `${open}<path d="M0 0" d="M1 1"/></svg>`],
    ['something behind its end', `${open}<path d="M0 0"/></svg><svg/>`],
  ])('is not %s', (_what, text) => {
    expect(() => readElements(text)).toThrow();
  });
});

function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
