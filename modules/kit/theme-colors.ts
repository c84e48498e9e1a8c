/**
 * A partner's colors made readable (decision: readable-colors): whatever brand, page, surface and
 * text a partner chose, what is derived here keeps WCAG 2.2 AA. The brand itself and the page are
 * never changed.
 */

export type Scheme = 'light' | 'dark';

/** Colors are `#rrggbb`; one that is not is left out. */
export type SchemeColors = {
  readonly background?: string | null;
  readonly surface?: string | null;
  readonly text?: string | null;
};

export type ThemeColors = {
  readonly brandColor?: string | null;
  readonly light?: SchemeColors | null;
  readonly dark?: SchemeColors | null;
};

/** Red, green and blue, 0 to 255, and the relative luminance, 0 to 1, which is asked for most. */
type Color = readonly [red: number, green: number, blue: number, luminance: number];

/** What text needs (WCAG 1.4.3), and what borders, focus and states of controls do (1.4.11). */
const TEXT_RATIO = 4.5;
const SHAPE_RATIO = 3;
/** In how many steps a color is moved to where it can be seen. */
const STEPS = 16;

/** Of the house; `kit.css` begins with what is derived of them. */
const brands: Readonly<Record<Scheme, string>> = { light: '#0b5fff', dark: '#7aa5ff' };
const pages: Readonly<Record<Scheme, string>> = { light: '#ffffff', dark: '#14171b' };
/** How much light a channel stands for, 0 to 1. */
const linear = Array.from({ length: 256 }, (_, channel) => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
const black = parse('#000000') as Color;
const white = parse('#ffffff') as Color;

/** Where to begin with the colors that mean something: on a bright page, and on a dark one. */
const meanings = {
  danger: ['#b3261e', '#ff9d94'],
  success: ['#14743a', '#6fd394'],
  warning: ['#8a5300', '#f2b45c'],
} as const;

/**
 * The custom properties of the modules that are colors, and `color-scheme`, which follows the page
 * and not its name: a partner may have chosen a dark page for both.
 *
 * Text (`text`, `muted`, `brand-text`, `danger`, `success`, `warning`) has 4.5:1 on page and
 * surface, `on-brand` on the brand; `border`, `brand-edge` and `focus` have 3:1 on page and
 * surface. No color has 3:1 on every page and brand at once, so `focus` is drawn with a gap around
 * a button, in which the page shows. The surface is the partner's only as far as one text can be
 * read on it and on the page.
 */
export function deriveColors(theme: ThemeColors, scheme: Scheme): Record<string, string> {
  const chosen = theme[scheme] ?? {};
  const page = parse(chosen.background) ?? (parse(pages[scheme]) as Color);
  const brand = parse(theme.brandColor) ?? (parse(brands[scheme]) as Color);
  const onDark = contrast(page, white) > contrast(page, black);
  const pole = onDark ? white : black;

  const wanted = parse(chosen.surface) ?? mix(page, pole, 0.04);
  const surface = reach(wanted, page, TEXT_RATIO, [pole]);
  const grounds = [page, surface];
  const text = reach(parse(chosen.text) ?? mix(pole, page, 0.1), pole, TEXT_RATIO, grounds);
  const edge = reach(brand, pole, SHAPE_RATIO, grounds);
  const meaning = (name: keyof typeof meanings) =>
    reach(parse(meanings[name][onDark ? 1 : 0]) as Color, pole, TEXT_RATIO, grounds);

  return {
    'color-scheme': onDark ? 'dark' : 'light',
    '--bh-brand': format(brand),
    '--bh-on-brand': format(contrast(brand, white) < TEXT_RATIO ? black : white),
    '--bh-brand-text': format(reach(brand, pole, TEXT_RATIO, grounds)),
    '--bh-brand-edge': format(edge),
    '--bh-page': format(page),
    '--bh-surface': format(surface),
    '--bh-text': format(text),
    '--bh-muted': format(reach(mix(text, page, 0.3), text, TEXT_RATIO, grounds)),
    '--bh-border': format(reach(mix(text, page, 0.6), text, SHAPE_RATIO, grounds)),
    '--bh-focus': format(edge),
    '--bh-danger': format(meaning('danger')),
    '--bh-success': format(meaning('success')),
    '--bh-warning': format(meaning('warning')),
  };
}

export type MeasuredPair = {
  /** Names of custom properties, without `--bh-`. */
  readonly color: string;
  readonly on: string;
  /** 1 to 21. */
  readonly ratio: number;
  readonly needed: number;
};

/** Which colors meet in the modules, and what each pair needs. */
const pairs: readonly (readonly [color: string, on: readonly string[], needed: number])[] = [
  ['text', ['page', 'surface'], TEXT_RATIO],
  ['muted', ['page', 'surface'], TEXT_RATIO],
  ['brand-text', ['page', 'surface'], TEXT_RATIO],
  ['on-brand', ['brand'], TEXT_RATIO],
  ['danger', ['page', 'surface'], TEXT_RATIO],
  ['success', ['page', 'surface'], TEXT_RATIO],
  ['warning', ['page', 'surface'], TEXT_RATIO],
  ['border', ['page', 'surface'], SHAPE_RATIO],
  ['brand-edge', ['page', 'surface'], SHAPE_RATIO],
  ['focus', ['page', 'surface'], SHAPE_RATIO],
];

/** What `deriveColors` answered, measured anew: one row a pair of colors that meet. */
export function measureColors(properties: Readonly<Record<string, string>>): MeasuredPair[] {
  const colors = new Map(
    Object.entries(properties).map(([name, value]) => [name.slice('--bh-'.length), parse(value)]),
  );
  const colorOf = (name: string) => colors.get(name) ?? white;
  return pairs.flatMap(([color, grounds, needed]) =>
    grounds.map((on) => ({ color, on, ratio: contrast(colorOf(color), colorOf(on)), needed })),
  );
}

function contrast([, , , one]: Color, [, , , other]: Color): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** The first color on the way that is seen on all grounds; its end, where none is. */
function reach(from: Color, to: Color, ratio: number, grounds: readonly Color[]): Color {
  for (let step = 0; step < STEPS; step += 1) {
    const color = mix(from, to, step / STEPS);
    if (grounds.every((ground) => contrast(color, ground) >= ratio)) return color;
  }
  return to;
}

function mix(from: Color, to: Color, share: number): Color {
  const channel = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share);
  return measured(channel(0), channel(1), channel(2));
}

function measured(red: number, green: number, blue: number): Color {
  const light = (channel: number) => linear[channel] as number;
  return [red, green, blue, 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)];
}

function parse(text: string | null | undefined): Color | undefined {
  if (!/^#[\da-f]{6}$/i.test(text ?? '')) return undefined;
  const value = Number.parseInt((text as string).slice(1), 16);
  return measured(value >> 16, (value >> 8) & 255, value & 255);
}

function format([red, green, blue]: Color): string {
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
}
