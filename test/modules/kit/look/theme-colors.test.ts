import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import {
  deriveColors,
  measureColors,
  type Scheme,
  type ThemeColors,
} from '../../../../modules/kit/look/theme-colors.ts';

const MINUTE = 60_000;
const THEMES = Number(process.env.THEMES);
const SEED = Number(process.env.THEME_SEED ?? 20_261_122);
const schemes: readonly Scheme[] = ['light', 'dark'];

/** Numbers below 1 that look random; the same seed gives the same ones (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function colorsFrom(random: () => number) {
  const color = () =>
    `#${Math.floor(random() * 2 ** 24)
      .toString(16)
      .padStart(6, '0')}`;
  const maybe = () => (random() < 0.5 ? color() : undefined);
  return { color, side: () => ({ background: maybe(), surface: maybe(), text: maybe() }) };
}

/** The standard's own formula, apart from the code that is tested. */
const lightOf = Float64Array.from({ length: 256 }, (_, channel) =>
  channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
);

function luminance(color: string | undefined): number {
  const value = Number.parseInt(color?.slice(1) ?? '', 16);
  const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255];
  const light = (channel: number) => lightOf[channel] as number;
  return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
}

function ratioOf(one: number, other: number): number {
  return one > other ? (one + 0.05) / (other + 0.05) : (other + 0.05) / (one + 0.05);
}

const grounds = ['page', 'surface', 'brand-wash'];
const washes = ['danger-wash', 'success-wash', 'warning-wash'];
/** What meets in the modules, written down again apart from the code that is tested. */
const meetings: readonly (readonly [color: string, on: readonly string[], needed: number])[] = [
  ['text', [...grounds, ...washes], 4.5],
  ['muted', grounds, 4.5],
  ['brand-text', grounds, 4.5],
  ['on-brand', ['fill'], 4.5],
  ['danger', ['page', 'surface', 'danger-wash'], 4.5],
  ['success', ['page', 'surface', 'success-wash'], 4.5],
  ['warning', ['page', 'surface', 'warning-wash'], 4.5],
  ['border', grounds, 3],
  ['brand-edge', grounds, 3],
  ['fill-edge', ['page', 'surface'], 3],
  ['focus', grounds, 3],
];

/** Pairs below what they need; lean, since it is asked for so often. */
function failuresOf(theme: ThemeColors, scheme: Scheme): string[] {
  const derived = deriveColors(theme, scheme);
  const light = Object.fromEntries(
    Object.entries(derived).map(([name, color]) => [name.slice('--bh-'.length), luminance(color)]),
  );
  const failed: string[] = [];
  for (const [color, on, needed] of meetings) {
    for (const ground of on) {
      const ratio = ratioOf(light[color] as number, light[ground] as number);
      if (!(ratio >= needed)) failed.push(`${color} on ${ground}: ${ratio}`);
    }
  }
  return failed.map((name) => `${name} ${scheme} ${JSON.stringify(theme)}`);
}

describe('derived colors keep AA', { timeout: MINUTE }, () => {
  test(`for ${THEMES} random brands on the pages of the house (seed ${SEED})`, () => {
    const { color } = colorsFrom(randomFrom(SEED));
    const failures: string[] = [];
    for (let index = 0; index < THEMES; index += 1) {
      const theme = { brandColor: color() };
      for (const scheme of schemes) failures.push(...failuresOf(theme, scheme));
    }
    expect(failures.slice(0, 5)).toEqual([]);
  });

  test(`for ${THEMES} random brands, pages, surfaces and texts (seed ${SEED})`, () => {
    const { color, side } = colorsFrom(randomFrom(SEED + 1));
    const failures: string[] = [];
    for (let index = 0; index < THEMES; index += 1) {
      const theme = { brandColor: color(), light: side(), dark: side() };
      for (const scheme of schemes) failures.push(...failuresOf(theme, scheme));
    }
    expect(failures.slice(0, 5)).toEqual([]);
  });

  test('for every gray as page, with every other gray as surface, text and brand', () => {
    const gray = (level: number) => `#${level.toString(16).padStart(2, '0').repeat(3)}`;
    const failures: string[] = [];
    for (let page = 0; page < 256; page += 1) {
      for (let other = 0; other < 256; other += 3) {
        const light = { background: gray(page), surface: gray(other), text: gray(other) };
        failures.push(...failuresOf({ brandColor: gray(255 - other), light }, 'light'));
      }
    }
    expect(failures.slice(0, 5)).toEqual([]);
  });

  test('white or black on the raw brand alone would not have: the reason for all this', () => {
    const { color } = colorsFrom(randomFrom(SEED + 2));
    let unreadable = 0;
    for (let index = 0; index < 10_000; index += 1) {
      const properties = deriveColors({ brandColor: color() }, 'light');
      if (properties['--bh-on-brand'] === '#000000') unreadable += 1;
    }
    expect(unreadable / 10_000).toBeGreaterThan(0.5);
  });
});

