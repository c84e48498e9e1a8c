/** What a partner's users see of each module, with companies and bills that are made up. */
import type { Company } from '@billhook/core/schemas/company';
import type { ModuleLook } from '@billhook/core/schemas/module';
import type { ComponentChildren } from 'preact';
import type { Api } from '../kit/api.ts';
import { type Kit, KitProvider } from '../kit/kit.ts';
import { Search } from '../kit/linking/search.tsx';
import { SignIn } from '../kit/linking/sign-in.tsx';
import { Logo } from '../kit/logo.tsx';
import { Actions, Notice, Primary, Screen, Secondary } from '../kit/shell.tsx';
import { day, money, say, type TextKey } from '../kit/text.ts';

export const screens = {
  search: () => <Search task={{ items: [] }} onChoose={nothing} />,
  signIn: () => <SignInSample />,
  swap: () => <SwapSample />,
  bills: () => <BillsSample />,
} as const satisfies Readonly<Record<string, () => ComponentChildren>>;

export type ScreenName = keyof typeof screens;

const nothing = () => {};

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
    parameters: { items: [], cardPaymentsOnly: false, skipOnboarding: false, extended: false },
    look,
    session: {
      accessToken: '',
      expiresIn: 0,
      clientId: '',
      look,
      companies: sampleCompanies(),
      open: [],
    },
    clientId: '',
    api,
    host: { emit: nothing },
    close: nothing,
    setWorking: nothing,
    linked: nothing,
    announce: nothing,
  };
  return <KitProvider value={kit}>{children}</KitProvider>;
}

const api: Api = async <T,>() => ({ ok: true as const, value: { data: [] } as T });

const names = ['power', 'water', 'mobile', 'stream'] as const;
type SampleName = (typeof names)[number];

function sampleCompanies(): Company[] {
  return names.map(sampleCompany);
}

function sampleCompany(name: SampleName): Company {
  const field = (key: 'username' | 'password') => ({
    name: key,
    label: say(`sample.${key}`),
    placeholder: '',
    formType: key === 'password' ? ('password' as const) : ('text' as const),
  });
  return {
    _id: name,
    name: say(`sample.${name}`),
    logo: { url: '', background: false },
    categories: [],
    status: name === 'water' ? 'maintenance' : 'operational',
    fullyAutomatedBill: true,
    fullyAutomatedCardSwap: true,
    userPresenceRequired: false,
    auth: {
      urls: {
        login: 'https://example.com',
        signup: null,
        forgotPassword: 'https://example.com',
        forgotUsername: null,
      },
      loginFields: [field('username'), field('password')],
    },
  };
}

function SignInSample() {
  return (
    <SignIn task={{ items: [] }} company={sampleCompany('power')} why="refused" onSent={nothing} />
  );
}

type Row = {
  readonly name: SampleName;
  readonly badge: string;
  readonly kind: '' | 'danger' | 'success';
  readonly detail?: string;
};

function SwapSample() {
  const rows: readonly Row[] = [
    { name: 'stream', badge: say('sample.updated'), kind: 'success' },
    { name: 'mobile', badge: say('sample.needsYou'), kind: '' },
    { name: 'water', badge: say('sample.problem'), kind: 'danger' },
  ];
  return (
    <Screen name="swap" title={say('app.swap')} onBack={nothing}>
      <ol class="steps">
        <li class="now">
          <i />
          {say('sample.updating')}
        </li>
      </ol>
      <Rows rows={rows} />
      <Actions>
        <Primary text={say('action.continue')} onClick={nothing} />
        <Secondary text={say('action.done')} onClick={nothing} />
      </Actions>
    </Screen>
  );
}

const OVERDUE = '2026-11-14T00:00:00.000Z';
const DUE = '2026-12-05T00:00:00.000Z';
const AMOUNT = '84.20';

function BillsSample() {
  const groups: readonly (readonly [TextKey, readonly Row[]])[] = [
    [
      'sample.attention',
      [
        {
          name: 'power',
          badge: say('sample.overdue', { day: day(OVERDUE) }),
          kind: 'danger',
          detail: money(AMOUNT),
        },
        { name: 'water', badge: say('sample.dueSoon'), kind: '', detail: money('31.75') },
      ],
    ],
    [
      'sample.upcoming',
      [
        {
          name: 'mobile',
          badge: say('sample.paid', { day: day(OVERDUE) }),
          kind: 'success',
          detail: money('45.00'),
        },
        {
          name: 'stream',
          badge: say('sample.due', { day: day(DUE) }),
          kind: '',
          detail: money('12.99'),
        },
      ],
    ],
  ];
  return (
    <Screen name="bills" title={say('app.bills')}>
      <Notice kind="problem">{say('sample.failed')}</Notice>
      {groups.map(([key, rows]) => (
        <section key={key}>
          <h2>{say(key)}</h2>
          <Rows rows={rows} />
        </section>
      ))}
      <Actions>
        <Primary text={say('sample.pay', { amount: money(AMOUNT) })} onClick={nothing} />
      </Actions>
    </Screen>
  );
}

function Rows({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <ul class="list">
      {rows.map(({ name, badge, kind, detail }) => (
        <li key={name}>
          <button type="button" class="row">
            <Logo company={sampleCompany(name)} />
            <span>
              {say(`sample.${name}`)}
              <em class={`badge ${kind}`}>{badge}</em>
              {detail && <small>{detail}</small>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
