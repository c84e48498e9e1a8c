/** `billhook modules`: the origins of a partner's hosted modules, what they say and how they look. */
import { basename, extname } from 'node:path';
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import {
  type ModuleSettingsRecord,
  noModuleSettings,
  showModuleSettings,
} from '@billhook/core/module/settings';
import { givenFont, givenModuleSettings, type Theme } from '@billhook/core/schemas/module';
import { setModules, uploadFont } from '@billhook/runtime/partners/module-settings';
import { moduleSettingsStore } from '@billhook/runtime/stores/module-settings-store';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { Option } from 'commander';
import {
  type CommandGroup,
  columns,
  type Options,
  type Report,
  type Service,
  usageError,
} from '../command-group.ts';
import { checkedBy, collected, readFile, readJsonFile } from '../read-input.ts';

export const moduleCommands: CommandGroup = (program, does) => {
  const group = program.command('modules').description("How partners' hosted modules look");
  group
    .command('show <partnerId>')
    .description(
      "Show which origins can embed a partner's modules, what the modules say and how they look",
    )
    .action(does((service, [partnerId = '']) => show(service, partnerId)));
  group
    .command('set <partnerId>')
    .description(
      'Change those settings. Options that you omit stay unchanged; an empty text unsets a setting',
    )
    .option(
      '--origin <origin>',
      'origin of a page or app that embeds them; repeat it for more. Replaces all current ones',
      collected,
    )
    .option(
      '--bridge-name <name>',
      'name of the channel that native apps receive events on (Billhook)',
    )
    .option('--app-name <name>', "the app's name (the partner's)")
    .option('--theme <file>', 'colors, radius, weights, density and logo, in JSON')
    .option('--font <file>', 'a WOFF2 font for the theme')
    .option('--strong-font <file>', 'a second one, for what stands out')
    .option('--texts <file>', 'its own texts by their keys, in JSON')
    .option('--link-help <url>', 'URL where users find help')
    .option('--link-privacy <url>', 'URL of the privacy policy')
    .option('--link-terms <url>', 'URL of the terms of use')
    .addOption(
      new Option('--attribution <on|off>', "show the service's name on each page").choices([
        'on',
        'off',
      ]),
    )
    .addOption(
      new Option(
        '--opens-in <place>',
        'where they open and nowhere else: in frames of its origins, in its app, in either, or anywhere',
      ).choices(['frame', 'app', 'frame-or-app', 'anywhere']),
    )
    .action(does((service, [partnerId = ''], options) => set(service, partnerId, options)));
};

async function show({ table }: Service, partnerId: string) {
  if (!(await partnerStore(table).find(partnerId))) return fail('partner_not_found');
  return reportOf(await settingsOf(table, partnerId));
}

async function set({ table, actor, now }: Service, partnerId: string, options: Options) {
  if (Object.keys(options).length === 0) throw usageError('Pass a setting to change');
  if (!(await partnerStore(table).find(partnerId))) return fail('partner_not_found');
  const by = { partnerId, actor, now };
  const standing = await settingsOf(table, partnerId);
  // Checked before anything is written; which origins may be registered, the write itself tells.
  const change = checkedBy(givenModuleSettings, givenBy(options, standing));
  const theme = change.theme ?? standing.theme ?? { colorScheme: 'auto' };
  const font = await addedFonts(options, theme, (file) =>
    uploadFont(table, checkedBy(givenFont, fontIn(file)), by),
  );
  if (font && isFailure(font)) return font;
  const wanted = { ...change, ...(font && { theme: { ...theme, font } }) };
  const changed = await setModules(table, wanted, by);
  return isFailure(changed) ? changed : reportOf(changed);
}

type Font = NonNullable<Theme['font']>;

/** The theme's font with what was uploaded for it; nothing where nothing was. */
async function addedFonts<F extends Failure>(
  { font, strongFont }: Options,
  theme: Theme,
  upload: (file: string) => Promise<Font | F>,
): Promise<Font | F | undefined> {
  const text = font === undefined ? theme.font : await upload(String(font));
  if (strongFont === undefined || (text && isFailure(text))) {
    return font === undefined && strongFont === undefined ? undefined : text;
  }
  if (!text) throw usageError('Pass --font too: the theme has none that this one could go with');
  const strong = await upload(String(strongFont));
  return isFailure(strong) ? strong : { ...text, strongFontId: strong.fontId };
}

function fontIn(file: string) {
  return { name: basename(file, extname(file)), woff2: readFile(file).toString('base64') };
}

async function settingsOf(
  table: Service['table'],
  partnerId: string,
): Promise<ModuleSettingsRecord> {
  const found = await moduleSettingsStore(table).find(partnerId);
  return found ?? noModuleSettings(partnerId);
}

/** The options as the partner's own call would have them; `null` is what was at first. */
function givenBy(options: Options, standing: ModuleSettingsRecord) {
  const { origin, bridgeName, appName, theme, texts, attribution, opensIn } = options;
  const links = linksBy(options, standing);
  return {
    ...(Array.isArray(origin) && { origins: origin.filter((one) => one !== '') }),
    ...(bridgeName !== undefined && { bridgeName: bridgeName || null }),
    ...(appName !== undefined && { appName: appName || null }),
    ...(theme !== undefined && { theme: theme === '' ? null : readJsonFile(String(theme)) }),
    ...(texts !== undefined && { texts: texts === '' ? null : readJsonFile(String(texts)) }),
    ...(links && { links }),
    ...(attribution !== undefined && { hideAttribution: attribution === 'off' }),
    ...(opensIn !== undefined && {
      opensIn: opensIn === 'anywhere' ? null : String(opensIn).split('-or-'),
    }),
  };
}

/** The links are replaced together, so that those that are not named are named here. */
function linksBy(
  { linkHelp, linkPrivacy, linkTerms }: Options,
  standing: ModuleSettingsRecord,
): object | undefined {
  const given = { help: linkHelp, privacy: linkPrivacy, terms: linkTerms };
  const named = Object.entries(given).filter(([, url]) => url !== undefined);
  if (named.length === 0) return undefined;
  const links = { ...standing.links, ...Object.fromEntries(named) };
  return Object.fromEntries(Object.entries(links).filter(([, url]) => url !== ''));
}

function reportOf(settings: ModuleSettingsRecord): Report {
  const shown = showModuleSettings(settings);
  const { origins, theme, texts, links, fonts } = shown;
  const rows = (name: string, all: readonly string[]) =>
    all.length > 0 ? all.map((one) => [name, one]) : [[name, 'none']];
  const named = (entries: object) => Object.entries(entries).map(([key, one]) => `${key}: ${one}`);
  const { colorScheme, brandColor, radius, density, font, ...more } = theme;
  const looks = { colorScheme, brandColor, radius, density, font: font?.name };
  const others = Object.entries(more).map(([key, one]) => `${key}: ${named(one).join(', ')}`);
  const set = Object.entries(looks).filter(([, one]) => one !== undefined);
  return {
    value: shown,
    lines: columns([
      ['App name', shown.appName ?? "the partner's"],
      ...rows('Origin', origins),
      ['Bridge name', shown.bridgeName],
      ...rows('Theme', [...named(Object.fromEntries(set)), ...others]),
      ...rows('Text', named(texts)),
      ...rows('Link', named(links)),
      ['Opens in', shown.opensIn?.join(' or ') ?? 'anywhere'],
      ['Attribution', shown.hideAttribution ? 'off' : 'on'],
      ...rows(
        'Font',
        fonts.map(({ fontId, name }) => `${fontId}  ${name}`),
      ),
    ]),
  };
}
