/** The measured contrast of all colors that meet, in one scheme. */
import { contrastRatios, type Theme } from '../kit/look/theme.ts';
import { say, type TextKey } from './text.ts';

type Props = {
  readonly theme: Theme;
  readonly scheme: 'light' | 'dark';
  /** What is derived of the theme. */
  readonly properties: Readonly<Record<string, string>>;
};

export function ContrastTable({ theme, scheme, properties }: Props) {
  const cell = { padding: '4px 8px 4px 0', textAlign: 'start', fontWeight: 400 } as const;
  return (
    <table style={{ borderCollapse: 'collapse', inlineSize: '100%', fontSize: '0.875rem' }}>
      <caption style={{ textAlign: 'start', fontWeight: 600 }}>{say(`choice.${scheme}`)}</caption>
      <thead>
        <tr>
          <td />
          {(['preview.pair', 'preview.ratio', 'preview.needed'] as const).map((key) => (
            <th key={key} scope="col" style={{ ...cell, fontWeight: 600 }}>
              {say(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {contrastRatios(theme, scheme).map(({ color, on, ratio, needed }) => (
          <tr key={`${color} ${on}`}>
            <td style={cell}>
              <Swatch
                color={properties[`--bh-${color}`]}
                ground={properties[`--bh-${on}`]}
                text={needed > 3 ? 'Aa' : ''}
              />
            </td>
            <th scope="row" style={cell}>
              {say('preview.on', { color: nameOf(color), ground: nameOf(on) })}
            </th>
            <td style={cell}>
              {roundedDown(ratio)}:1 {ratio < needed && say('preview.tooLow')}
            </td>
            <td style={cell}>{needed}:1</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type SwatchProps = { readonly color?: string; readonly ground?: string; readonly text: string };

/** What is text is shown as text, and what is a border as one. */
function Swatch({ color, ground, text }: SwatchProps) {
  return (
    <span
      aria-hidden="true"
      style={{
        display: 'inline-block',
        boxSizing: 'content-box',
        inlineSize: '2em',
        blockSize: '1.5em',
        textAlign: 'center',
        background: ground,
        color,
        border: `2px solid ${text === '' ? color : ground}`,
        borderRadius: '4px',
      }}
    >
      {text}
    </span>
  );
}

function nameOf(color: string): string {
  return say(`color.${color}` as TextKey);
}

/** Never more than it is: 4.499 is not 4.5. */
function roundedDown(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2);
}
