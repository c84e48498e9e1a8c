/**
 * Asks for a card's code again: it is kept only until it was used
 * (decision: card-codes-are-short-lived).
 */
import { useState } from 'preact/hooks';
import type { Refusal } from '../api.ts';
import { Field, Form } from '../fields.tsx';
import { methodName } from '../method-name.ts';
import { requiredText } from '../problems.ts';
import { Actions, ForUser, Primary, Screen } from '../shell.tsx';
import { useMethod } from '../use-method.ts';
import { useForm } from '../use-send.ts';
import { useLayer } from '../ways/use-trail.ts';
import { say } from './text.ts';

type Props = {
  readonly paymentMethodId: string;
  readonly onBack?: () => void;
  readonly onGiven: () => void;
};

export function CardCode({ paymentMethodId, onBack, onGiven }: Props) {
  const method = useMethod(paymentMethodId);
  const [code, setCode] = useState('');
  const form = useForm();
  const label = say('cardCode.label');
  const give = async () => {
    const cardCode = code.trim();
    const fits = /^\d{3,4}$/.test(cardCode);
    if (!form.passes(fits ? {} : { cardCode: requiredText(label) })) return;
    const path = `/payment/${encodeURIComponent(paymentMethodId)}/card-code`;
    if (await form.send({ path, secret: true, body: { cardCode } })) onGiven();
  };
  const card = method ? methodName(method) : '';
  return (
    <Screen name="card-code" title={say('cardCode.title', { card })} onBack={onBack}>
      <p>{say('cardCode.body')}</p>
      <Form {...form} onSubmit={give}>
        <Field
          name="cardCode"
          label={label}
          autocomplete="cc-csc"
          inputMode="numeric"
          maxLength={4}
          value={code}
          problem={form.problems.cardCode}
          onInput={setCode}
        />
        <ForUser />
        <Actions>
          <Primary text={say('action.continue')} busy={form.busy} />
        </Actions>
      </Form>
    </Screen>
  );
}

/**
 * For a call that may want the code of a card first.
 *
 * @param goOn makes the call again once the code is given.
 * @returns the form, while the code is wanted, and what takes over the refusal that says so.
 */
export function useCardCode(
  paymentMethodId: string | undefined,
  goOn: () => unknown,
  canGoBack = true,
) {
  const [wanted, setWanted] = useState(false);
  const leave = () => setWanted(false);
  useLayer(wanted && canGoBack, leave);
  const form = wanted && paymentMethodId !== undefined && (
    <CardCode
      paymentMethodId={paymentMethodId}
      onBack={canGoBack ? leave : undefined}
      onGiven={() => {
        leave();
        goOn();
      }}
    />
  );
  const takeOver = ({ code }: Refusal): boolean => {
    const takes = code === 'card_code_required' && paymentMethodId !== undefined;
    if (takes) setWanted(true);
    return takes;
  };
  return [form, takeOver] as const;
}
