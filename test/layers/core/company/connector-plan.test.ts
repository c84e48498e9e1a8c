import type { Company as ConnectorRow } from '@billhook/connector-kit/protocol/directory';
import { planConnector, withLogos } from '@billhook/core/company/connector-plan';
import { companyDigest } from '@billhook/core/company/import-plan';
import { companyIdOf, companyOfRow, missingLogo } from '@billhook/core/company/remote-company';
import { companyOf } from '@billhook/core/sandbox/company-row';
import { describe, expect, test } from 'vitest';
import { manifest } from '../../../../connectors/kit/template/manifest.ts';

const connector = { ...manifest, id: 'example', takesCards: true };
const field = (name: string, kind: 'text' | 'password' = 'text') => ({
  name,
  label: name,
  kind,
  characters: 'any' as const,
  minLength: 1,
  maxLength: 64,
});
const row = (id: string, name: string, more: Partial<ConnectorRow> = {}): ConnectorRow => ({
  id,
  name,
  status: 'operational',
  categories: ['water'],
  products: ['bill', 'payment'],
  acceptedMethods: ['card', 'bank'],
  hosts: [`${id}.example`],
  links: { login: `https://${id}.example/login` },
  login: { fields: [field('user'), field('password', 'password')], identifiedBy: ['user'] },
  currency: 'USD',
  ...more,
});
const ofRow = (one: ConnectorRow) => companyOfRow(one, companyIdOf('example', one.id), connector);
const others = companyOf({ name: 'Duke Energy', categories: ['electricity'] });
const plan = (
  rows: readonly ConnectorRow[],
  more: Partial<Parameters<typeof planConnector>[0]> = {},
) =>
  planConnector({
    connector,
    rows,
    removed: 'all-others',
    companyIdOf: (rowId) => companyIdOf('example', rowId),
    directory: [others],
    ...more,
  });
const said = (planned: ReturnType<typeof planConnector>) =>
  planned.rows.map(({ rowId, change, doubts }) => [rowId, change, ...doubts]);

describe('A logo', () => {
  const named = row('a', 'Acme Water', { logo: 'https://a.example/logo.png' });
  const url = 'https://ours.example/1.png';
  const fetched = (planned: ReturnType<typeof plan>) =>
    withLogos(planned, new Map([['https://a.example/logo.png', url]])).rows[0]?.company;
  const standing = fetched(plan([named])) ?? ofRow(named);

  test('that is named and not there yet is missing, and is put where it was fetched', () => {
    const [added] = plan([named]).rows;
    expect(added && missingLogo(added.company)).toBe('https://a.example/logo.png');
    expect(standing.logo).toEqual({ url, background: false });
    expect(missingLogo(standing)).toBeUndefined();
    expect(missingLogo(ofRow(row('a', 'Acme Water')))).toBeUndefined();
  });

  test('stays while its row names the same, and is not fetched again', () => {
    const [same] = plan([{ ...named, name: 'Acme' }], { directory: [standing] }).rows;
    expect(same?.company.logo.url).toBe(url);
    expect(said(plan([named], { directory: [standing] }))).toEqual([['a', 'unchanged']]);
  });

  test('that is another one, or none any more, is not that one', () => {
    for (const logo of ['https://a.example/new.png', undefined]) {
      const [changed] = plan([{ ...named, logo }], { directory: [standing] }).rows;
      expect(changed?.company.logo.url).not.toBe(url);
      expect(changed && missingLogo(changed.company)).toBe(logo);
    }
  });

  test('of another connector’s company is not taken over', () => {
    const others_ = { ...standing, connector: 'other' };
    const [taken] = plan([named], { directory: [others_] }).rows;
    expect(taken && missingLogo(taken.company)).toBe('https://a.example/logo.png');
  });
});

