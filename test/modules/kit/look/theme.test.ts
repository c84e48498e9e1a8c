import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyTheme, contrastRatios, deriveTheme } from '../../../../modules/kit/look/theme.ts';

const css = readFileSync(new URL('../../../../modules/kit/look/kit.css', import.meta.url), 'utf8');

/** The properties of the n-th block of `:root`. */
function rootOf(index: number): Record<string, string> {
  const [, body = ''] = [...css.matchAll(/:root \{(.*?)\}/gs)][index] ?? [];
  return Object.fromEntries(
    [...body.matchAll(/(--bh-[\w-]+):\s+([^;]+);/g)].map(([, name, value = '']) => [
      name,
      value.replace(/\s+/g, ' '),
    ]),
  );
}

test('the style sheet begins with what is derived of no theme', () => {
  const { 'color-scheme': _, ...light } = deriveTheme({}, 'light');
  expect(rootOf(0)).toEqual(light);
  const own = Object.entries(deriveTheme({}, 'dark'));
  // What is no color is the same in both.
  const dark = own.filter(([name, value]) => name !== 'color-scheme' && value.startsWith('#'));
  expect(rootOf(1)).toEqual(Object.fromEntries(dark));
});

test('two weights of text, and one between them', () => {
  const weightsOf = (weights: { readonly text?: number; readonly strong?: number } | null) => {
    const derived = deriveTheme({ weights }, 'light');
    return ['', '-medium', '-strong'].map((name) => derived[`--bh-weight${name}`]);
  };
  expect(weightsOf(null)).toEqual(['400', '500', '600']);
  expect(weightsOf({ strong: 700 })).toEqual(['400', '600', '700']);
  expect(weightsOf({ text: 300, strong: 500 })).toEqual(['300', '400', '500']);
});

test.each([
  [undefined, '1'],
  [null, '1'],
  ['comfortable', '1'],
  ['compact', '0'],
] as const)('a density of %s makes rows and fields higher by %s', (density, roomy) => {
  expect(deriveTheme({ density }, 'light')['--bh-roomy']).toBe(roomy);
});

test.each([
  [undefined, '12px'],
  [null, '12px'],
  [0, '0px'],
  [24, '24px'],
  [25, '24px'],
  [-1, '0px'],
])('a radius of %s is %s', (radius, shown) => {
  expect(deriveTheme({ radius }, 'light')['--bh-radius']).toBe(shown);
});

test('a font’s own name is no part of a style', () => {
  const font = { name: 'x"; } body { display: none', fontId: 'font_1' };
  expect(deriveTheme({ font }, 'light')['--bh-font']).toBe(
    '"Billhook Partner", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  );
});

test('the ratios of a theme are enough everywhere', () => {
  for (const { ratio, needed } of contrastRatios({ brandColor: '#ffe600' }, 'dark')) {
    expect(ratio).toBeGreaterThanOrEqual(needed);
  }
});

describe('on the page', () => {
  const properties = new Map<string, string>();
  const preference = {
    matches: false,
    listeners: new Set<() => void>(),
    addEventListener: (_: string, listener: () => void) => preference.listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => preference.listeners.delete(listener),
  };

  beforeEach(() => {
    properties.clear();
    preference.listeners.clear();
    preference.matches = false;
    const setProperty = (name: string, value: string) => properties.set(name, value);
    vi.stubGlobal('document', { documentElement: { style: { setProperty } } });
    vi.stubGlobal('matchMedia', () => preference);
  });
  afterEach(() => vi.unstubAllGlobals());

  test('a theme follows the user’s preference, and stops when it is told to', () => {
    const told: string[] = [];
    const stop = applyTheme({}, (scheme) => told.push(scheme));
    const change = (matches: boolean) => {
      preference.matches = matches;
      for (const listener of preference.listeners) listener();
    };
    expect(properties.get('--bh-page')).toBe('#ffffff');
    change(true);
    expect(properties.get('--bh-page')).toBe('#11141c');
    expect(properties.get('color-scheme')).toBe('dark');
    change(false);
    stop();
    change(true);
    expect(told).toEqual(['light', 'dark', 'light']);
  });

  test.each(['light', 'dark'] as const)('one that is %s stays so', (colorScheme) => {
    preference.matches = colorScheme === 'light';
    applyTheme({ colorScheme });
    expect(properties.get('color-scheme')).toBe(colorScheme);
    expect(preference.listeners.size).toBe(0);
  });

  test('a light theme whose page is dark is told of as dark, for its logo', () => {
    const told: string[] = [];
    applyTheme({ light: { background: '#101010' } }, (scheme) => told.push(scheme));
    expect(told).toEqual(['dark']);
  });
});
