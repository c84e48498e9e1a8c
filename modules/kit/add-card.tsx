/** The form in which a card is added, for the modules that pay with one or put one on file. */
import { useRef, useState } from 'preact/hooks';
import { newKey, type Refusal } from './api.ts';
import { texts } from './card/texts/table.ts';
import {
  brandOf,
  type CardComplaint,
  type CardField,
  caretAfter,
  codeLengthOf,
  emptyCard,
  readTypedCard,
  type TypedCard,
  writeExpiry,
  writeNumber,
} from './card/typed-card.ts';
import { Field, Form, type Problems } from './fields.tsx';
import { useKit } from './kit.ts';
import { brandName } from './method-name.ts';
import { problemText } from './problems.ts';
import { Actions, Primary, Screen } from './shell.tsx';
import { addTexts, say, type TextKey } from './text.ts';

addTexts(texts);

type Props = {
  readonly title?: string;
  /** Why a card is asked for, above the form. */
  readonly body?: string;
  readonly setAsDefault?: boolean;
  /** What is known from another card, so that nobody types it again (WCAG 3.3.7). */
  readonly known?: KnownOfCard;
  readonly onBack?: () => void;
  readonly onAdded: (paymentMethodId: string, known: KnownOfCard) => void;
};

export type KnownOfCard = Partial<Pick<TypedCard, 'name' | 'zip'>>;

export function AddCard({ title, body, setAsDefault, known, onBack, onAdded }: Props) {
  const { api, clientId } = useKit();
  // In memory only: what was typed is never kept.
  const [card, setCard] = useState({ ...emptyCard, ...known });
  const [problems, setProblems] = useState<Problems>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  // One for as long as the same is sent: a card whose answer was lost is added once.
  const key = useRef<string>();
  const change = (field: CardField, value: string) => {
    key.current = undefined;
    setCard((typed) => ({ ...typed, [field]: value }));
  };
  const send = async () => {
    if (busy) return;
    setProblem(undefined);
    const read = readTypedCard(card, Date.now());
    setProblems(read.ok ? {} : complaintTexts(read.complaints));
    if (!read.ok) return;
    setBusy(true);
    key.current ??= newKey();
    const result = await api<{ readonly paymentMethodId: string }>({
      method: 'POST',
      path: '/payment',
      secret: true,
      key: key.current,
      body: { clientId, paymentType: 'card', ...read.card, ...(setAsDefault && { setAsDefault }) },
    });
    setBusy(false);
    if (result.ok) {
      onAdded(result.value.paymentMethodId, { name: card.name, zip: card.zip });
      return;
    }
    if (result.code !== 'offline') key.current = undefined;
    setProblem(refusalText(result));
  };
  const brand = brandOf(card.number);
  const field = (name: CardField) => ({
    name,
    label: say(`card.${name}`),
    value: card[name],
    problem: problems[name],
  });
  return (
    <Screen name="add-card" title={title ?? say('card.add.title')} onBack={onBack}>
      {body && <p>{body}</p>}
      <Form problems={problems} problem={problem} onSubmit={send}>
        <Field
          {...field('number')}
          autocomplete="cc-number"
          inputMode="numeric"
          said={brand && brandName(brand)}
          onInput={(typed, input) => change('number', rewrite(input, typed, writeNumber))}
        />
        <div class="pair">
          <Field
            {...field('expiry')}
            autocomplete="cc-exp"
            inputMode="numeric"
            hint={say('card.expiry.hint')}
            onInput={(typed, input) => change('expiry', rewrite(input, typed, writeExpiry))}
          />
          <Field
            {...field('code')}
            autocomplete="cc-csc"
            inputMode="numeric"
            maxLength={4}
            hint={say('card.code.hint', { count: codeLengthOf(card.number) })}
            onInput={(typed) => change('code', typed)}
          />
        </div>
        <Field
          {...field('zip')}
          autocomplete="billing postal-code"
          maxLength={10}
          onInput={(typed) => change('zip', typed)}
        />
        <Field
          {...field('name')}
          autocomplete="cc-name"
          maxLength={200}
          onInput={(typed) => change('name', typed)}
        />
        <Actions>
          <Primary text={say('card.add.submit')} busy={busy} />
        </Actions>
      </Form>
    </Screen>
  );
}

/** Writes a field's text anew without moving the caret away from where it was. */
function rewrite(input: HTMLInputElement, typed: string, write: (text: string) => string): string {
  const written = write(typed);
  const caret = caretAfter(typed, input.selectionStart ?? typed.length, written);
  if (written === typed) return written;
  input.value = written;
  input.setSelectionRange(caret, caret);
  return written;
}

function complaintTexts(complaints: Partial<Record<CardField, CardComplaint>>): Problems {
  const entries = Object.entries(complaints).map(([field, complaint]) => [
    field,
    complaint === 'missing'
      ? say('problem.required', { label: say(`card.${field}` as TextKey) })
      : say(`card.${field}.${complaint}` as TextKey),
  ]);
  return Object.fromEntries(entries);
}

const refusals: Readonly<Record<string, TextKey>> = {
  test_card_required: 'card.testOnly',
  link_limit_reached: 'card.limit',
};

function refusalText(refusal: Refusal): string {
  const own = refusals[refusal.code];
  return own ? say(own) : problemText(refusal);
}
