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
const HOUSE_BRAND = '#2556e0';
const pages: Readonly<Record<Scheme, string>> = { light: '#ffffff', dark: '#101216' };
/**
 * On a dark page a brand with less light than this would have to become gray to be seen, and a gray
 * button looks switched off: it is turned light instead.
 */
const NEAR_BLACK = 0.03;
/** How much light a channel stands for, 0 to 1. */
const linear = Array.from({ length: 256 }, (_, channel) => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
const black = parse('#000000') as Color;
const white = parse('#ffffff') as Color;

/** Where to begin with the colors that mean something: on a bright page, and on a dark one. */
const meant = {
  danger: ['#b3261e', '#ff9d94'],
  success: ['#14743a', '#6fd394'],
  warning: ['#8a5300', '#f2b45c'],
} as const;

/**
 * The custom properties of the modules that are colors, and `color-scheme`, which follows the page
 * and not its name: a partner may have chosen a dark page for both.
 *
 * Grays carry a little of the brand, so that they belong to it. `page` is the paper, `canvas` the
 * ground around it on a desktop, `surface` what is quiet on the page, `line` decoration alone.
 * Text (`text`, `muted`, `brand-text`) has 4.5:1 on page, surface and `brand-wash`; `danger`,
 * `success` and `warning` have it on page, surface and their own wash, as `text` has on all washes.
 * `on-brand` has it on `fill`, the main button: the brand, but on a dark page lifted until it stands
 * out. `border`, `brand-edge` and `focus` have 3:1 on page, surface and `brand-wash`, `fill-edge` on
 * page and surface. No color has 3:1 on every page and brand at once, so `focus` is drawn with a gap
 * around a button, in which the page shows. The surface is the partner's only as far as one text
 * can be read on it and on the page.
 */
export function deriveColors(theme: ThemeColors, scheme: Scheme): Record<string, string> {
  const chosen = theme[scheme] ?? {};
  const brand = (parse(theme.brandColor) ?? parse(HOUSE_BRAND)) as Color;
  const own = parse(pages[scheme]) as Color;
  const page = parse(chosen.background) ?? (scheme === 'dark' ? mix(own, brand, 0.03) : own);
  const onDark = contrast(page, white) > contrast(page, black);
  const pole = onDark ? white : black;
  const ink = mix(pole, brand, 0.25);

  const readable = (ground: Color) => reach(ground, page, TEXT_RATIO, [pole]);
  const wash = (color: Color) => readable(mix(page, color, onDark ? 0.18 : 0.08));
  const surface = readable(parse(chosen.surface) ?? mix(page, ink, onDark ? 0.06 : 0.035));
  const brandWash = wash(reach(brand, pole, SHAPE_RATIO, [page, surface]));
  const grounds = [page, surface, brandWash];
  const meanings = (['danger', 'success', 'warning'] as const).map((name) => {
    const [light, dark] = meant[name];
    const color = parse(onDark ? dark : light) as Color;
    const ground = wash(color);
    return [name, reach(color, pole, TEXT_RATIO, [page, surface, ground]), ground] as const;
  });
  const washes = meanings.map(([, , ground]) => ground);
  const wanted = parse(chosen.text) ?? mix(mix(pole, brand, 0.06), page, 0.06);
  const text = reach(wanted, pole, TEXT_RATIO, [...grounds, ...washes]);
  const edge = reach(brand, pole, SHAPE_RATIO, grounds);
  const fill = onDark ? lifted(brand, page) : brand;

  const colors = {
    brand,
    fill,
    'fill-edge': reach(fill, pole, SHAPE_RATIO, grounds),
    'on-brand': contrast(fill, white) < TEXT_RATIO ? black : white,
    'brand-text': reach(brand, pole, TEXT_RATIO, grounds),
    'brand-edge': edge,
    'brand-wash': brandWash,
    page,
    canvas: onDark ? mix(page, black, 0.35) : mix(page, ink, 0.05),
    surface,
    line: mix(page, ink, onDark ? 0.14 : 0.1),
    text,
    muted: reach(mix(text, page, 0.3), text, TEXT_RATIO, grounds),
    border: reach(mix(text, page, 0.6), text, SHAPE_RATIO, grounds),
    focus: edge,
  };
  const all = [
    ...Object.entries(colors),
    ...meanings.flatMap(([name, color, ground]) => [
      [name, color] as const,
      [`${name}-wash`, ground] as const,
    ]),
  ];
  return {
    'color-scheme': onDark ? 'dark' : 'light',
    ...Object.fromEntries(all.map(([name, color]) => [`--bh-${name}`, format(color)])),
  };
}

/** The brand as a button on a dark page. */
function lifted(brand: Color, page: Color): Color {
  if (brand[3] < NEAR_BLACK && contrast(brand, page) < SHAPE_RATIO) return mix(white, brand, 0.08);
  return reach(brand, white, SHAPE_RATIO, [page]);
}

export type MeasuredPair = {
  /** Names of custom properties, without `--bh-`. */
  readonly color: string;
  readonly on: string;
  /** 1 to 21. */
  readonly ratio: number;
  readonly needed: number;
};

const GROUNDS = ['page', 'surface', 'brand-wash'];

/** Which colors meet in the modules, and what each pair needs. */
const pairs: readonly (readonly [color: string, on: readonly string[], needed: number])[] = [
  ['text', [...GROUNDS, 'danger-wash', 'success-wash', 'warning-wash'], TEXT_RATIO],
  ['muted', GROUNDS, TEXT_RATIO],
  ['brand-text', GROUNDS, TEXT_RATIO],
  ['on-brand', ['fill'], TEXT_RATIO],
  ['danger', ['page', 'surface', 'danger-wash'], TEXT_RATIO],
  ['success', ['page', 'surface', 'success-wash'], TEXT_RATIO],
  ['warning', ['page', 'surface', 'warning-wash'], TEXT_RATIO],
  ['border', GROUNDS, SHAPE_RATIO],
  ['brand-edge', GROUNDS, SHAPE_RATIO],
  ['fill-edge', ['page', 'surface'], SHAPE_RATIO],
  ['focus', GROUNDS, SHAPE_RATIO],
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
