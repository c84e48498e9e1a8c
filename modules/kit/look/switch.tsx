/** On or off, saved as it is pressed, with what it means in dollars and dates. */
import { fieldId } from '../fields.tsx';

type Props = {
  readonly name: string;
  readonly label: string;
  readonly detail?: string;
  readonly disabled?: boolean;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
};

export function Switch({ name, label, detail, disabled, checked, onChange }: Props) {
  const id = fieldId(name);
  return (
    <label class="choice">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={detail ? `${id}-detail` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        <span id={`${id}-label`}>{label}</span>
        {detail && <small id={`${id}-detail`}>{detail}</small>}
      </span>
    </label>
  );
}
