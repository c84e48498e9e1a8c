/** Forms: labelled fields with their own errors, and the list of errors above them. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { alertIcon, eyeIcon, hideIcon, searchIcon } from './look/icons.ts';
import { Icon, Notice } from './shell.tsx';
import { inText, say } from './text.ts';

/** By field name. */
export type Problems = Readonly<Record<string, string>>;

type FieldProps = {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'email' | 'tel' | 'date' | 'search';
  readonly placeholder?: string;
  readonly autocomplete?: string;
  readonly inputMode?: 'numeric' | 'decimal' | 'text';
  readonly enterKeyHint?: 'search';
  readonly maxLength?: number;
  /** The first of the days that can be chosen. */
  readonly min?: string;
  readonly value: string;
  readonly problem?: string;
  readonly hint?: string;
  /** A path of `look/icons.ts` beside the hint. */
  readonly hintIcon?: string;
  /** What the field tells about what stands in it, beside it. */
  readonly said?: string;
  /** The same as a picture: then it is said to those alone who do not see it. */
  readonly mark?: ComponentChildren;
  /** What browsers and password managers know the field by; else its name. */
  readonly formName?: string;
  /** Of text that is no word for a computer. */
  readonly autocapitalize?: 'words' | 'characters';
  /** Told whether the field is being typed in. */
  readonly onFocus?: (isFocused: boolean) => void;
  readonly onInput: (value: string, input: HTMLInputElement) => void;
};

export function fieldId(name: string): string {
  return `field-${name}`;
}

export function Field(props: FieldProps) {
  const { name, label, type = 'text', value, problem, hint, onInput } = props;
  const [shown, setShown] = useState(false);
  const id = fieldId(name);
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  const isPassword = type === 'password';
  const isSearch = type === 'search';
  return (
    <div class="field">
      <div class={`box${problem ? ' wrong' : ''}${isSearch ? ' search' : ''}`}>
        <label for={id} class={isSearch ? 'hidden' : ''}>
          {label}
        </label>
        {isSearch && <Icon name="find" path={searchIcon} />}
        <input
          id={id}
          name={props.formName ?? name}
          type={isPassword && shown ? 'text' : type}
          value={value}
          placeholder={props.placeholder ?? (isSearch ? label : undefined)}
          autocomplete={props.autocomplete ?? 'off'}
          inputMode={props.inputMode}
          enterkeyhint={props.enterKeyHint}
          maxLength={props.maxLength}
          min={props.min}
          autocapitalize={props.autocapitalize ?? 'none'}
          onFocus={() => props.onFocus?.(true)}
          onBlur={() => props.onFocus?.(false)}
          spellcheck={false}
          dir="auto"
          aria-invalid={problem ? 'true' : undefined}
          aria-describedby={described || undefined}
          onInput={(event) => onInput(event.currentTarget.value, event.currentTarget)}
        />
        {props.said && (
          <output for={id} class={props.mark ? 'hidden' : ''}>
            {props.said}
          </output>
        )}
        {props.mark}
        {isPassword && (
          <button
            type="button"
            class="plain"
            aria-label={say(shown ? 'signIn.hideField' : 'signIn.showField', {
              label: inText(label),
            })}
            onClick={() => setShown(!shown)}
          >
            <Icon name="eye" path={shown ? hideIcon : eyeIcon} />
          </button>
        )}
      </div>
      <Wrong id={id} problem={problem} />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {props.hintIcon && <Icon name="hint" path={props.hintIcon} />}
          <span>{hint}</span>
        </p>
      )}
    </div>
  );
}

function Wrong({ id, problem }: { readonly id: string; readonly problem?: string }) {
  return problem ? (
    <p class="hint problem" id={`${id}-problem`}>
      <Icon name="alert" path={alertIcon} />
      <span>{problem}</span>
    </p>
  ) : null;
}

type Choice<T extends string> = {
  readonly value: T;
  readonly label: string;
  readonly detail?: ComponentChildren;
  /** Beside the label. */
  readonly amount?: string;
  readonly disabled?: boolean;
};

/** One of a few, as radio buttons. */
export function Choices<T extends string>({
  name,
  legend,
  legendHidden,
  choices,
  value,
  problem,
  onChange,
}: {
  readonly name: string;
  readonly legend: string;
  readonly problem?: string;
  /** Where the screen's heading says the same. */
  readonly legendHidden?: boolean;
  readonly choices: readonly Choice<T>[];
  readonly value: T | undefined;
  readonly onChange: (value: T) => void;
}) {
  return (
    <fieldset
      id={fieldId(name)}
      tabIndex={-1}
      aria-describedby={problem && `${fieldId(name)}-problem`}
    >
      <legend class={legendHidden ? 'hidden' : ''}>{legend}</legend>
      <Wrong id={fieldId(name)} problem={problem} />
      {choices.map((choice) => (
        <label key={choice.value} class="choice">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            disabled={choice.disabled}
            onChange={() => onChange(choice.value)}
          />
          <span dir="auto">
            <span class="split">
              <span>{choice.label}</span>
              {choice.amount && <b>{choice.amount}</b>}
            </span>
            {choice.detail && <small>{choice.detail}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/**
 * A form. What is wrong with one field stands at that field alone, which gets the focus. Problems of
 * several stand above too, each leading to its field, and so does one that is of no field.
 */
export function Form({
  problems = {},
  problem,
  onSubmit,
  children,
}: {
  readonly problems?: Problems;
  readonly problem?: string;
  readonly onSubmit: () => void;
  readonly children: ComponentChildren;
}) {
  const summary = useRef<HTMLDivElement>(null);
  const entries = Object.entries(problems);
  const [only, ...others] = entries;
  const field = only && others.length === 0 ? document.getElementById(fieldId(only[0])) : undefined;
  const isAlone = field && problem === undefined;
  const shown = (entries.length > 0 && !isAlone) || problem !== undefined;
  // Once for each attempt: a list that becomes shorter takes no focus away from who is typing.
  const attempted = useRef(false);
  useLayoutEffect(() => {
    if (!(shown || isAlone) || !attempted.current) return;
    attempted.current = false;
    (isAlone ? field : summary.current)?.focus();
  }, [JSON.stringify(entries), problem]);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        attempted.current = true;
        onSubmit();
      }}
    >
      {shown && (
        <div ref={summary} tabIndex={-1}>
          <Notice kind="problem">
            {problem ?? say('problem.summary')}
            {entries.length > 0 && (
              <ul>
                {entries.map(([name, text]) => (
                  <li key={name}>
                    <a href={`#${fieldId(name)}`} onClick={(event) => focusField(event, name)}>
                      {text}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        </div>
      )}
      {children}
    </form>
  );
}

/** By hand: the address of the page stays as it is. */
function focusField(event: Event, name: string): void {
  event.preventDefault();
  document.getElementById(fieldId(name))?.focus();
}
