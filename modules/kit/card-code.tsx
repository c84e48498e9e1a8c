/** Asks for a card's code again: it is kept only until it was used (C22). */
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { useEffect, useState } from 'preact/hooks';
import { Field, Form, type Problems } from './fields.tsx';
import { useKit } from './kit.ts';
import { methodName } from './method-name.ts';
import { problemText } from './problems.ts';
import { Actions, Primary, Screen } from './shell.tsx';
import { say } from './text.ts';

type Props = {
  readonly paymentMethodId: string;
  readonly onBack?: () => void;
  readonly onGiven: () => void;
};

export function CardCode({ paymentMethodId, onBack, onGiven }: Props) {
  const { api, clientId } = useKit();
  const [method, setMethod] = useState<PaymentMethod>();
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    listMethods(api, clientId).then((methods) =>
      setMethod(methods?.find(({ _id }) => _id === paymentMethodId)),
    );
  }, [api, clientId, paymentMethodId]);
  const label = say('cardCode.label');
  const send = async () => {
    if (busy) return;
    setProblem(undefined);
    if (!/^\d{3,4}$/.test(code.trim())) {
      setProblems({ cardCode: say('problem.required', { label }) });
      return;
    }
    setProblems({});
    setBusy(true);
    const result = await api({
      method: 'POST',
      path: `/payment/${encodeURIComponent(paymentMethodId)}/card-code`,
      secret: true,
      body: { cardCode: code.trim() },
    });
    setBusy(false);
    if (result.ok) onGiven();
    else setProblem(problemText(result));
  };
  const card = method ? methodName(method) : '';
  return (
    <Screen name="card-code" title={say('cardCode.title', { card })} onBack={onBack}>
      <p>{say('cardCode.body')}</p>
      <Form problems={problems} problem={problem} onSubmit={send}>
        <Field
          name="cardCode"
          label={label}
          autocomplete="cc-csc"
          inputMode="numeric"
          maxLength={4}
          value={code}
          problem={problems.cardCode}
          onInput={setCode}
        />
        <Actions>
          <Primary text={say('action.continue')} busy={busy} />
        </Actions>
      </Form>
    </Screen>
  );
}

export async function listMethods(
  api: ReturnType<typeof useKit>['api'],
  clientId: string,
): Promise<readonly PaymentMethod[] | undefined> {
  const result = await api<{ readonly data: readonly PaymentMethod[] }>({
    path: `/payment/list/${clientId}`,
  });
  return result.ok ? result.value.data : undefined;
}
