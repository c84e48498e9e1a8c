/** The modules' screens in a partner's colors, light and dark side by side, and their contrast. */
import type { ModuleLook } from '@billhook/core/schemas/module';
import { useMemo, useState } from 'preact/hooks';
import { Notice, Secondary } from '../kit/shell.tsx';
import { deriveTheme } from '../kit/theme.ts';
import { ContrastTable } from './contrast-table.tsx';
import { type Draft, type DraftField, draftOf, settingsOf, themeOf } from './draft.ts';
import { DraftForm } from './form.tsx';
import { Pane } from './pane.tsx';
import { SampleModule, type ScreenName, screens } from './screens.tsx';
import { say, type TextKey } from './text.ts';

const OPERATION = 'PUT /partner/modules';
const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

/** @param notice why this is not a partner's own look. */
export function Preview({
  look,
  notice,
}: {
  readonly look: ModuleLook;
  readonly notice?: TextKey;
}) {
  const [draft, setDraft] = useState<Draft>(() => ({
    ...draftOf(look),
    // The name that stands for a partner that there is none of is nobody's to set.
    ...(look.partnerId === '' && { appName: '' }),
  }));
  const { font } = look.theme;
  const theme = useMemo(() => themeOf(draft, font), [draft, font]);
  const properties = useMemo(
    () => ({ light: deriveTheme(theme, 'light'), dark: deriveTheme(theme, 'dark') }),
    [theme],
  );
  return (
    <main
      data-screen="preview"
      style={{ maxInlineSize: '90rem', marginInline: 'auto', padding: '16px' }}
    >
      <h1>{say('preview.title')}</h1>
      <p>{say('preview.intro', { operation: OPERATION })}</p>
      {notice && <Notice>{say(notice)}</Notice>}
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: '16px 32px' }}>
        <section aria-labelledby="form" style={{ flex: '1 1 17rem', minInlineSize: 0 }}>
          <h2 id="form">{say('preview.form')}</h2>
          <DraftForm draft={draft} shown={shownColors(properties)} onChange={setDraft} />
        </section>
        <div style={{ flex: '4 1 40rem', minInlineSize: 0 }}>
          {(Object.keys(screens) as ScreenName[]).map((name) => (
            <section key={name} aria-labelledby={name}>
              <h2 id={name}>{say(`screen.${name}`)}</h2>
              <SideBySide>
                {(scheme) => (
                  <Picture {...{ name, scheme, draft, properties }} look={{ ...look, theme }} />
                )}
              </SideBySide>
            </section>
          ))}
          <h2>{say('preview.contrast')}</h2>
          <p>{say('preview.contrast.body')}</p>
          <SideBySide>
            {(scheme) => <ContrastTable {...{ theme, scheme }} properties={properties[scheme]} />}
          </SideBySide>
          <Settings settings={settingsOf(draft, font)} />
        </div>
      </div>
    </main>
  );
}

function SideBySide({
  children,
}: {
  readonly children: (scheme: Scheme) => preact.ComponentChild;
}) {
  const gridTemplateColumns = 'repeat(auto-fit, minmax(min(100%, 20rem), 1fr))';
  return (
    <div style={{ display: 'grid', gap: '16px', alignItems: 'start', gridTemplateColumns }}>
      {schemes.map((scheme) => (
        <div key={scheme}>{children(scheme)}</div>
      ))}
    </div>
  );
}

type PictureProps = {
  readonly name: ScreenName;
  readonly scheme: Scheme;
  readonly draft: Draft;
  readonly look: ModuleLook;
  readonly properties: Readonly<Record<Scheme, Record<string, string>>>;
};

function Picture({ name, scheme, draft, look, properties }: PictureProps) {
  const { colorScheme, logo } = look.theme;
  const label = say('preview.paneOf', {
    screen: say(`screen.${name}`),
    scheme: say(`preview.scheme.${scheme}`),
  });
  // The page chooses the logo by its own scheme; a picture has the one of its own.
  const isDark = properties[scheme]['color-scheme'] === 'dark';
  const light = isDark ? (logo?.dark ?? logo?.light) : (logo?.light ?? logo?.dark);
  const theme = { ...look.theme, logo: light === undefined ? undefined : { light } };
  return (
    <>
      <Pane label={label} properties={properties[scheme]}>
        <SampleModule look={{ ...look, name: draft.appName || look.name, theme }}>
          {screens[name]()}
        </SampleModule>
      </Pane>
      {colorScheme !== 'auto' && colorScheme !== scheme && <small>{say('preview.unused')}</small>}
    </>
  );
}

function Settings({ settings }: { readonly settings: object }) {
  const [copied, setCopied] = useState('');
  const text = JSON.stringify(settings, null, 2);
  const label = say('preview.json', { operation: OPERATION });
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  return (
    <section>
      <h2>
        <label for="settings">{label}</label>
      </h2>
      <textarea
        id="settings"
        readOnly
        spellcheck={false}
        rows={text.split('\n').length + 1}
        value={text}
        style={{ inlineSize: '100%', font: '0.875rem / 1.5 monospace', padding: '8px' }}
      />
      <Secondary text={say('preview.copy')} onClick={copy} />
      <p role="status">{copied === text && say('preview.copied')}</p>
    </section>
  );
}

/** What a color is as long as the partner chooses none. */
function shownColors({
  light,
  dark,
}: PictureProps['properties']): Partial<Record<DraftField, string>> {
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
