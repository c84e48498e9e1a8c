/** A good end: of linking, of a swap, of a payment. */
import type { CompanySummary } from '@billhook/core/schemas/company';
import type { ComponentChildren } from 'preact';
import { Disc } from '../look/disc.tsx';
import { Seal } from '../look/drawn.tsx';
import { Actions, Primary, Screen } from '../shell.tsx';
import { say } from '../text.ts';

type Props = {
  readonly name: string;
  readonly title: string;
  /** Whose logo stands above it, where no receipt follows. */
  readonly company?: CompanySummary;
  readonly children?: ComponentChildren;
  readonly doneText?: string;
  readonly onDone: () => void;
  readonly more?: ComponentChildren;
};

export function Success(props: Props) {
  const { name, title, company, children, doneText, onDone, more } = props;
  const top = company ? <Seal company={company} tone="success" /> : <Disc tone="success" />;
  return (
    <Screen {...{ name, title, top }} calm={company !== undefined}>
      {children}
      <Actions>
        <Primary text={doneText ?? say('action.done')} onClick={onDone} />
        {more}
      </Actions>
    </Screen>
  );
}
