import { isFailure } from '@billhook/core/base/errors';
import {
  addFont,
  changeModuleSettings,
  lookOf,
  MAX_FONTS,
  type ModuleSettingsRecord,
  noModuleSettings,
  showModuleSettings,
} from '@billhook/core/module/settings';
import { type GivenModuleSettings, givenModuleSettings } from '@billhook/core/schemas/module';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

const none = noModuleSettings('ptn_a');
const partner = { _id: 'ptn_a', name: 'Acme Bank' };

function changed(
  given: GivenModuleSettings,
  from: ModuleSettingsRecord = none,
  allowLocal = false,
): ModuleSettingsRecord {
  const settings = changeModuleSettings(from, given, { allowLocal });
  if (isFailure(settings)) throw new Error(JSON.stringify(settings));
  return settings;
}

describe('an origin', () => {
  const isTaken = (origin: string, allowLocal = false) =>
    !isFailure(changeModuleSettings(none, { origins: [origin] }, { allowLocal }));

  test.each([
    'https://acme.example',
    'https://app.acme.example:8443',
    'https://xn--bcher-kva.example',
    'https://intranet',
    'capacitor://localhost',
    'ionic://localhost',
    'https://localhost',
  ])('%s may be registered', (origin) => {
    expect(isTaken(origin)).toBe(true);
  });

  test.each([
    'http://acme.example',
    'https://acme.example/',
    'https://acme.example/path',
    'https://acme.example?a',
    'https://acme.example:443',
    'https://Acme.example',
    'https://acme.example:0',
    'https://acme.example:99999',
    'https://user@acme.example',
    'https://*.acme.example',
    'https://acme.example;',
    "https://acme.example 'unsafe-inline'",
    'https://acme.example,https://b.example',
    'https://acme.example\n',
    'https://bücher.example',
    'https://1.2.3',
    'capacitor://other',
    'file://',
    'null',
    '*',
    '',
  ])('%j may not', (origin) => {
    expect([isTaken(origin), isTaken(origin, true)]).toEqual([false, false]);
  });

  test.each([
    'http://localhost:8789',
    'https://localhost:8443',
    'http://localhost',
    'http://127.0.0.1:3000',
    'https://127.0.0.1',
  ])('%s may on a developer’s own machine only', (origin) => {
    expect([isTaken(origin), isTaken(origin, true)]).toEqual([false, true]);
  });

  test('is kept once, and a refusal names its place', () => {
    const origins = ['https://a.example', 'https://b.example', 'https://a.example'];
    expect(changed({ origins }).origins).toEqual(['https://a.example', 'https://b.example']);
    const wrong = { origins: ['https://a.example', 'nowhere'] };
    expect(changeModuleSettings(none, wrong, { allowLocal: false })).toMatchObject({
      failure: 'invalid_request',
      fields: [{ field: 'origins.1' }],
    });
  });
});

describe('settings', () => {
  const set = changed({
    appName: 'Acme',
    bridgeName: 'acme',
    links: { help: 'https://a.example' },
  });

  test('are what was left out at first, and null takes them back to it', () => {
    expect(lookOf(partner)).toEqual({
      partnerId: 'ptn_a',
      name: 'Acme Bank',
      theme: { colorScheme: 'auto' },
      texts: {},
      links: {},
      hideAttribution: false,
      origins: [],
      bridgeName: 'Billhook',
    });
    const cleared = changed({ appName: null, bridgeName: null, links: null }, set);
    expect(lookOf(partner, cleared)).toEqual(lookOf(partner));
    expect(showModuleSettings(cleared)).toEqual(showModuleSettings(none));
  });

  test('that are left out stay', () => {
    const next = changed({ hideAttribution: true }, set);
    expect(lookOf(partner, next)).toMatchObject({
      name: 'Acme',
      bridgeName: 'acme',
      links: { help: 'https://a.example' },
      hideAttribution: true,
    });
    expect(next.version).toBe(set.version + 1);
  });
});

