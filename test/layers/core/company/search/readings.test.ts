import { companyOf } from '@billhook/core/sandbox/company-row';
import { describe, expect, test } from 'vitest';
import { createCompanyIndex } from '../../../../support/directory/company-index.ts';

const names = [
  'Verizon',
  'AT&T',
  'Marlow Valley Electric',
  'Duke Energy',
  'City of Duke',
  'Murmur Mobile',
  'Lark Broadband',
  'Larkspur Mobile',
  'Nightjar',
  'Bank of Ohio',
  'Booking.com',
  'The Ohio Company',
  "Lowell's Water",
  'City of Hope',
  'City of Hope Mills',
  'City of Billings',
  "Bill's",
  'Emo',
  'Tax Accountants',
  'City of Belle Vernon Utilities',
  'City of Vernon Utilities',
  'City of Holland',
  'City of South Holland',
  'Sutherland Gas',
];
const searching = (names: readonly string[]) => {
  const rows = names.map((name, at) => ({
    ...companyOf({ name, categories: ['utilities'] }),
    _id: `co_${String(at).padStart(6, '0')}`,
  }));
  const index = createCompanyIndex(rows);
  return (query: string) => index.search({ query }).records.map(({ name }) => name);
};
const find = searching(names);

describe('found first', () => {
  test.each([
    ['verizon inc', 'Verizon'],
    ['Verizon, Inc.', 'Verizon'],
    ['verizon L.L.C.', 'Verizon'],
    ['the verizon', 'Verizon'],
    ['Duke Energy Corporation', 'Duke Energy'],
    ['The Duke Energy Co', 'Duke Energy'],
    ["verizon's", 'Verizon'],
    ['Nightjar’s', 'Nightjar'],
    ['lowells water', "Lowell's Water"],
    ['www.verizon.com', 'Verizon'],
    ['verizon.com', 'Verizon'],
    ['verizon .com', 'Verizon'],
    ['https://www.verizon.com/home/billing?ref=mail#pay', 'Verizon'],
    ['https://my.verizon.co.uk:443/', 'Verizon'],
    ['duke-energy.com', 'Duke Energy'],
    ['dukeenergy.com', 'Duke Energy'],
    ['AT&amp;T', 'AT&T'],
    ['AT&#38;T', 'AT&T'],
    ['Lowell&#39;s Water', "Lowell's Water"],
    ['bank of ohio n.a.', 'Bank of Ohio'],
    ['booking.com', 'Booking.com'],
    ['the ohio company', 'The Ohio Company'],
    ['marlow valley electric bill', 'Marlow Valley Electric'],
    ['my nightjar subscription', 'Nightjar'],
    ['murmer telecom', 'Murmur Mobile'],
    ['lark brodband', 'Lark Broadband'],
    ['murmur moblie', 'Murmur Mobile'],
    ['larkspur moblie inc', 'Larkspur Mobile'],
    ['City of Vernon Utilities, Ltd', 'City of Vernon Utilities'],
    ['dukeenergy bill', 'Duke Energy'],
    ['city of hope bill', 'City of Hope'],
    ['emo account', 'Emo'],
    ['city of suth holland', 'City of South Holland'],
  ])('%s: %s', (query, name) => {
    expect(find(query)[0]).toBe(name);
  });
});

test.each(['zzzz qqqq', 'https://example.org/', 'inc', '...', '&amp;'])(
  'nothing for %s',
  (query) => {
    expect(find(query)).toEqual([]);
  },
);

test('a word that a name has counts, whatever it is elsewhere', () => {
  expect(find('company')).toEqual(['The Ohio Company']);
  expect(find('of ohio')).toEqual(['Bank of Ohio']);
});

test('a word of thousands of names finds none of them next to a word that none has', () => {
  const many = searching(Array.from({ length: 4_001 }, (_, at) => `Water ${at}`));
  expect(many('water qqqq')).toEqual([]);
  expect(many('water 17 qqqq')[0]).toBe('Water 17');
});
