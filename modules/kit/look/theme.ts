/**
 * A partner's look on the page (decision: readable-colors): by custom properties set through CSSOM,
 * which the CSP allows.
 */
import {
  deriveColors,
  type MeasuredPair,
  measureColors,
  type Scheme,
  type ThemeColors,
} from './theme-colors.ts';

export type Theme = ThemeColors & {
  readonly colorScheme?: 'auto' | Scheme;
  /** Of corners, in pixels, 0 to 24. */
  readonly radius?: number | null;
  /** Of what is read, and of what stands out: 100 to 900. */
  readonly weights?: { readonly text?: number | null; readonly strong?: number | null } | null;
  readonly density?: 'comfortable' | 'compact' | null;
  readonly font?: {
    readonly name: string;
    readonly fontId: string;
    /** Of what stands out, where it has a file of its own. */
    readonly strongFontId?: string | null;
  } | null;
  readonly logo?: { readonly light?: string | null; readonly dark?: string | null } | null;
};

const DEFAULT_RADIUS = 12;
const MAX_RADIUS = 24;
const DEFAULT_WEIGHTS = { text: 400, strong: 600 } as const;
/** A name of our own, so that a partner's name of its font is never part of a style. */
export const FONT_FAMILY = 'Billhook Partner';
const SYSTEM_FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
/** Ours, and until it has come the system's own in its measures. */
const OWN_FONT = `Figtree, "Figtree Fallback", "Figtree Other", ${SYSTEM_FONT}`;

/**
 * All custom properties of the modules for one scheme, and `color-scheme`. What stands out a little
 * has the weight halfway; `--bh-roomy` is 1, or 0 where rows and fields are to be lower.
 */
export function deriveTheme(theme: Theme, scheme: Scheme): Record<string, string> {
  const radius = Math.min(MAX_RADIUS, Math.max(0, theme.radius ?? DEFAULT_RADIUS));
  const text = theme.weights?.text ?? DEFAULT_WEIGHTS.text;
  const strong = theme.weights?.strong ?? DEFAULT_WEIGHTS.strong;
  return {
    ...deriveColors(theme, scheme),
    '--bh-radius': `${radius}px`,
    '--bh-weight': String(text),
    '--bh-weight-medium': String(Math.round((text + strong) / 200) * 100),
    '--bh-weight-strong': String(strong),
    '--bh-roomy': theme.density === 'compact' ? '0' : '1',
    '--bh-font': theme.font ? `"${FONT_FAMILY}", ${SYSTEM_FONT}` : OWN_FONT,
  };
}

/** The contrast of each pair of colors that meet, for the preview. */
export function contrastRatios(theme: Theme, scheme: Scheme): MeasuredPair[] {
  return measureColors(deriveColors(theme, scheme));
}

/**
 * Gives the page a partner's look, and keeps it when the user's preference of light or dark
 * changes and the theme follows it.
 * @param onScheme told at once and at each change whether the page is light or dark, for what is no
 * color: the logo.
 * @returns what stops following.
 */
export function applyTheme(theme: Theme, onScheme?: (scheme: Scheme) => void): () => void {
  const { colorScheme = 'auto' } = theme;
  const preference = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const preferred: Scheme = preference.matches ? 'dark' : 'light';
    const scheme = colorScheme === 'auto' ? preferred : colorScheme;
    const properties = deriveTheme(theme, scheme);
    setProperties(document.documentElement, properties);
    onScheme?.(properties['color-scheme'] === 'dark' ? 'dark' : 'light');
  };
  apply();
  if (colorScheme !== 'auto') return () => {};
  preference.addEventListener('change', apply);
  return () => preference.removeEventListener('change', apply);
}

/** For a part of a page, as the preview shows both schemes side by side. */
export function setProperties(
  element: HTMLElement,
  properties: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value);
}
