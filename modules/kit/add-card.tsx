/** The form in which a card is added, for the modules that pay with one or put one on file. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Result } from './api.ts';
import { BrandMark } from './card/brand-mark.tsx';
import { CardPreview } from './card/preview.tsx';
import { texts } from './card/texts/table.ts';
import type { CardComplaint, CardField, TypedCard } from './card/typed-card.ts';
import { type CardRules, useCardRules } from './card/use-card-rules.ts';
import { Field, Form, type Problems } from './fields.tsx';
import { Second } from './look/foot.tsx';
import { brandName } from './method-name.ts';
import { requiredText } from './problems.ts';
import { Actions, ForUser, Primary, Screen, Trouble } from './shell.tsx';
import { withTexts } from './text.ts';
import { useAddMethod } from './use-add-method.ts';

const { say } = withTexts(texts);

type TextKey = Parameters<typeof say>[0];

/** Of a brand that is not known yet. */
const MAX_CODE_LENGTH = 4;

type Props = {
  readonly title?: string;
  /** Why a card is asked for, above the form. */
  readonly body?: string;
  readonly setAsDefault?: boolean;
  /** What is known from another card, so that nobody types it again (WCAG 3.3.7). */
  readonly known?: KnownOfCard;
  readonly onBack?: () => void;
  /** The form stays busy until what it returns is done. */
  readonly onAdded: (paymentMethodId: string, known: KnownOfCard) => unknown;
  /** Between the fields and the button: what a card of the brand will pay, as far as it is known. */
  readonly children?: (brand: string | undefined, problems: Problems) => ComponentChildren;
  /** In place of the one button. */
  readonly foot?: (busy: boolean) => ComponentChildren;
  /** What has to be answered besides, by its field. */
  readonly unanswered?: () => Problems;
  /** What is sent with the card, such as what was agreed to. */
  readonly more?: () => object;
  /** What has to be done before the card is there; it is not sent where that fails. */
  readonly onBefore?: () => Promise<Result<unknown>>;
};

export type KnownOfCard = Partial<Pick<TypedCard, 'name' | 'zip'>>;

export function AddCard(props: Props) {
  const [rules, load] = useCardRules();
  if (rules !== undefined && rules !== 'failed') return <CardForm {...props} rules={rules} />;
  return (
    <Trouble
      name="add-card-loading"
      title={props.title ?? say('card.add.title')}
      text={rules && say('problem.general')}
      onRetry={load}
      onBack={props.onBack}
    />
  );
}

const emptyCard: TypedCard = { number: '', expiry: '', code: '', zip: '', name: '' };

function CardForm({ rules, ...props }: Props & { readonly rules: CardRules }) {
  const { title, body, setAsDefault, known, onBack, onAdded, onBefore } = props;
  // In memory only: what was typed is never kept.
  const [card, setCard] = useState({ ...emptyCard, ...known });
  const [isTyping, setTyping] = useState(false);
  const form = useAddMethod({
    test_card_required: say('card.testOnly'),
    link_limit_reached: say('card.limit'),
  });
  const change = (field: CardField, value: string) => {
    form.changed();
    const next = { ...card, [field]: value };
    // Two at once: how long a code is, and where it stands, the number says.
    for (const one of field === 'number' ? (['number', 'code'] as const) : [field]) {
      if (rules.isFieldRight(one, next, Date.now())) form.settle(one);
    }
    setCard((typed) => ({ ...typed, [field]: value }));
  };
  const send = async () => {
    const read = rules.readTypedCard(card, Date.now());
    const network = rules.unacceptedNetwork(card.number) ?? '';
    const wrong = read.ok ? {} : complaintTexts(read.complaints, network);
    if (!form.passes({ ...wrong, ...props.unanswered?.() }) || !read.ok) return;
    const { name, zip } = card;
    const added = {
      ...{ paymentType: 'card', ...read.card, ...props.more?.() },
      ...(setAsDefault && { setAsDefault }),
    };
    await form.add(added, onBefore, (id) => onAdded(id, { name, zip }));
  };
  const brand = rules.brandOf(card.number);
  const field = (name: CardField) => ({
    name,
    label: say(`card.${name}`),
    value: card[name],
    problem: form.problems[name],
  });
  const side = rules.isCodeOnFront(card.number) ? 'front' : 'back';
  return (
    <Screen name="add-card" title={title ?? say('card.add.title')} onBack={onBack}>
      {body && <p>{body}</p>}
      <Form {...form} onSubmit={send}>
        <CardPreview {...{ card, brand }} number={rules.shownNumber(card.number, isTyping)} />
        <Field
          {...field('number')}
          formName="cardnumber"
          autocomplete="cc-number"
          inputMode="numeric"
          said={brand && brandName(brand)}
          mark={brand && <BrandMark brand={brand} />}
          onFocus={setTyping}
          onInput={(typed, input) =>
            change('number', rewrite(input, typed, { ...rules, write: rules.writeNumber }))
          }
        />
        <div class="pair">
          <Field
            {...field('expiry')}
            formName="cc-exp"
            autocomplete="cc-exp"
            inputMode="numeric"
            placeholder={say('card.expiry.hint')}
            onInput={(typed, input) =>
              change('expiry', rewrite(input, typed, { ...rules, write: rules.writeExpiry }))
            }
          />
          <Field
            {...field('code')}
            label={say(`card.code.${side}`)}
            formName="cvc"
            autocomplete="cc-csc"
            inputMode="numeric"
            maxLength={brand ? rules.codeLengthOf(card.number) : MAX_CODE_LENGTH}
            hint={say('card.code.hint', { count: rules.codeLengthOf(card.number) })}
            onInput={(typed) => change('code', typed)}
          />
        </div>
        <div class="pair">
          <Field
            {...field('name')}
            formName="ccname"
            autocomplete="cc-name"
            autocapitalize="words"
            maxLength={200}
            onInput={(typed) => change('name', typed)}
          />
          <Field
            {...field('zip')}
            formName="postal-code"
            autocomplete="billing postal-code"
            autocapitalize="characters"
            maxLength={10}
            onInput={(typed) => change('zip', typed)}
          />
        </div>
        <ForUser />
        <Second>
          {props.children?.(brand, form.problems)}
          {(props.foot ?? submit)(form.busy)}
        </Second>
      </Form>
    </Screen>
  );
}

const submit = (busy: boolean) => (
  <Actions>
    <Primary text={say('card.add.submit')} busy={busy} />
  </Actions>
);

type Writing = Pick<CardRules, 'caretAfter'> & { readonly write: (text: string) => string };

/** Writes a field's text anew without moving the caret away from where it was. */
function rewrite(input: HTMLInputElement, typed: string, { write, caretAfter }: Writing): string {
  const written = write(typed);
  const caret = caretAfter(typed, input.selectionStart ?? typed.length, written);
  if (written === typed) return written;
  input.value = written;
  input.setSelectionRange(caret, caret);
  return written;
}

function complaintTexts(
  complaints: Partial<Record<CardField, CardComplaint>>,
  network: string,
): Problems {
  const entries = Object.entries(complaints).map(([field, complaint]) => [
    field,
    complaint === 'missing'
      ? requiredText(say(field === 'expiry' ? 'card.expiry.called' : (`card.${field}` as TextKey)))
      : say(`card.${field}.${complaint}` as TextKey, { network }),
  ]);
  return Object.fromEntries(entries);
}
