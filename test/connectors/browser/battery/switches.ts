/** What the stand-ins do wrong in the battery, one after the other, and what has to come of it. */
import type { StandInName } from '../../../../connectors/stand-ins/companies.ts';

/** `first`: before anybody signs in. `later`: between signing in and what is done then. */
export type Moment = 'first' | 'later';

export type Thrown = {
  readonly company: StandInName;
  readonly name: string;
  readonly value: string;
  readonly moment: Moment;
  /** How a login ends that meets it, where it ends: any other way is wrong. */
  readonly ends?: { readonly kind: string; readonly code?: string; readonly subcode?: string };
};

const hold = (code: string, subcode?: string) => ({
  kind: 'hold',
  code,
  ...(subcode && { subcode }),
});

const changed = { kind: 'hold', subcode: 'selector-not-found' };

/** Those that a login meets, and how it ends. */
const stops = {
  maintenance: hold('provider_system_issue'),
  captcha: { kind: 'hold', subcode: 'captcha-failure' },
  locked: hold('account_issue_account_locked'),
  'password-expired': hold('account_issue_verify_identity'),
  markup: changed,
  // It asks for the password again, and doesn't say why.
  'session-ended': { kind: 'hold', subcode: 'issue-unidentified' },
  'wrong-password': { kind: 'authenticate' },
} as const;

/** Those that change what comes later. */
const money = {
  'slow-payment': '400',
  'posts-late': '60000',
  declines: 'yes',
  'charges-twice': 'yes',
  'confirmation-lost': 'yes',
} as const;

const own: Readonly<Record<StandInName, readonly Thrown[]>> = {
  utility: [{ company: 'utility', name: 'no-code', value: 'yes', moment: 'first' }],
  mobile: [{ company: 'mobile', name: 'no-code', value: 'yes', moment: 'first' }],
  streaming: [
    { company: 'streaming', name: 'asks-code', value: 'yes', moment: 'first' },
    { company: 'streaming', name: 'hostile', value: 'yes', moment: 'first', ends: changed },
    { company: 'streaming', name: 'hostile', value: 'yes', moment: 'later' },
  ],
};

function ofCompany(company: StandInName): Thrown[] {
  const stopping = Object.entries(stops).map(([name, ends]): Thrown => {
    // A phone's app says so itself, and asks for the password then.
    const said = name === 'session-ended' && company === 'mobile' ? { ...ends } : ends;
    return { company, name, value: 'yes', moment: 'first', ends: said };
  });
  const later = ['maintenance', 'session-ended'].map(
    (name): Thrown => ({ company, name, value: 'yes', moment: 'later' }),
  );
  const moneyed = Object.entries(money).map(
    ([name, value]): Thrown => ({ company, name, value, moment: 'later' }),
  );
  return [
    { company, name: 'none', value: '', moment: 'first' },
    { company, name: 'slow', value: '300', moment: 'first' },
    ...stopping,
    ...later,
    ...moneyed,
    ...own[company],
  ];
}

/** All of them, the companies by turns. */
export const allThrown: readonly Thrown[] = (() => {
  const lists = (['utility', 'mobile', 'streaming'] as const).map(ofCompany);
  const most = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: most }, (_, index) =>
    lists.flatMap((list) => list[index] ?? []),
  ).flat();
})();

export const nameOf = ({ company, name, moment }: Thrown) => `${company} ${name} ${moment}`;
