/** What the user agreed to: the text as it was published, when, and with which payment method. */
import type { Bill } from '@billhook/core/schemas/bill';
import type { Consent } from '@billhook/core/schemas/consent';
import { useEffect, useState } from 'preact/hooks';
import { fullName } from '../../kit/bill-name.ts';
import { chargeOf, chargeText } from '../../kit/charge.ts';
import { loadPublished } from '../../kit/consent/load-published.ts';
import { Fact } from '../../kit/fact.tsx';
import { useKit } from '../../kit/kit.ts';
import { Logo } from '../../kit/logo.tsx';
import { brandName } from '../../kit/method-name.ts';
import { Notice, Screen } from '../../kit/shell.tsx';
import { day } from '../../kit/text.ts';
import { useBills, useEntry } from '../bills.ts';
import { findMethod } from '../entry.ts';
import { Missing } from '../missing.tsx';
import { say } from '../text.ts';

export function Agreed({ billId }: { readonly billId: string }) {
  const { go } = useBills();
  const bill = useEntry(billId)?.bill;
  if (!bill) return <Missing />;
  const { consent } = bill.settings;
  return (
    <Screen
      name="agreed"
      title={say('agreed.title')}
      mark={<Logo company={bill.company} />}
      under={fullName(bill)}
      onBack={() => go({ at: 'settings', billId })}
    >
      {consent ? <Text bill={bill} consent={consent} /> : <p>{say('agreed.none')}</p>}
    </Screen>
  );
}

function Text({ bill, consent }: { readonly bill: Bill; readonly consent: Consent }) {
  const { look } = useKit();
  const { account } = useBills();
  const { at, by, implied, version, terms } = consent;
  const text = usePublished(bill, consent);
  const date = at ? day(at) : '';
  if (by === 'legacy') return <p>{say('agreed.unknown')}</p>;
  if (implied) return <p>{say('agreed.implied', { partner: look.name })}</p>;
  const { paymentMethod: method } = terms ?? {};
  const facts: readonly (readonly [string, string | undefined])[] = [
    [say('agreed.when'), date],
    [say('agreed.method'), method && nameOf(method)],
    [say('agreed.schedule'), terms && say(`schedule.${terms.schedule}`)],
    [
      say('agreed.first'),
      terms?.amount &&
        terms.payDate &&
        `${chargeText(chargeOf(bill, findMethod(account, method?._id), terms))} · ${day(terms.payDate)}`,
    ],
  ];
  return (
    <>
      {by === 'partner' && <p>{say('agreed.partner', { partner: look.name, date })}</p>}
      {text === 'failed' && <Notice kind="problem">{say('agreed.failed')}</Notice>}
      {text === 'theirs' && by === 'user' && (
        <p>{say('agreed.elsewhere', { partner: look.name, version: version ?? '' })}</p>
      )}
      {typeof text === 'object' && <blockquote>{text.text}</blockquote>}
      <dl>
        {facts.map(([name, value]) => value && <Fact key={name} name={name} value={value} />)}
      </dl>
    </>
  );
}

type Method = NonNullable<NonNullable<Consent['terms']>['paymentMethod']>;

function nameOf({ type, brand = '', accountType = 'checking', lastFour }: Method): string {
  const account = accountType === 'savings' ? 'method.savings' : 'method.checking';
  const name = type === 'card' ? brandName(brand) : say(account);
  return say('method.name', { name, digits: lastFour });
}

type Found = { readonly text: string } | 'theirs' | 'failed';

function usePublished({ company }: Bill, consent: Consent): Found | undefined {
  const { look } = useKit();
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    const names = { partner: look.name, company: company.name };
    loadPublished()
      .then(({ publishedText }) => publishedText(consent, names))
      .then(
        (text) => setFound(text === undefined ? 'theirs' : { text }),
        () => setFound('failed'),
      );
  }, [consent.textHash]);
  return found;
}