describe('what a partner chose', () => {
  const kept = { background: '#fffdf7', surface: '#f4efe2', text: '#2b2118' };

  test('stays, where it can be read', () => {
    const derived = deriveColors({ brandColor: '#0B5CAD', light: kept }, 'light');
    expect(derived).toMatchObject({
      '--bh-brand': '#0b5cad',
      '--bh-brand-text': '#0b5cad',
      '--bh-brand-edge': '#0b5cad',
      '--bh-page': '#fffdf7',
      '--bh-surface': '#f4efe2',
      '--bh-text': '#2b2118',
      'color-scheme': 'light',
    });
  });

  test('of brand and page stays, also where text has to differ from it', () => {
    const derived = deriveColors({ brandColor: '#ffe600' }, 'light');
    expect(derived).toMatchObject({ '--bh-brand': '#ffe600', '--bh-on-brand': '#000000' });
    expect(derived['--bh-brand-text']).not.toBe('#ffe600');
  });

  test('of the brand is the button in light; on a dark page it is lifted until it stands out', () => {
    const fillOf = (brandColor: string, scheme: Scheme) =>
      deriveColors({ brandColor }, scheme)['--bh-fill'];
    expect(fillOf('#15171c', 'light')).toBe('#15171c');
    expect(fillOf('#f2b01e', 'dark')).toBe('#f2b01e');
    for (const brand of ['#0f6b4a', '#7a2e8e', '#15171c', '#000000', '#00008b']) {
      const derived = deriveColors({ brandColor: brand }, 'dark');
      const [fill, page] = [luminance(derived['--bh-fill']), luminance(derived['--bh-page'])];
      expect(ratioOf(fill, page), brand).toBeGreaterThanOrEqual(3);
    }
    // Near black: a gray button would look switched off.
    expect(luminance(fillOf('#15171c', 'dark'))).toBeGreaterThan(0.7);
  });

  test('for the light scheme may be a dark page', () => {
    const derived = deriveColors({ light: { background: '#101010' } }, 'light');
    expect(derived).toMatchObject({ '--bh-page': '#101010', 'color-scheme': 'dark' });
  });

  test.each(['#fff', 'red', '', '#12345g', '#1234567', 'url(x)', null, undefined])(
    'is left out when it is no color: %s',
    (brandColor) => {
      const given = { brandColor, light: { background: brandColor, text: brandColor } };
      expect(deriveColors(given, 'light')).toEqual(deriveColors({}, 'light'));
    },
  );
});

test('what is measured for the preview is what the standard says, a row a pair that meets', () => {
  const derived = deriveColors({ brandColor: '#ff7a00', dark: { background: '#20242c' } }, 'dark');
  const measured = measureColors(derived);
  const listed = meetings.flatMap(([color, on, needed]) =>
    on.map((ground) => ({ color, on: ground, needed })),
  );
  expect(measured.map(({ ratio: _, ...pair }) => pair)).toEqual(listed);
  for (const { color, on, ratio } of measured) {
    const [one, other] = [luminance(derived[`--bh-${color}`]), luminance(derived[`--bh-${on}`])];
    expect(ratio, `${color} on ${on}`).toBeCloseTo(ratioOf(one, other), 10);
  }
});

test('the derivation takes less than 1.25 KB', async () => {
  const file = new URL('../../../../modules/kit/look/theme-colors.ts', import.meta.url).pathname;
  const contents = `export { deriveColors } from ${JSON.stringify(file)}`;
  const stdin = { contents, resolveDir: '.', loader: 'ts' } as const;
  const options = { bundle: true, minify: true, write: false, format: 'esm' } as const;
  const { outputFiles } = await build({ ...options, stdin, target: 'safari15' });
  const [{ contents: code } = { contents: new Uint8Array() }] = outputFiles;
  expect(gzipSync(code).byteLength).toBeLessThan(1_280);
});
