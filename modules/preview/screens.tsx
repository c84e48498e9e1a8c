/** What a partner's users see of each module: its own screens, with what is made up. */
import type { ModuleLook } from '@billhook/core/schemas/module';
import type { ComponentChildren } from 'preact';
import { BillList } from '../bill-pay/bill-list.tsx';
import { BillsProvider } from '../bill-pay/bills.ts';
import { Brands } from '../card-swap/brands.tsx';
import { Progress } from '../card-swap/progress.tsx';
import type { Api } from '../kit/api.ts';
import { type Kit, KitProvider } from '../kit/kit.ts';
import { Search } from '../kit/linking/search.tsx';
import { SignIn } from '../kit/linking/sign-in.tsx';
import { readParameters } from '../kit/parameters.ts';
import {
  nothing,
  sampleBills,
  sampleCard,
  sampleCompanies,
  sampleCompany,
  sampleRows,
} from './samples.ts';

export const screens = {
  search: () => <Search task={{ items: [] }} onChoose={nothing} />,
  signIn: () => (
    <SignIn task={{ items: [] }} company={sampleCompany('power')} why="refused" onSent={nothing} />
  ),
  brands: () => (
    <Brands
      {...{ card: sampleCard, swaps: [], chosen: [] }}
      onChangeCard={nothing}
      onChoose={nothing}
      onContinue={nothing}
    />
  ),
  progress: () => <ProgressSample />,
  bills: () => (
    <BillsProvider value={sampleBills()}>
      <BillList at="bills" />
    </BillsProvider>
  ),
} as const satisfies Readonly<Record<string, () => ComponentChildren>>;

export type ScreenName = keyof typeof screens;

function ProgressSample() {
  const { state, statusById } = sampleRows();
  const next = state.rows.find(({ companyId }) => statusById(companyId).state === 'needs-you');
  return <Progress {...{ state, statusById, next }} onOpen={nothing} onFinish={nothing} />;
}

/** What the screens ask of their module: it answers at once, and leads nowhere. */
export function SampleModule({
  look,
  children,
}: {
  readonly look: ModuleLook;
  readonly children: ComponentChildren;
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
      user: '',
      look,
      companies: sampleCompanies(),
      open: [],
    },
    presentSession: () => Promise.resolve(undefined),
    clientId: '',
    api,
    host: { emit: nothing },
    close: nothing,
    leave: nothing,
    setWorking: nothing,
    linked: nothing,
    announce: nothing,
  };
  return <KitProvider value={kit}>{children}</KitProvider>;
}

const api: Api = async <T,>() => ({ ok: true as const, value: { data: [] } as T });
