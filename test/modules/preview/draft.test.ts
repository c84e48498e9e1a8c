import { moduleLook, theme } from '@billhook/core/schemas/module';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  type Draft,
  draftOf,
  draftProblems,
  settingsOf,
  themeOf,
} from '../../../modules/preview/draft.ts';
import { texts as english } from '../../../modules/preview/texts/en.ts';
import { texts as spanish } from '../../../modules/preview/texts/es.ts';

const nothing: Draft = draftOf({ name: '', theme: { colorScheme: 'auto' } });

const full = v.parse(v.omit(moduleLook, ['partnerId']), {
  name: 'Northstar',
  theme: {
    brandColor: '#0a7f5c',
    colorScheme: 'dark',
    light: { background: '#ffffff', surface: '#eeeeee', text: '#111111' },
    dark: { background: '#000000', text: '#eeeeee' },
    radius: 0,
    density: 'compact',
    weights: { text: 300, strong: 700 },
    font: { name: 'Inter', fontId: 'font_1' },
    logo: { light: 'https://cdn.example/l.png', dark: 'https://cdn.example/d.png' },
  },
  texts: {},
  links: {},
  hideAttribution: false,
  origins: [],
  bridgeName: 'Billhook',
});

test('a look that is not changed comes to the settings that it has', () => {
  expect(settingsOf(draftOf(full), full.theme.font)).toEqual({
    appName: 'Northstar',
    theme: full.theme,
  });
});

test('what is left empty is left to us', () => {
  expect(settingsOf(nothing, undefined)).toEqual({ theme: { colorScheme: 'auto' } });
});

describe.each([
  ['brandColor', 'color', ['#0a7f5c', '#FFFFFF'], ['red', '#fff', '#0a7f5g', '0a7f5c']],
  ['darkSurface', 'color', ['#000000'], ['#0000000']],
  ['radius', 'radius', ['0', '24'], ['25', '-1', '1.5', '8px']],
  ['strongWeight', 'weight', ['100', '900'], ['450', '1000', '0', 'bold']],
  ['lightLogo', 'logo', ['https://cdn.example/l.png'], ['http://cdn.example/l.png', 'https://']],
] as const)('%s', (field, problem, good, bad) => {
  test.each(good)('takes %s', (text) => {
    const draft = { ...nothing, [field]: text };
    expect(draftProblems(draft)).toEqual({});
    const made = themeOf(draft, undefined);
    expect(JSON.stringify(made)).toContain(text);
    expect(v.is(theme, made)).toBe(true);
  });

  test.each(bad)('leaves out %s, and says so', (text) => {
    const draft = { ...nothing, [field]: text };
    expect(draftProblems(draft)).toEqual({ [field]: problem });
    expect(themeOf(draft, undefined)).toEqual({ colorScheme: 'auto' });
  });
});

test('the Spanish texts have the placeholders of the English', () => {
  const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [key, text] of Object.entries(english)) {
    expect(placeholders(spanish[key as keyof typeof english]), key).toEqual(placeholders(text));
  }
});
