/** The form in which a bank account is added. */
import { useState } from 'preact/hooks';
import { Choices, Field, Form, type Problems } from '../kit/fields.tsx';
import { methodName } from '../kit/method-name.ts';
import { fieldProblems } from '../kit/problems.ts';
import { Actions, ForUser, Primary, Screen } from '../kit/shell.tsx';
import { useAddMethod } from '../kit/use-add-method.ts';
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
  const { account, typed } = useBills();
  const { old, back, added } = useAfterAdding(place);
  const known = typed.name ?? old?.name ?? account.methods[0]?.name ?? '';
  const [bank, setBank] = useState<TypedBank>({
    routingNumber: '',
    accountNumber: '',
    name: known,
  });
  const [accountType, setType] = useState<'checking' | 'savings'>('checking');
  const form = useAddMethod({}, (refusal) => {
    const wrong = Object.keys(fieldProblems(refusal));
    if (wrong.length === 0) return false;
    const own = wrong.filter((name) => name in bank);
    form.setProblems(complaintTexts(Object.fromEntries(own.map((name) => [name, 'wrong']))));
    return true;
  });
  const save = async () => {
    if (!form.passes(complaintTexts(checkBank(bank)))) return;
    const id = await form.add({
      ...{ paymentType: 'bank', accountType, name: bank.name.trim() },
      routingNumber: plainDigits(bank.routingNumber),
      accountNumber: plainDigits(bank.accountNumber),
      ...(old?.default && { setAsDefault: true }),
    });
    if (id !== undefined) await added(id);
  };
  const field = (name: BankField) => ({
    name,
    label: say(`bank.${name}`),
    value: bank[name],
    problem: form.problems[name],
    onInput: (value: string) => {
      form.changed();
      setBank((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <Screen name="add-bank" title={say('add.bank.title')} onBack={back}>
      {old && <p>{say('add.replaces', { method: methodName(old) })}</p>}
      <ForUser />
      <Form {...form} onSubmit={save}>
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
            form.changed();
            setType(type);
          }}
        />
        <Field {...field('name')} autocomplete="name" />
        <Actions>
          <Primary text={say('add.bank.title')} busy={form.busy} />
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
