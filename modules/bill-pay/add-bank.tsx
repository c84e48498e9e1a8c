/** The form in which a bank account is added. */
import { useRef, useState } from 'preact/hooks';
import { isUndecided, newKey } from '../kit/api.ts';
import { Choices, Field, Form, type Problems } from '../kit/fields.tsx';
import { useKit } from '../kit/kit.ts';
import { methodName } from '../kit/method-name.ts';
import { fieldProblems, problemText } from '../kit/problems.ts';
import { Actions, Primary, Screen } from '../kit/shell.tsx';
import { type AddPlace, useAfterAdding } from './after-adding.ts';
import {
  type BankComplaint,
  type BankField,
  checkBank,
  plainDigits,
  type TypedBank,
} from './bank-input.ts';
import { useBills } from './bills.ts';
import { say } from './text.ts';

export function AddBank(place: AddPlace) {
  const { api, clientId } = useKit();
  const { account, typed } = useBills();
  const { old, back, added } = useAfterAdding(place);
  const known = typed.name ?? old?.name ?? account.methods[0]?.name ?? '';
  const [bank, setBank] = useState<TypedBank>({
    routingNumber: '',
    accountNumber: '',
    name: known,
  });
  const [accountType, setType] = useState<'checking' | 'savings'>('checking');
  const [problems, setProblems] = useState<Problems>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  // One for as long as the same is sent: an account whose answer was lost is added once.
  const key = useRef<string>();
  const save = async () => {
    if (busy) return;
    setProblem(undefined);
    const complaints = checkBank(bank);
    setProblems(complaintTexts(complaints));
    if (Object.keys(complaints).length > 0) return;
    setBusy(true);
    key.current ??= newKey();
    const result = await api<{ readonly paymentMethodId: string }>({
      method: 'POST',
      path: '/payment',
      secret: true,
      key: key.current,
      body: {
        ...{ clientId, paymentType: 'bank', accountType, name: bank.name.trim() },
        routingNumber: plainDigits(bank.routingNumber),
        accountNumber: plainDigits(bank.accountNumber),
        ...(old?.default && { setAsDefault: true }),
      },
    });
    setBusy(false);
    if (result.ok) return added(result.value.paymentMethodId);
    if (!isUndecided(result.code)) key.current = undefined;
    const refused = fieldProblems(result);
    if (Object.keys(refused).length === 0) return setProblem(problemText(result));
    const wrong = Object.keys(refused).filter((name) => name in bank) as BankField[];
    setProblems(complaintTexts(Object.fromEntries(wrong.map((name) => [name, 'wrong']))));
  };
  const field = (name: BankField) => ({
    name,
    label: say(`bank.${name}`),
    value: bank[name],
    problem: problems[name],
    onInput: (value: string) => {
      key.current = undefined;
      setBank((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <Screen name="add-bank" title={say('add.bank.title')} onBack={back}>
      {old && <p>{say('add.replaces', { method: methodName(old) })}</p>}
      <Form problems={problems} problem={problem} onSubmit={save}>
        <Field {...field('routingNumber')} hint={say('bank.routingHint')} inputMode="numeric" />
        <Field {...field('accountNumber')} inputMode="numeric" />
        <Choices
          name="accountType"
          legend={say('bank.type')}
          choices={[
            { value: 'checking', label: say('method.checking') },
            { value: 'savings', label: say('method.savings') },
          ]}
          value={accountType}
          onChange={(type) => {
            key.current = undefined;
            setType(type);
          }}
        />
        <Field {...field('name')} autocomplete="name" />
        <Actions>
          <Primary text={say('add.bank.title')} busy={busy} />
        </Actions>
      </Form>
    </Screen>
  );
}

function complaintTexts(complaints: Partial<Record<BankField, BankComplaint>>): Problems {
  const entries = (Object.entries(complaints) as [BankField, BankComplaint][]).map(
    ([name, complaint]) => [
      name,
      complaint === 'wrong' && name !== 'name'
        ? say(`bank.${name}.wrong`)
        : say('problem.required', { label: say(`bank.${name}`) }),
    ],
  );
  return Object.fromEntries(entries);
}
