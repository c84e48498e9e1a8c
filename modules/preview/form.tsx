/** The settings of a look, to be tried. */
import { Field, fieldId } from '../kit/fields.tsx';
import { Chips } from '../kit/look/chips.tsx';
import {
  choicesOf,
  type Draft,
  type DraftField,
  draftGroups,
  draftProblems,
  isChoice,
} from './draft.ts';
import { say, type TextKey } from './text.ts';

type Props = {
  readonly draft: Draft;
  /** The colors that stand where the partner chose none, by field. */
  readonly shown: Readonly<Partial<Record<DraftField, string>>>;
  readonly onChange: (draft: Draft) => void;
};

export function DraftForm({ draft, shown, onChange }: Props) {
  const problems = draftProblems(draft);
  const change = (field: DraftField, value: string) => onChange({ ...draft, [field]: value });
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      {Object.entries(draftGroups).map(([group, fields]) => (
        <fieldset key={group}>
          <legend>{say(`group.${group}` as TextKey)}</legend>
          {fields.map((field) =>
            isChoice(field) ? (
              <div key={field}>
                <small>{say(`field.${field}`)}</small>
                <Chips
                  label={say(`field.${field}`)}
                  choices={choicesOf[field].map((value) => ({
                    value,
                    text: say(`choice.${value}` as TextKey),
                  }))}
                  value={draft[field] || choicesOf[field][0]}
                  onChange={(value) => change(field, value)}
                />
              </div>
            ) : (
              <Setting
                key={field}
                {...{ field, change }}
                value={draft[field]}
                problem={problems[field] && say(`draft.${problems[field]}` as TextKey)}
                color={shown[field]}
              />
            ),
          )}
        </fieldset>
      ))}
    </form>
  );
}

type SettingProps = {
  readonly field: DraftField;
  readonly value: string;
  readonly problem?: string;
  /** Of a setting that is a color: what is shown now. */
  readonly color?: string;
  readonly change: (field: DraftField, value: string) => void;
};

const numeric: readonly DraftField[] = ['radius', 'textWeight', 'strongWeight'];
const placeholders: Partial<Record<DraftField, string>> = {
  radius: '12',
  textWeight: '400',
  strongWeight: '600',
};

function Setting({ field, value, problem, color, change }: SettingProps) {
  const label = say(`field.${field}` as TextKey);
  return (
    <div class="setting">
      <Field
        name={field}
        {...{ label, value, problem }}
        placeholder={color ?? placeholders[field]}
        inputMode={numeric.includes(field) ? 'numeric' : 'text'}
        onInput={(typed) => change(field, typed.trim())}
      />
      {color && (
        <input
          type="color"
          id={`${fieldId(field)}-pick`}
          aria-label={say('preview.pick', { label })}
          value={color}
          onInput={(event) => change(field, event.currentTarget.value)}
        />
      )}
    </div>
  );
}
