/** Rows of a connector that means harm, read and planned as an operator's import does it. */
import type { Company as ConnectorRow } from '@billhook/connector-kit/protocol/directory';
import { MAX_BODY_BYTES, MAX_PAGE_ROWS } from '@billhook/connector-kit/protocol/limits';
import { companyIdOf } from '@billhook/core/company/remote-company';
import { companyOf } from '@billhook/core/sandbox/company-row';
import { remoteRules } from '@billhook/runtime/companies/remote/rules';
import { listCompanies } from '@billhook/runtime/companies/stored-directory';
import { companyWrite } from '@billhook/runtime/stores/company-store';
import { connectorStore } from '@billhook/runtime/stores/connector-store';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAuthor } from '../../../../../connectors/kit/template/connector.ts';
import { manifest } from '../../../../../connectors/kit/template/manifest.ts';
import {
  jsonBody,
  type Registered,
  registerServed,
  saysInstead,
} from '../../../../connectors/support/registered-connector.ts';

const SINCE = '2027-01-31T12:00:00.000Z';
const { id: connectorId } = manifest;

let evil: Registered;
let good: ConnectorRow;

beforeEach(async () => {
  vi.stubEnv('STAGE', 'sandbox');
  evil = await registerServed();
  const { companies } = await createAuthor().companies(undefined, undefined);
  good = companies[0] as ConnectorRow;
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await evil.served.close();
});

const page = (...companies: unknown[]) => ({ companies, asOf: SINCE });

function sends(...rows: unknown[]): void {
  evil.served.between = saysInstead('/v1/companies', () => jsonBody(page(...rows)));
}

const field = (more: object = {}) => ({ ...good.login.fields[0], ...more });
const withField = (more: object) => ({
  ...good,
  login: { fields: [field(more)], identifiedBy: [] },
});
const withLink = (login: string, more: object = {}) => ({ ...good, links: { login }, ...more });

describe('A row is left out, and the others of its page count, where it has', () => {
  test.each<[string, () => object]>([
    ['a regular expression for its characters', () => withField({ characters: '^(a+)+$' })],
    ['a pattern for its characters', () => withField({ characters: { pattern: '.*' } })],
    ['a field that is no name', () => withField({ name: '__proto__' })],
    ['a field that is hidden', () => withField({ kind: 'hidden' })],
    ['a link on another host', () => withLink('https://elsewhere.example/login')],
    ['a link to a script', () => withLink('javascript:alert(1)')],
    ['a link without encryption', () => withLink(good.links.login.replace('https', 'http'))],
    ['a link with a user', () => withLink(good.links.login.replace('//', '//x@'))],
    ['a link below a host of its own', () => withLink(good.links.login.replace('//', '//x.'))],
    ['a logo on another host', () => ({ ...good, logo: 'https://elsewhere.example/logo.png' })],
    ['text that turns around', () => ({ ...good, name: 'Power \u202Egnikcah' })],
    ['text with an invisible space', () => ({ ...good, name: 'Po\u200Bwer' })],
    ['a line break', () => ({ ...good, name: 'Power\nPay here' })],
    ['a terminal’s control characters', () => ({ ...good, name: '\u001B[2JPower' })],
    ['a link in a label', () => withField({ label: 'See https://elsewhere.example' })],
    ['a control character in a placeholder', () => withField({ placeholder: 'a\u0000' })],
    [
      'a password that tells logins apart',
      () => ({
        ...good,
        login: { fields: [field({ name: 'pin', kind: 'password' })], identifiedBy: ['pin'] },
      }),
    ],
    [
      'too many fields',
      () => ({
        ...good,
        login: {
          fields: Array.from({ length: 21 }, (_, at) => field({ name: `f${at}` })),
          identifiedBy: [],
        },
      }),
    ],
    ['another currency', () => ({ ...good, currency: 'EUR' })],
  ])('%s', async (_what, row) => {
    sends(good, { ...row(), id: 'other' });
    const plan = await evil.plan();
    expect(plan?.rows.map(({ rowId }) => rowId)).toEqual([good.id]);
    expect(plan?.bad.map((bad) => [bad.id, typeof bad.member, typeof bad.reason])).toEqual([
      ['other', 'string', 'string'],
    ]);
  });

  test('an id that is none', async () => {
    sends({ ...good, id: 'a b' }, 'no row', good);
    const plan = await evil.plan();
    expect(plan?.rows.map(({ rowId }) => rowId)).toEqual([good.id]);
    expect(plan?.bad).toMatchObject([{ name: good.name, member: 'id' }, { member: 'all of it' }]);
  });
});

describe('A row that was good before and is bad now', () => {
  const bad = () => ({ ...good, name: 'See https://elsewhere.example', login: 'none' });
  const names = async () => (await listCompanies(evil.table)).map((one) => one.name);

  test.each([
    ['its id can be read', () => bad()],
    ['its id can’t be read', () => ({ ...bad(), id: 7 })],
  ])('changes nothing, and the others are imported: %s', async (_, row) => {
    await evil.importRows();
    sends(row(), { ...good, id: 'other', name: 'Other Water' });
    const plan = await evil.importRows();
    expect(plan?.bad).toHaveLength(1);
    expect(plan?.gone).toEqual([]);
    expect((await names()).sort()).toEqual([good.name, 'Other Water'].sort());
  });

  test('is gone once it is missing', async () => {
    await evil.importRows();
    sends({ ...good, id: 'other', name: 'Other Water' });
    expect((await evil.importRows())?.gone).toHaveLength(1);
  });
});