describe('a font', () => {
  const named = (number: number) => ({ fontId: `font_${number}`, name: `Font ${number}` });
  const full = [1, 2, 3, 4, 5].reduce((one, number) => addFont(one, named(number)).settings, none);
  const idsOf = ({ fonts = [] }: ModuleSettingsRecord) => fonts.map(({ fontId }) => fontId);

  test('takes the place of the oldest that the theme does not name', () => {
    expect(idsOf(full)).toHaveLength(MAX_FONTS);
    const theme = { colorScheme: 'auto' as const, font: named(1) };
    const { settings, removed } = addFont(changed({ theme }, full), named(6));
    expect(removed).toEqual([named(2)]);
    expect(idsOf(settings)).toEqual(['font_6', 'font_5', 'font_4', 'font_3', 'font_1']);
  });

  test('of two files keeps both', () => {
    const theme = { colorScheme: 'auto' as const, font: { ...named(2), strongFontId: 'font_1' } };
    const { settings, removed } = addFont(changed({ theme }, full), named(6));
    expect(removed).toEqual([named(3)]);
    expect(idsOf(settings)).toEqual(['font_6', 'font_5', 'font_4', 'font_2', 'font_1']);
  });

  test('that is there already becomes the newest', () => {
    const { settings, removed } = addFont(full, named(2));
    expect(removed).toEqual([]);
    expect(idsOf(settings)).toEqual(['font_2', 'font_5', 'font_4', 'font_3', 'font_1']);
  });

  test('of another partner cannot be named', () => {
    const theme = { colorScheme: 'auto' as const, font: named(9) };
    expect(changeModuleSettings(full, { theme }, { allowLocal: false })).toMatchObject({
      fields: [{ field: 'theme.font.fontId' }],
    });
    const second = { colorScheme: 'auto' as const, font: { ...named(1), strongFontId: 'font_9' } };
    expect(changeModuleSettings(full, { theme: second }, { allowLocal: false })).toMatchObject({
      fields: [{ field: 'theme.font.strongFontId' }],
    });
  });
});

describe('what is given', () => {
  const problemOf = (given: unknown) => {
    const parsed = v.safeParse(givenModuleSettings, given);
    return parsed.success ? undefined : v.getDotPath(parsed.issues[0]);
  };

  test.each<[string, object, string | undefined]>([
    ['a color', { theme: { brandColor: '#0A7f5c' } }, undefined],
    ['a color with more behind it', { theme: { brandColor: '#0a7f5c;x' } }, 'theme.brandColor'],
    ['a color by its name', { theme: { brandColor: 'red' } }, 'theme.brandColor'],
    ['the largest radius', { theme: { radius: 24 } }, undefined],
    ['a larger radius', { theme: { radius: 25 } }, 'theme.radius'],
    ['two weights', { theme: { weights: { text: 300, strong: 900 } } }, undefined],
    ['a weight between', { theme: { weights: { text: 450 } } }, 'theme.weights.text'],
    ['too light', { theme: { weights: { strong: 0 } } }, 'theme.weights.strong'],
    ['too heavy', { theme: { weights: { strong: 1000 } } }, 'theme.weights.strong'],
    ['a density', { theme: { density: 'compact' } }, undefined],
    ['a density that is none', { theme: { density: 'dense' } }, 'theme.density'],
    ['a logo', { theme: { logo: { dark: 'https://a.example/l.svg' } } }, undefined],
    ['a logo in the address', { theme: { logo: { dark: 'data:,' } } }, 'theme.logo.dark'],
    ['a link', { links: { terms: 'https://a.example/terms' } }, undefined],
    ['a link of http', { links: { terms: 'http://a.example' } }, 'links.terms'],
    ['a link of script', { links: { help: 'javascript:alert(1)' } }, 'links.help'],
    ['a name of a variable', { bridgeName: '$acme_1' }, undefined],
    ['code', { bridgeName: 'a.b' }, 'bridgeName'],
    ['a blank name', { appName: ' ' }, 'appName'],
    ['own words', { texts: { 'search.title': 'Who bills you?' } }, undefined],
    ['own words with a name', { texts: { 'signIn.title': '{company}, please' } }, undefined],
    ['words without the name', { texts: { 'signIn.title': 'Sign in' } }, 'texts.signIn.title'],
    ['a name too many', { texts: { 'search.title': '{token}' } }, 'texts.search.title'],
    ['words for nothing', { texts: { 'boot.origin.body': 'Go on' } }, 'texts.boot.origin.body'],
    ['words of Object', { texts: { toString: 'Go on' } }, 'texts.toString'],
    ['long words', { texts: { 'search.title': 'x'.repeat(201) } }, 'texts.search.title'],
    ['20 origins', { origins: new Array(20).fill('https://a.example') }, undefined],
    ['21 origins', { origins: new Array(21).fill('https://a.example') }, 'origins'],
  ])('%s', (_what, given, problem) => {
    expect(problemOf(given) ?? undefined).toBe(problem);
  });
});
