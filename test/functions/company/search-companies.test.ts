/** Whose links decide the order of results. */
import { randomBytes } from 'node:crypto';
import type { CompanyRecord } from '@billhook/core/company/company';
import { companyOf } from '@billhook/core/sandbox/company-row';
import { importCompanies } from '@billhook/runtime/companies/import-companies';
import { countLinked } from '@billhook/runtime/companies/popular';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { beforeEach, expect, test, vi } from 'vitest';
import { handler } from '../../../functions/company/search-companies.ts';
import { type MemoryTable, memoryTable } from '../../support/memory-table.ts';

const LINKS = 60;
const now = Date.parse('2026-11-22T12:00:00Z');
const [ohio, texas] = ['Aqua Ohio', 'Aqua Texas'].map((name) =>
  companyOf({ name, categories: ['water'] }),
) as [CompanyRecord, CompanyRecord];

let table: MemoryTable;

beforeEach(async () => {
  table = memoryTable(() => now);
  await importCompanies(
    { table, clock: () => now, random: randomBytes },
    { companies: [ohio, texas] },
  );
});

async function link(partnerId: string, company: CompanyRecord, count = LINKS): Promise<void> {
  for (let each = 0; each < count; each += 1) await countLinked(table, { partnerId, company, now });
}

async function search(partnerId: string, query = 'aqua'): Promise<string[]> {
  const handle = handler.over({ table, clock: () => now });
  const { body } = await handle({
    body: JSON.stringify({ query }),
    headers: { 'content-type': 'application/json' },
    requestContext: { authorizer: { kind: 'partner', partnerId, keyId: 'key', scopes: 'all' } },
  } as never as APIGatewayProxyEvent);
  const { data } = JSON.parse(body) as { data: { name: string }[] };
  return data.map(({ name }) => name);
}

test('What a partner’s users link most is first for them, and for nobody else', async () => {
  await link('ptn_a', texas);
  expect(await search('ptn_a')).toEqual(['Aqua Texas', 'Aqua Ohio']);
  expect(await search('ptn_b')).toEqual(['Aqua Ohio', 'Aqua Texas']);
});

test('What the users of three partners link is first for a partner with few links', async () => {
  for (const partnerId of ['ptn_a', 'ptn_b']) await link(partnerId, texas);
  expect(await search('ptn_d')).toEqual(['Aqua Ohio', 'Aqua Texas']);
  await link('ptn_c', texas, 1);
  expect(await search('ptn_d')).toEqual(['Aqua Texas', 'Aqua Ohio']);
});

test('A name that is the query is before what is linked more', async () => {
  await link('ptn_a', texas);
  expect(await search('ptn_a', 'aqua ohio')).toEqual(['Aqua Ohio']);
});

test('A list reads nothing of what is linked', async () => {
  const get = vi.spyOn(table, 'get');
  const keysRead = () => JSON.stringify(get.mock.calls);
  await search('ptn_a', ' ');
  expect(keysRead()).not.toContain('popular');
  await search('ptn_a');
  expect(keysRead()).toContain('popular');
});
