/** The modules' screens in a partner's look, on a phone and on a desktop, and what its colors come to. */
import type { ModuleLook } from '@billhook/core/schemas/module';
import { useMemo, useState } from 'preact/hooks';
import { Chips } from '../kit/look/chips.tsx';
import { deriveTheme } from '../kit/look/theme.ts';
import { Notice } from '../kit/shell.tsx';
import { ContrastTable } from './contrast-table.tsx';
import { Device } from './device.tsx';
import { type Draft, type DraftField, draftOf, settingsOf, themeOf } from './draft.ts';
import { DraftForm } from './form.tsx';
import { OPERATION, Take } from './save.tsx';
import { SampleScreen, type ScreenName, screenGroups } from './screens.tsx';
import { say, type TextKey } from './text.ts';

const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];
const devices = ['phone', 'desktop'] as const;

type Props = {
  readonly look: ModuleLook;
  /** Why this is not a partner's own look. */
  readonly notice?: TextKey;
};

export function Preview({ look, notice }: Props) {
  const [draft, setDraft] = useState<Draft>(() => ({
    ...draftOf(look),
    // The name that stands for a partner that there is none of is nobody's to set.
    ...(look.partnerId === '' && { appName: '' }),
  }));
  const [screen, setScreen] = useState<ScreenName>('search');
  const [scheme, setScheme] = useState<Scheme>('light');
  const { font } = look.theme;
  const theme = useMemo(() => themeOf(draft, font), [draft, font]);
  const properties = useMemo(
    () => ({ light: deriveTheme(theme, 'light'), dark: deriveTheme(theme, 'dark') }),
    [theme],
  );
  const fixed = theme.colorScheme === 'auto' ? undefined : theme.colorScheme;
  const shown = fixed ?? scheme;
  return (
    <main class="tool" data-screen="preview">
      <div class="tool-settings">
        <h1>{say('preview.title')}</h1>
        <p class="muted">{say('preview.intro', { operation: OPERATION })}</p>
        {notice && <Notice>{say(notice)}</Notice>}
        <DraftForm draft={draft} shown={shownColors(properties)} onChange={setDraft} />
      </div>
      <div class="tool-shown">
        <div class="tool-bar">
          <Chips
            label={say('preview.module')}
            choices={groups.map((value) => ({ value, text: say(`screens.${value}`) }))}
            value={groupOf(screen)}
            onChange={(group) => setScreen(screenGroups[group][0])}
          />
          <ScreenPicker value={screen} onChange={setScreen} />
          <Chips
            label={say('field.colorScheme')}
            choices={(fixed ? [fixed] : schemes).map((value) => ({
              value,
              text: say(`choice.${value}`),
            }))}
            value={shown}
            onChange={setScheme}
          />
        </div>
        <div class="devices">
          {devices.map((kind) => (
            <Device
              key={kind}
              kind={kind}
              label={say(`preview.${kind}`, { screen: say(`screen.${screen}`) })}
              {...{ theme }}
              properties={properties[shown]}
            >
              <SampleScreen
                key={screen}
                name={screen}
                look={lookIn({ ...look, theme }, draft, properties[shown])}
              />
            </Device>
          ))}
        </div>
        <Take settings={settingsOf(draft, font)} />
        <details>
          <summary>{say('preview.contrast')}</summary>
          <p>{say('preview.contrast.body')}</p>
          <ContrastTable theme={theme} scheme={shown} properties={properties[shown]} />
        </details>
      </div>
    </main>
  );
}

const groups = Object.keys(screenGroups) as (keyof typeof screenGroups)[];

function groupOf(screen: ScreenName) {
  const has = (group: keyof typeof screenGroups) =>
    (screenGroups[group] as readonly ScreenName[]).includes(screen);
  return groups.find(has) ?? 'linking';
}

type PickerProps = {
  readonly value: ScreenName;
  readonly onChange: (screen: ScreenName) => void;
};

function ScreenPicker({ value, onChange }: PickerProps) {
  return (
    <div>
      <label for="screen" class="muted">
        {say('preview.screen')}
      </label>
      <select
        id="screen"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as ScreenName)}
      >
        {screenGroups[groupOf(value)].map((name) => (
          <option key={name} value={name}>
            {say(`screen.${name}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The page chooses the logo by its own scheme; a device has the one of its own. */
function lookIn(look: ModuleLook, draft: Draft, properties: Record<string, string>): ModuleLook {
  const { logo } = look.theme;
  const isDark = properties['color-scheme'] === 'dark';
  const light = isDark ? (logo?.dark ?? logo?.light) : (logo?.light ?? logo?.dark);
  const theme = { ...look.theme, logo: light === undefined ? undefined : { light } };
  return { ...look, name: draft.appName || look.name, theme };
}

/** What a color is as long as the partner chooses none. */
function shownColors({
  light,
  dark,
}: Readonly<Record<Scheme, Record<string, string>>>): Partial<Record<DraftField, string>> {
  return {
    brandColor: light['--bh-brand'],
    lightBackground: light['--bh-page'],
    lightSurface: light['--bh-surface'],
    lightText: light['--bh-text'],
    darkBackground: dark['--bh-page'],
    darkSurface: dark['--bh-surface'],
    darkText: dark['--bh-text'],
  };
}
