/** A row of short choices that scrolls: 36 px to the eye, 48 to the finger. */

type Props<T extends string> = {
  readonly label: string;
  readonly choices: readonly { readonly value: T; readonly text: string }[];
  readonly value: T | undefined;
  readonly onChange: (value: T) => void;
};

/** `<Chips label="Categories" choices={[{ value: '', text: 'All' }]} value={type} onChange={set} />` */
export function Chips<T extends string>({ label, choices, value, onChange }: Props<T>) {
  return (
    <ul class="chips" aria-label={label}>
      {choices.map((choice) => (
        <li key={choice.value}>
          <button
            type="button"
            aria-pressed={choice.value === value}
            onClick={() => onChange(choice.value)}
          >
            <span>{choice.text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