describe('A login form that changes', () => {
  const directory = [ofRow(row('a', 'Acme Water'))];
  const user = field('user');
  const password = field('password', 'password');
  const asksOf = (...fields: readonly ReturnType<typeof loginField>[]) => {
    const changed = row('a', 'Acme Water', {
      login: { fields: [...fields], identifiedBy: ['user'] },
    });
    return plan([changed], { directory }).rows[0]?.asks;
  };
  const loginField = (name: string, more: object) => ({ ...field(name), ...more });

  test.each([
    ['its labels', [{ ...user, label: 'E-mail' }, password], undefined],
    ['the order', [password, user], undefined],
    ['a field less', [user], undefined],
    [
      'a field that may be empty',
      [user, password, loginField('nick', { minLength: 0 })],
      undefined,
    ],
    ['a longer limit', [loginField('user', { maxLength: 80 }), password], undefined],
    ['a shorter minimum', [loginField('user', { minLength: 0 }), password], undefined],
    ['a new field', [user, password, loginField('zip', { label: 'Zipcode' })], [['Zipcode'], []]],
    ['a longer minimum', [user, { ...password, minLength: 8 }], [[], ['password']]],
    ['a shorter limit', [loginField('user', { maxLength: 8 }), password], [[], ['user']]],
    ['fewer characters', [loginField('user', { characters: 'digits' }), password], [[], ['user']]],
    ['both', [loginField('user', { characters: { of: 'ab' } }), field('zip')], [['zip'], ['user']]],
  ])('in %s asks those who are linked: %j', (_what, fields, asked) => {
    const asks = asksOf(...(fields as never[]));
    expect(asks && [asks.all, asks.some]).toEqual(asked);
  });

  test('and takes characters that include those from before asks nobody', () => {
    const stored = row('a', 'Acme Water', {
      login: { fields: [loginField('user', { characters: 'digits' })], identifiedBy: ['user'] },
    });
    const asks = (characters: unknown) => {
      const changed = { fields: [loginField('user', { characters })], identifiedBy: ['user'] };
      const rows = [row('a', 'Acme Water', { login: changed } as never)];
      return plan(rows, { directory: [ofRow(stored)] }).rows[0]?.asks !== undefined;
    };
    const wider = ['any', 'digits', 'letters-digits', 'phone', { of: '0123456789-' }];
    expect(wider.map(asks)).toEqual(wider.map(() => false));
    expect(['letters', 'email', { of: '012345678' }].map(asks)).toEqual([true, true, true]);
  });

  test('asks nobody where nobody can be linked yet', () => {
    const rows = [row('new', 'Bay Gas')];
    expect(plan(rows, { directory }).rows[0]?.asks).toBeUndefined();
  });
});

describe('A row', () => {
  const before = ofRow(row('a', 'Acme Water'));
  const directory = [others, before];

  test.each<[string, ConnectorRow, unknown[]]>([
    ['as before', row('a', 'Acme Water'), ['unchanged']],
    ['in maintenance', row('a', 'Acme Water', { status: 'maintenance' }), ['changed']],
    ['with another name', row('a', 'Acme Rivers'), ['renamed']],
    [
      'with another label',
      row('a', 'Acme Water', {
        login: {
          fields: [{ ...field('user'), label: 'E-mail' }, field('password', 'password')],
          identifiedBy: ['user'],
        },
      }),
      ['login-changed'],
    ],
    ...['PIN', 'Your pass-word', 'CVV', 'Social Security number', 'Contraseña'].map(
      (label): [string, ConnectorRow, unknown[]] => [
        `that would show what is typed as "${label}"`,
        row('a', 'Acme Water', {
          login: {
            fields: [field('user'), field('password', 'password'), { ...field('extra'), label }],
            identifiedBy: ['user'],
          },
        }),
        ['login-changed', 'shown-secret'],
      ],
    ),
    ...['Opinion', 'Passenger number', 'Spin class', 'Account number'].map(
      (label): [string, ConnectorRow, unknown[]] => [
        `that asks for "${label}"`,
        row('a', 'Acme Water', {
          login: {
            fields: [{ ...field('user'), label }, field('password', 'password')],
            identifiedBy: ['user'],
          },
        }),
        ['login-changed'],
      ],
    ),
    [
      'that is new, and would show a secret by its name',
      row('b', 'Blue Water', {
        login: {
          fields: [field('user'), { ...field('cardPin'), label: 'Digits' }],
          identifiedBy: ['user'],
        },
      }),
      ['added', 'shown-secret'],
    ],
    [
      'that asks for another secret',
      row('a', 'Acme Water', {
        login: {
          fields: [field('user'), field('password', 'password'), field('pin', 'password')],
          identifiedBy: ['user'],
        },
      }),
      ['login-changed', 'new-secret'],
    ],
    [
      'that says from now on that its company shows no payments',
      row('a', 'Acme Water', { capabilities: { showsPayments: false } }),
      ['changed', 'shows-no-payments'],
    ],
    [
      'that is new, and says that its company shows no payments',
      row('b', 'Blue Water', { capabilities: { showsPayments: false } }),
      ['added'],
    ],
    ['that takes the name of another', row('a', 'DUKE ENERGY'), ['renamed', 'name-of-another']],
    [
      'with a name that looks like it',
      row('a', 'Dukе Energy'),
      ['renamed', 'name-of-another', 'misleading-name'],
    ],
    ['that is new', row('b', 'Blue Water'), ['added']],
    ['that is new, with the name of another', row('b', 'Acme Water'), ['added', 'name-of-another']],
  ])('%s', (_what, given, [change, ...doubts]) => {
    expect(said(plan([given], { directory, removed: new Set() }))).toEqual([
      [given.id, change, ...doubts],
    ]);
  });

  test('waits no more once the operator has accepted that its company shows no payments', () => {
    const capabilities = { ...connector.capabilities, showsPayments: false };
    const silent = { connector: { ...connector, capabilities } };
    const [first] = plan([row('a', 'Acme Water')], { ...silent, directory }).rows;
    expect(first?.doubts).toEqual(['shows-no-payments']);
    const accepted = { ...silent, directory: first ? [first.company] : [] };
    expect(said(plan([row('a', 'Acme Water')], accepted))).toEqual([['a', 'unchanged']]);
  });

  test('of which two have one name: the second waits', () => {
    expect(said(plan([row('b', 'Blue'), row('c', 'blue')]))).toEqual([
      ['b', 'added'],
      ['c', 'added', 'name-of-another'],
    ]);
  });

  test('takes over a company that it was said to be, once the operator has looked', () => {
    const planned = plan([row('d', 'Duke Energy')], { companyIdOf: () => others._id });
    expect(said(planned)).toEqual([['d', 'login-changed', 'takes-over']]);
    expect(planned.rows[0]?.company).toMatchObject({ _id: others._id, connector: 'example' });
    expect(planned.gone).toEqual([]);
  });

  test('has taken it over for good: its accounts may be called otherwise', () => {
    const claimed = { companyIdOf: () => others._id };
    const [taken] = plan([row('d', 'Duke Energy')], claimed).rows;
    expect(taken?.company.takenOver).toBe(true);
    const [later] = plan([row('d', 'Duke Energy')], {
      ...claimed,
      directory: taken ? [taken.company] : [],
    }).rows;
    expect(later).toMatchObject({ change: 'unchanged', company: { takenOver: true } });
    expect(plan([row('a', 'Acme')]).rows[0]?.company).not.toHaveProperty('takenOver');
  });

  test('never changes a company of another connector by its own choice', () => {
    const ids = new Set(plan([row(others._id, 'X')]).rows.map(({ company }) => company._id));
    expect(ids).not.toContain(others._id);
  });

  test.each<[string, ConnectorRow, string]>([
    ['for what its connector can’t do', row('a', 'A', { products: ['swap'] }), 'does-less'],
    ['that takes nothing', row('a', 'A', { acceptedMethods: [] }), 'takes-no-method'],
    ['of no known category', row('a', 'A', { categories: ['unheard-of'] }), 'unknown-categories'],
  ])('%s is refused', (_what, given, reason) => {
    const can = { ...connector, capabilities: { ...connector.capabilities, swaps: false } };
    expect(plan([given], { connector: can }).refused).toEqual([
      { rowId: given.id, name: given.name, reason },
    ]);
  });
});

