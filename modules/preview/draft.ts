/** A look that is being tried: what stands in the form, and what it comes to. */
import type { ModuleLook, Theme } from '@billhook/core/schemas/module';

/** What can be set, as the form has it. */
export const draftGroups = {
  brand: ['appName', 'brandColor', 'lightLogo', 'darkLogo'],
  shape: ['colorScheme', 'density', 'radius', 'textWeight', 'strongWeight'],
  light: ['lightBackground', 'lightSurface', 'lightText'],
  dark: ['darkBackground', 'darkSurface', 'darkText'],
} as const;

export const draftFields = Object.values(draftGroups).flat();

/** Fields of which one of a few is chosen; the first is ours. */
export const choicesOf = {
  colorScheme: ['auto', 'light', 'dark'],
  density: ['comfortable', 'compact'],
} as const;

export function isChoice(field: DraftField): field is keyof typeof choicesOf {
  return field in choicesOf;
}

export type DraftField = (typeof draftFields)[number];

/** As typed; empty where the partner leaves it to us. */
export type Draft = Readonly<Record<DraftField, string>>;

/** Why a field is left out, as the end of a key of the texts. */
export type DraftProblem = 'color' | 'logo' | 'radius' | 'weight';

/** The bounds are those of `PUT /partner/modules`. */
const MAX_RADIUS = 24;
const COLOR = /^#[\da-f]{6}$/i;

const rules: Readonly<Partial<Record<DraftField, DraftProblem>>> = {
  brandColor: 'color',
  radius: 'radius',
  textWeight: 'weight',
  strongWeight: 'weight',
  lightBackground: 'color',
  lightSurface: 'color',
  lightText: 'color',
  darkBackground: 'color',
  darkSurface: 'color',
  darkText: 'color',
  lightLogo: 'logo',
  darkLogo: 'logo',
};

const checks: Readonly<Record<DraftProblem, (text: string) => boolean>> = {
  color: (text) => COLOR.test(text),
  logo: (text) => text.startsWith('https://') && URL.canParse(text),
  weight: (text) => /^[1-9]00$/.test(text),
  radius: (text) => /^\d{1,2}$/.test(text) && Number(text) <= MAX_RADIUS,
};

export function draftOf({ name, theme }: Pick<ModuleLook, 'name' | 'theme'>): Draft {
  const { brandColor, colorScheme, density, radius, weights, light, dark, logo } = theme;
  const written = (number: number | undefined) => (number === undefined ? '' : String(number));
  return {
    appName: name,
    brandColor: brandColor ?? '',
    colorScheme,
    density: density ?? '',
    radius: written(radius),
    textWeight: written(weights?.text),
    strongWeight: written(weights?.strong),
    lightBackground: light?.background ?? '',
    lightSurface: light?.surface ?? '',
    lightText: light?.text ?? '',
    darkBackground: dark?.background ?? '',
    darkSurface: dark?.surface ?? '',
    darkText: dark?.text ?? '',
    lightLogo: logo?.light ?? '',
    darkLogo: logo?.dark ?? '',
  };
}

export function draftProblems(draft: Draft): Partial<Record<DraftField, DraftProblem>> {
  const wrong = draftFields.filter(
    (field) => !isUsable(field, draft[field]) && draft[field] !== '',
  );
  return Object.fromEntries(wrong.map((field) => [field, rules[field]]));
}

/** What can be used of it. The partner's font stays: it is uploaded, and not typed. */
export function themeOf(draft: Draft, font: Theme['font']): Theme {
  const given = (field: DraftField) => {
    const text = draft[field];
    return text !== '' && isUsable(field, text) ? text : undefined;
  };
  const number = (field: DraftField) => {
    const text = given(field);
    return text === undefined ? undefined : Number(text);
  };
  return pruned({
    brandColor: given('brandColor'),
    colorScheme: draft.colorScheme as Theme['colorScheme'],
    light: pruned({
      background: given('lightBackground'),
      surface: given('lightSurface'),
      text: given('lightText'),
    }),
    dark: pruned({
      background: given('darkBackground'),
      surface: given('darkSurface'),
      text: given('darkText'),
    }),
    density: given('density') as Theme['density'],
    radius: number('radius'),
    font,
    weights: pruned({ text: number('textWeight'), strong: number('strongWeight') }),
    logo: pruned({ light: given('lightLogo'), dark: given('darkLogo') }),
  });
}

/** The body of `PUT /partner/modules` that makes it so. */
export function settingsOf(draft: Draft, font: Theme['font']): object {
  const appName = draft.appName.trim();
  return { ...(appName !== '' && { appName }), theme: themeOf(draft, font) };
}

function isUsable(field: DraftField, text: string): boolean {
  const rule = rules[field];
  return rule === undefined || checks[rule](text);
}

/** Without what is not given, and without what holds nothing then. */
function pruned<T extends object>(value: T): T {
  const entries = Object.entries(value).filter(
    ([, part]) =>
      part !== undefined && !(typeof part === 'object' && Object.keys(part).length === 0),
  );
  return Object.fromEntries(entries) as T;
}
