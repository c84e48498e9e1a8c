import {
  countLink,
  countShared,
  type LinkCounts,
  MOST_POPULAR,
  mostLinked,
  type SharedCounts,
} from '@billhook/core/company/popularity';
import { describe, expect, test } from 'vitest';

const counted = (companies: readonly string[], from?: LinkCounts) =>
  companies.reduce<LinkCounts | undefined>(countLink, from) as LinkCounts;
const times = (count: number, companyId: string) => Array<string>(count).fill(companyId);
const shared = (links: readonly (readonly [companyId: string, partner: string])[]) =>
  links.reduce<SharedCounts | undefined>(
    (before, [companyId, partner]) => countShared(before, companyId, partner),
    undefined,
  ) as SharedCounts;

describe('A partner’s links', () => {
  test('put what is linked most first, equals by their ids', () => {
    const own = counted([...times(30, 'co_b'), ...times(10, 'co_c'), ...times(10, 'co_a')]);
    expect(mostLinked(own, undefined)).toEqual(['co_b', 'co_a', 'co_c']);
  });

  test.each([
    [49, []],
    [50, ['co_a']],
  ])('count from fifty on: of %i, %j', (total, expected) => {
    const own = counted([...times(20, 'co_a'), ...times(total - 20, 'co_b')].slice(0, total));
    expect(mostLinked(own, undefined).filter((id) => id === 'co_a')).toEqual(expected);
  });

  test.each([
    [4, []],
    [5, ['co_few']],
  ])('show a company from five on: of %i, %j', (few, expected) => {
    const own = counted([...times(100, 'co_a'), ...times(few, 'co_few')]);
    expect(mostLinked(own, undefined).filter((id) => id === 'co_few')).toEqual(expected);
  });

  test('stay a small record, in which what is linked often is found among thousands', () => {
    const rare = Array.from({ length: 5_000 }, (_, at) => `co_rare${at}`);
    const links = rare.flatMap((id, at) => [id, ...(at % 4 === 0 ? ['co_often'] : [])]);
    const own = counted(links);
    expect(Object.keys(own.links).length).toBeLessThanOrEqual(100);
    expect(own.links.co_often).toBeLessThanOrEqual(1_250);
    expect(mostLinked(own, undefined)).toEqual(['co_often']);
  });

  test('of long ago give way', () => {
    let own = counted(times(19_999, 'co_old'));
    expect(own.links.co_old).toBe(19_999);
    own = counted(['co_new'], own);
    expect(own).toEqual({ links: { co_old: 9_999 }, total: 10_000 });
    own = counted(times(9_999, 'co_new'), own);
    own = counted(times(5_001, 'co_new'), own);
    expect(mostLinked(own, undefined)).toEqual(['co_new', 'co_old']);
  });

  test('name so many companies at most', () => {
    const all = Array.from({ length: 90 }, (_, at) => times(6, `co_${at}`)).flat();
    expect(mostLinked(counted(all), undefined)).toHaveLength(MOST_POPULAR);
  });
});

describe('The links of all partners', () => {
  const three = (companyId: string, count: number) =>
    Array.from({ length: count }, (_, at) => [companyId, `p${at % 3}`] as const);

  test('are what a partner with few links gets', () => {
    const own = counted(times(6, 'co_own'));
    expect(mostLinked(own, shared(three('co_all', 6)))).toEqual(['co_all']);
    expect(mostLinked(undefined, shared(three('co_all', 6)))).toEqual(['co_all']);
  });

  test('come after a partner’s own, each company once', () => {
    const own = counted([...times(40, 'co_own'), ...times(10, 'co_both')]);
    const all = shared([...three('co_both', 30), ...three('co_all', 20)]);
    expect(mostLinked(own, all)).toEqual(['co_own', 'co_both', 'co_all']);
  });

  test('show nothing that the users of fewer than three partners link', () => {
    const two = times(500, 'co_two').map((id, at) => [id, `p${at % 2}`] as const);
    const all = shared([...two, ...three('co_all', 6)]);
    expect(mostLinked(undefined, all)).toEqual(['co_all']);
  });

  test('keep three marks of partners at most, and none of what is not counted', () => {
    const many = Array.from({ length: 50 }, (_, at) => ['co_a', `p${at}`] as const);
    expect(shared(many).partners).toEqual({ co_a: ['p0', 'p1', 'p2'] });
    const rare = Array.from({ length: 101 }, (_, at) => [`co_${at}`, 'p'] as const);
    const after = shared(rare);
    expect(Object.keys(after.partners)).toEqual(Object.keys(after.links));
  });
});
