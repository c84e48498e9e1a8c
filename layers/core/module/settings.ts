/** A partner's settings of the hosted modules: their origins, what they say and how they look. */
import { type Failure, type FieldError, fail } from '../base/errors.ts';
import type { PartnerRecord } from '../partner/partner.ts';
import type {
  GivenModuleSettings,
  Links,
  ModuleLook,
  ModuleSettings,
  Texts,
  Theme,
} from '../schemas/module.ts';
import { APP_ORIGINS } from './page.ts';

/** A font that a partner uploaded; its bytes are in a record of their own. */
export type FontEntry = {
  /** `font_…`. */
  readonly fontId: string;
  readonly name: string;
};

/** Apart from the partner's record, which each request reads. What is left out is as at first. */
export type ModuleSettingsRecord = {
  readonly partnerId: string;
  readonly version: number;
  readonly origins?: readonly string[];
  readonly bridgeName?: string;
  readonly appName?: string;
  readonly theme?: Theme;
  readonly texts?: Texts;
  readonly links?: Links;
  readonly hideAttribution?: boolean;
  /** Where modules open and nowhere else; anywhere, when left out. */
  readonly opensIn?: readonly ('frame' | 'app')[];
  /** The newest first. */
  readonly fonts?: readonly FontEntry[];
};

/** What native hosts find the modules' channel by. */
export const DEFAULT_BRIDGE_NAME = 'Billhook';
/** Fonts kept for a partner: the one before, and some to choose from. */
export const MAX_FONTS = 5;

export function noModuleSettings(partnerId: string): ModuleSettingsRecord {
  return { partnerId, version: 0 };
}

/**
 * The settings with what was given.
 * @param allowLocal origins of the machine itself may be registered: on a developer's own machine.
 */
export function changeModuleSettings(
  standing: ModuleSettingsRecord,
  given: GivenModuleSettings,
  { allowLocal }: { readonly allowLocal: boolean },
): ModuleSettingsRecord | Failure<'invalid_request'> {
  const fields = [
    ...originProblems(given.origins ?? [], allowLocal),
    ...fontProblems(standing, given.theme),
  ];
  if (fields.length > 0) return fail('invalid_request', { fields });
  const change = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value ?? undefined]),
  );
  const { origins } = given;
  return {
    ...standing,
    ...change,
    ...(origins && { origins: [...new Set(origins)] }),
    version: standing.version + 1,
  };
}

/**
 * The settings with one more font, and what goes for it: the oldest that the theme does not name. One
 * that is there already becomes the newest.
 */
export function addFont(
  standing: ModuleSettingsRecord,
  font: FontEntry,
): { readonly settings: ModuleSettingsRecord; readonly removed: readonly FontEntry[] } {
  const others = (standing.fonts ?? []).filter(({ fontId }) => fontId !== font.fontId);
  const { fontId: text, strongFontId: strong } = standing.theme?.font ?? {};
  const unused = others.filter(({ fontId }) => fontId !== text && fontId !== strong);
  const removed = unused.slice(unused.length - Math.max(0, others.length + 1 - MAX_FONTS));
  const fonts = [font, ...others.filter((one) => !removed.includes(one))];
  return { settings: { ...standing, version: standing.version + 1, fonts }, removed };
}

/** As the partner itself sees them. */
export function showModuleSettings(settings: ModuleSettingsRecord): ModuleSettings {
  const { appName } = settings;
  return {
    ...shared(settings),
    ...(appName !== undefined && { appName }),
    fonts: (settings.fonts ?? []).map(({ fontId, name }) => ({ fontId, name })),
  };
}

/** As the partner's users see them. */
export function lookOf(
  { _id: partnerId, name }: Pick<PartnerRecord, '_id' | 'name'>,
  settings: ModuleSettingsRecord | undefined = noModuleSettings(partnerId),
): ModuleLook {
  return { partnerId, name: settings.appName ?? name, ...shared(settings) };
}

function shared(settings: ModuleSettingsRecord) {
  return {
    origins: [...(settings.origins ?? [])],
    bridgeName: settings.bridgeName ?? DEFAULT_BRIDGE_NAME,
    theme: settings.theme ?? { colorScheme: 'auto' as const },
    texts: { ...settings.texts },
    links: { ...settings.links },
    hideAttribution: settings.hideAttribution ?? false,
    ...(settings.opensIn && { opensIn: [...settings.opensIn] }),
  };
}

function originProblems(origins: readonly string[], allowLocal: boolean): FieldError[] {
  return origins.flatMap((origin, index) =>
    isRegistrable(origin, allowLocal)
      ? []
      : [
          {
            field: `origins.${index}`,
            code: 'invalid_value',
            message: 'Expected an origin such as https://app.example.com, without a path',
          },
        ],
  );
}

/** Written as browsers write it, and without any character that means something in a header. */
const ORIGIN = /^(https?):\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::[1-9]\d{0,4})?$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3})$/;

function isRegistrable(origin: string, allowLocal: boolean): boolean {
  if (APP_ORIGINS.includes(origin)) return true;
  const [, scheme, host = ''] = ORIGIN.exec(origin) ?? [];
  if (scheme === undefined || originOf(origin) !== origin) return false;
  return LOOPBACK.test(host) ? allowLocal : scheme === 'https';
}

function originOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).origin : undefined;
}

/** A theme names fonts of its own partner only. */
function fontProblems(
  { fonts = [] }: ModuleSettingsRecord,
  theme: GivenModuleSettings['theme'],
): FieldError[] {
  const message = 'Expected a font that has been uploaded';
  return (['fontId', 'strongFontId'] as const).flatMap((name) => {
    const named = theme?.font?.[name];
    if (named === undefined || fonts.some(({ fontId }) => fontId === named)) return [];
    return [{ field: `theme.font.${name}`, code: 'invalid_value', message }];
  });
}