test('A row is as before, in whatever order the table and its connector have its members', () => {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).toReversed();
    return Object.fromEntries(members.map(([name, member]) => [name, turned(member)]));
  };
  const before = ofRow(row('a', 'Acme Water'));
  const again = turned(row('a', 'Acme Water')) as ConnectorRow;
  expect(said(plan([again], { directory: [turned(before) as typeof before] }))).toEqual([
    ['a', 'unchanged'],
  ]);
  expect(companyDigest(ofRow(again))).toBe(companyDigest(before));
});

describe('What is gone', () => {
  const directory = [others, ofRow(row('a', 'A')), ofRow(row('b', 'B'))];

  test.each<[string, ReadonlySet<string> | 'all-others', string[]]>([
    ['is what all rows lack', 'all-others', ['B']],
    ['is what was named', new Set(['b']), ['B']],
    ['is nothing where nothing was named', new Set(), []],
  ])('%s', (_what, removed, expected) => {
    const { gone } = plan([row('a', 'A')], { directory, removed });
    expect(gone.map(({ name }) => name)).toEqual(expected);
  });
});

test.each([
  ['test', true],
  ['live', undefined],
] as const)('Of a %s connector, that it invents faults is %s', (mode, inventsFaults) => {
  const capabilities = { ...connector.capabilities, inventsFaults: true as const };
  const company = companyOfRow(row('a', 'A'), 'co_a', { ...connector, mode, capabilities });
  expect(company.remote?.capabilities.inventsFaults).toBe(inventsFaults);
});

test('A company is offered for what its connector can do, and its operator has confirmed', () => {
  const noCards = { ...connector.capabilities, handlesCards: false };
  const unattended = { reads: true, pays: false };
  const capabilities = { ...noCards, unattended };
  const limits = { sessionsAtOnce: 1_000, sessionsPerMinute: 30 };
  const company = companyOfRow(row('a', 'A'), 'co_a', { ...connector, capabilities, limits });
  expect(company).toMatchObject({
    acceptedMethods: ['bank'],
    userPresenceRequired: true,
    fullyAutomatedBill: true,
    remote: { capabilities: { limits: { sessionsAtOnce: 200, sessionsAMinute: 30 } } },
  });
});
