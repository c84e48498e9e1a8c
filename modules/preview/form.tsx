/** The settings of a look, to be tried. */
import { Choices, Field, fieldId } from '../kit/fields.tsx';
import { type Draft, type DraftField, draftFields, draftProblems } from './draft.ts';
import { say, type TextKey } from './text.ts';

type Props = {
  readonly draft: Draft;
  /** The colors that stand where the partner chose none, by field. */
  readonly shown: Readonly<Partial<Record<DraftField, string>>>;
  readonly onChange: (draft: Draft) => void;
};

const schemes = ['auto', 'light', 'dark'] as const;

export function DraftForm({ draft, shown, onChange }: Props) {
  const problems = draftProblems(draft);
  const change = (field: DraftField, value: string) => onChange({ ...draft, [field]: value });
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      {draftFields.map((field) => {
        const label = say(`field.${field}`);
        if (field === 'colorScheme') {
          return (
            <Choices
              key={field}
              name={field}
              legend={label}
              choices={schemes.map((value) => ({ value, label: say(`preview.scheme.${value}`) }))}
              value={schemes.find((value) => value === draft.colorScheme)}
              onChange={(value) => change(field, value)}
            />
          );
        }
        const problem = problems[field];
        const color = shown[field];
        return (
          <div key={field} style={{ display: 'flex', gap: '8px', alignItems: 'start' }}>
            <div style={{ flex: 1 }}>
              <Field
                name={field}
                label={label}
                value={draft[field]}
                placeholder={color}
                inputMode={field === 'radius' ? 'numeric' : 'text'}
                problem={problem && say(`draft.${problem}` as TextKey)}
                onInput={(value) => change(field, value.trim())}
              />
            </div>
            {color && (
              <input
                type="color"
                id={`${fieldId(field)}-pick`}
                aria-label={say('preview.pick', { label })}
                value={color}
                style={{
                  inlineSize: '56px',
                  blockSize: '60px',
                  marginBlockEnd: '12px',
                  padding: '4px',
                }}
                onInput={(event) => change(field, event.currentTarget.value)}
              />
            )}
          </div>
        );
      })}
    </form>
  );
}
