/** A row of short choices that scrolls, and one stop of Tab: 36 px to the eye, 48 to the finger. */

type Props<T extends string> = {
  readonly label: string;
  readonly choices: readonly { readonly value: T; readonly text: string }[];
  readonly value: T | undefined;
  readonly onChange: (value: T) => void;
};

/** `<Chips label="Categories" choices={[{ value: '', text: 'All' }]} value={type} onChange={set} />` */
export function Chips<T extends string>({ label, choices, value, onChange }: Props<T>) {
  return (
    <div class="chips" role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={label}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            // Browsers do not for what is seen in part.
            onFocus={(event) =>
              event.currentTarget.parentElement?.scrollIntoView({ block: 'nearest' })
            }
          />
          <span>{choice.text}</span>
        </label>
      ))}
    </div>
  );
}
