/** The form in which a bank account is added. */
import { plainText } from '@billhook/core/base/plain-text';
import { useState } from 'preact/hooks';
import { Choices, Field, Form, type Problems } from '../kit/fields.tsx';
import { fieldProblems, requiredText } from '../kit/problems.ts';
import { ForUser, Screen } from '../kit/shell.tsx';
import { useAddMethod } from '../kit/use-add-method.ts';
import { type BankComplaint, type BankField, checkBank, type TypedBank } from './bank-input.ts';
import { useBills } from './bills.ts';
import { type AddPlace, useAfterAdding } from './consent/after-adding.ts';
import { Ask, Decide } from './consent/ask.tsx';
import { say } from './text.ts';

export function AddBank(place: AddPlace) {
  const { account, typed } = useBills();
  const adding = useAfterAdding(place);
  const { old, back, added, plan, asking } = adding;
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
    if (!form.passes({ ...complaintTexts(checkBank(bank)), ...asking.unanswered() })) return;
    const given = {
      ...{ paymentType: 'bank', accountType, name: bank.name.trim(), ...adding.more() },
      routingNumber: plainText(bank.routingNumber),
      accountNumber: plainText(bank.accountNumber),
      ...(adding.setAsDefault && { setAsDefault: true }),
    };
    await form.add(given, adding.before, added);
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
      {adding.body && <p>{adding.body}</p>}
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
        <ForUser />
        <Ask
          {...{ plan, asking }}
          problems={form.problems}
          title={say('consent.what.bank')}
          none={say('consent.none')}
          method={{ type: 'bank' }}
        />
        <Decide
          {...{ plan, asking }}
          busy={form.busy}
          text={say('action.save')}
          auto={say('consent.saveAuto')}
          self={say('consent.saveSelf')}
          keeps
        />
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
        : requiredText(say(`bank.${name}`)),
    ],
  );
  return Object.fromEntries(entries);
}
