/** What a partner's users see of each module: its own screens, with what is made up. */
import type { ModuleLook } from '@billhook/core/schemas/module';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Accounts } from '../bill-pay/accounts/accounts.tsx';
import { AddBank } from '../bill-pay/add-bank.tsx';
import { AddCard } from '../bill-pay/add-card.tsx';
import { BillDetail } from '../bill-pay/bill-detail.tsx';
import { BillList } from '../bill-pay/bill-list.tsx';
import { BillsProvider } from '../bill-pay/bills.ts';
import { Agree } from '../bill-pay/consent/agree.tsx';
import { texts as billTexts } from '../bill-pay/late-texts/table.ts';
import { MethodDetail } from '../bill-pay/method-detail.tsx';
import { MethodList } from '../bill-pay/method-list.tsx';
import { PayMethod } from '../bill-pay/pay-method.tsx';
import { Paying } from '../bill-pay/paying.tsx';
import { Review } from '../bill-pay/review.tsx';
import { Settings } from '../bill-pay/settings.tsx';
import { Welcome } from '../bill-pay/welcome.tsx';
import { Brands } from '../card-swap/brands.tsx';
import { Intro } from '../card-swap/intro.tsx';
import { Progress } from '../card-swap/progress.tsx';
import { type Kit, KitProvider } from '../kit/kit.ts';
import { Linking } from '../kit/linking/flow.tsx';
import type { Place } from '../kit/linking/task.ts';
import { readParameters } from '../kit/parameters.ts';
import { addTexts } from '../kit/text.ts';
import { Ended } from '../kit/ways/ended.tsx';
import { sampleApi } from './sample-api.ts';
import { nothing, sampleBills, sampleCard, sampleCompanies, sampleRows } from './samples.ts';

addTexts(billTexts);

const linking = (from: Place) => () => <SampleLinking from={from} />;
const working = (authId: string) => linking({ at: 'working', authId });
const ofBill = { billId: 'power', methodId: 'card' };

/** By module, in the order in which users meet them. */
export const screens = {
  search: linking({ at: 'search' }),
  signIn: linking({ at: 'sign-in', companyId: 'power' }),
  refused: linking({ at: 'sign-in', companyId: 'power', why: 'refused' }),
  asks: linking({
    ...{ at: 'sign-in', companyId: 'power' },
    asked: { _id: 'linked', asksFor: ['password'] },
  }),
  working: working('working'),
  code: working('code'),
  question: working('question'),
  prompt: working('prompt'),
  linked: working('linked'),
  hold: working('hold'),
  ended: ({ look }) => <Ended how="expired" look={look} parameters={readParameters('', '')} />,
  welcome: () => <Welcome />,
  bills: () => <BillList at="bills" />,
  bill: () => <BillDetail billId="power" />,
  agree: () => <Agree at="agree" billId="water" />,
  payMethod: () => <PayMethod at="pay-method" {...ofBill} />,
  review: () => <Review at="review" requestKey="" before="none" {...ofBill} />,
  paid: () => <Paying at="paying" billId="stream" before="none" />,
  billSettings: () => <Settings billId="power" />,
  accounts: () => <Accounts />,
  methods: () => <MethodList />,
  method: () => <MethodDetail methodId="card" />,
  addCard: () => <AddCard at="add-card" />,
  addBank: () => <AddBank at="add-bank" />,
  intro: () => <Intro onStart={nothing} />,
  brands: () => (
    <Brands
      {...{ card: sampleCard, swaps: [], chosen: [] }}
      onChangeCard={nothing}
      onChoose={nothing}
      onContinue={nothing}
    />
  ),
  progress: () => <ProgressSample />,
} as const satisfies Readonly<Record<string, (kit: Kit) => ComponentChildren>>;

export type ScreenName = keyof typeof screens;

/** The screens of each module in the picker; an end belongs to all. */
export const screenGroups = {
  linking: [
    'search',
    'signIn',
    'refused',
    'asks',
    'working',
    'code',
    'question',
    'prompt',
    'linked',
    'hold',
  ],
  bills: [
    ...([
      'welcome',
      'bills',
      'bill',
      'agree',
      'payMethod',
      'review',
      'paid',
      'billSettings',
      'accounts',
    ] as const),
    ...(['methods', 'method', 'addCard', 'addBank'] as const),
  ],
  swap: ['intro', 'brands', 'progress'],
  all: ['ended'],
} as const satisfies Readonly<Record<string, readonly ScreenName[]>>;

function SampleLinking({ from }: { readonly from: Place }) {
  const [place, go] = useState(from);
  return <Linking task={{ items: [] }} {...{ place, go }} onEnd={nothing} />;
}

function ProgressSample() {
  const { state, statusById } = sampleRows();
  const next = state.rows.find(({ companyId }) => statusById(companyId).state === 'needs-you');
  return <Progress {...{ state, statusById, next }} onOpen={nothing} onFinish={nothing} />;
}

/** What the screens ask of their module: it answers at once, and leads nowhere. */
export function SampleScreen({
  name,
  look,
}: {
  readonly name: ScreenName;
  readonly look: ModuleLook;
}) {
  const kit: Kit = {
    module: 'account-linking',
    parameters: readParameters('', ''),
    look,
    session: {
      accessToken: '',
      expiresIn: 0,
      clientId: '',
      renewable: false,
      user: 'ad•••••@example.com',
      look,
      companies: sampleCompanies(),
      // Told before: the screens are shown one by one.
      dataConsent: { by: 'user', version: '1' },
      open: [],
    },
    presentSession: () => Promise.resolve(undefined),
    clientId: '',
    api: sampleApi,
    host: { emit: nothing },
    close: nothing,
    leave: nothing,
    setWorking: nothing,
    linked: nothing,
    announce: nothing,
  };
  return (
    <KitProvider value={kit}>
      <BillsProvider value={sampleBills()}>{screens[name](kit)}</BillsProvider>
    </KitProvider>
  );
}