describe('A row', () => {
  test('is imported without what no row has', async () => {
    sends({ ...withField({ pattern: '^(a+)+$', script: 'alert(1)' }), html: '<b>' });
    expect((await evil.plan())?.rows).toHaveLength(1);
    expect(JSON.stringify(await evil.plan())).not.toMatch(/\(a\+\)|alert|<b>/);
  });

  test('whose characters look like a regular expression means these characters', async () => {
    sends(withField({ name: 'a', characters: { of: '.*a-c]|^' } }));
    const company = (await evil.plan())?.rows[0]?.company;
    if (!company) throw new Error('The row was refused');
    expect(remoteRules.checkForm(company, { a: 'bbb' }, 0)).toHaveLength(1);
    expect(remoteRules.checkForm(company, { a: '*a-' }, 0)).toEqual([]);
  });

  test.each(['constructor', 'toString'])('asks for %s as for any other field', async (name) => {
    const fields = [field({ name, minLength: 0 })];
    sends({ ...good, login: { fields, identifiedBy: [name] } });
    const company = (await evil.plan())?.rows[0]?.company;
    if (!company) throw new Error('The row was refused');
    expect(remoteRules.checkForm(company, {}, 0)).toEqual([]);
    expect(remoteRules.loginOf(company, {})).toBe(remoteRules.loginOf(company, { [name]: '' }));
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'that calls itself %s is a company with an id as any other',
    async (id) => {
      sends({ ...good, id });
      expect((await evil.importRows())?.rows[0]?.company._id).toBe(companyIdOf(connectorId, id));
    },
  );

  test('with the id of another company is a company of its own', async () => {
    const other = companyOf({ name: 'Duke Energy', categories: ['electricity'] });
    await evil.table.write([companyWrite(other)]);
    sends({ ...good, id: other._id }, { ...good, id: 'a', name: 'B' });
    const ids = (await evil.plan())?.rows.map(({ company }) => company._id);
    expect(ids).not.toContain(other._id);
  });

  test.each([
    ['twenty secrets', ['added', 'many-secrets'], 20],
    ['three secrets', ['added'], 3],
  ])('that asks for %s at once: %j', async (_what, expected, length) => {
    const fields = Array.from({ length }, (_, at) => field({ name: `s${at}`, kind: 'password' }));
    sends({ ...good, login: { fields, identifiedBy: [] } });
    const [row] = (await evil.plan())?.rows ?? [];
    expect([row?.change, ...(row?.doubts ?? [])]).toEqual(expected);
  });

  test('that puts another secret under the name of one that it has waits', async () => {
    await evil.importRows();
    const fields = good.login.fields.map((one) =>
      one.kind === 'password' ? { ...one, label: 'Social security number' } : one,
    );
    sends({ ...good, login: { ...good.login, fields } });
    const [row] = (await evil.plan())?.rows ?? [];
    expect([row?.change, ...(row?.doubts ?? [])]).toEqual(['login-changed', 'new-secret']);
  });

  test.each([
    ['Example P\u043Ewer', ['name-of-another', 'misleading-name']],
    ['Example Power\u3164', ['name-of-another']],
    ['Exa\u115Fmple Power', ['name-of-another']],
    ['Example P\u0585wer', ['misleading-name']],
    ['\uFF25xample Power', ['name-of-another']],
    ['Examp1e Power', ['name-of-another']],
  ])('named %s waits beside Example Power', async (name, doubts) => {
    await evil.importRows();
    sends(good, { ...good, id: 'look-alike', name });
    const planned = await evil.importRows();
    expect(planned?.rows.find(({ rowId }) => rowId === 'look-alike')?.doubts).toEqual(doubts);
    expect((await listCompanies(evil.table)).map((one) => one.name)).toEqual([good.name]);
  });
});

test('Tombstones remove nothing of another connector', async () => {
  await evil.importRows();
  const [own] = await listCompanies(evil.table);
  const registered = await evil.standing();
  // The same rows, of a connector that says they are gone.
  await evil.table.write([connectorStore(evil.table).save({ ...registered, id: 'another' })]);
  const { planRows } = await import('@billhook/runtime/companies/remote/import-connector');
  const removed = new Set([good.id, own?._id ?? '', 'example-power']);
  const read = { rows: [], removed, bad: [], asOf: SINCE };
  for (const isWhole of [true, false]) {
    const plan = await planRows(evil.deps, { ...registered, id: 'another' }, read, isWhole);
    expect(plan.gone).toEqual([]);
  }
});

describe('No rows are read', () => {
  const pages = () => evil.served.seen.filter(({ url }) => url.includes('/v1/companies')).length;

  test('of pages that turn in a circle, which is noticed at once', async () => {
    let asked = 0;
    evil.served.between = saysInstead('/v1/companies', () => {
      asked += 1;
      return jsonBody({ ...page(), cursor: asked % 2 ? 'a' : 'b' });
    });
    expect(await evil.plan()).toBeUndefined();
    expect(pages()).toBe(3);
  });

  test('of a page with more rows than a page has', async () => {
    sends(
      ...Array.from({ length: MAX_PAGE_ROWS + 1 }, (_, at) => ({ id: `${at}`, removed: true })),
    );
    expect(await evil.plan()).toBeUndefined();
  });

  test('of a body that is too large', async () => {
    const body = Buffer.from(JSON.stringify({ ...page(good), more: 'x'.repeat(MAX_BODY_BYTES) }));
    evil.served.between = saysInstead('/v1/companies', () => ({ body }));
    expect(await evil.plan()).toBeUndefined();
  });
});
