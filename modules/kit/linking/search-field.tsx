/** What every search for a company has: its field, how many were found, and that it did not work. */
import { Field } from '../fields.tsx';
import { Notice, Secondary } from '../shell.tsx';
import { say, sayCount } from './text.ts';

type Props = { readonly value: string; readonly onInput: (value: string) => void };

export function SearchField(props: Props) {
  return (
    <Field
      name="search"
      label={say('search.label')}
      type="search"
      enterKeyHint="search"
      {...props}
    />
  );
}

export function SearchFailed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Notice kind="problem">
      {say('search.failed')} <Secondary text={say('action.retry')} onClick={onRetry} />
    </Notice>
  );
}

export function foundText(count: number): string {
  return count > 0 ? sayCount('search.count', count) : say('search.empty');
}
