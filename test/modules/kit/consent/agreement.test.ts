import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { agreements } from '../../../../modules/bill-pay/consent/agreements.ts';
import {
  agreedTo,
  agreementText,
  CONSENT_VERSION,
} from '../../../../modules/kit/consent/agreement.ts';
import { publishedText } from '../../../../modules/kit/consent/published.ts';
import { subscription } from '../../../../modules/kit/consent/subscription.ts';
import { texts as en } from '../../../../modules/kit/consent/texts/en.ts';
import { texts as es } from '../../../../modules/kit/consent/texts/es.ts';
import { addTexts } from '../../../../modules/kit/text.ts';

type Table = Readonly<Record<string, string>>;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const tables: Readonly<Record<string, Table>> = { en, es };

/** Of every text that was ever published. A line is added, and none is changed or taken away. */
const published: Readonly<Record<string, string>> = {
  'en consent.card.2': '3db1b7885824e0bb26a3383d61b0da5902ec881530c03ddcaf2373632008a5c1',
  'en consent.bank.2': '321900a70662257e09902bfd8c71c11d1d0693b660e9e24ef701ea44f9e75976',
  'en consent.cardOnce.2': 'c7ca2052218e5d64ec64e3eaf8942bfa8c6a39239fb99f16369226b380d88a2b',
  'en consent.bankOnce.2': '4511626620ad3130925311c433b83394c7a1c1712549e53ee786839c18050620',
  'en consent.rule.2': 'c6b2938ff2f6e68698a7b91ecc1d2b16377d5a99c77dfd19919881ee7368ee5e',
  'en consent.subscription.2': 'aac355fce5fe2dbdfb71cbb7742ee4e9f4ae1f00418156d2db087cef06f5634e',
  'en consent.rule.1': '914544c2a942ef1164b540f21844ec8a1a239f3166820e66bbb464373e6c0af7',
  'en consent.subscription.1': 'e1a976d1696a59253193260cb61000af3e7a4e47b073a08f26847b6a1aeda244',
  'es consent.card.2': '6ee176243ecfae0327fc46363a7e6296714b3a3c81ca51627ce56e59ff385723',
  'es consent.bank.2': '889f000e43f7711b20e58db6b0a6f89c1a95216c7c33e69bf3425741c7500b9b',
  'es consent.cardOnce.2': '4d4f291866a1a327e25ec7beae5e56483fd62f8bb5da76bcce62e88f465fc4f1',
  'es consent.bankOnce.2': '89214c316ded3455fe6b79c7a1a3ff009aea03b1d739e1224efe19158efb3566',
  'es consent.rule.2': '8fdb07dc8ea79a4dee85ce20635d8ec32dda8e3ac391cdd86a41928e23a6cf5d',
  'es consent.subscription.2': 'c3f99ae5e5d5f2b66d8c3330acaa1023956882187001003bf261819b56c32028',
  'es consent.rule.1': '7a8cef9583116a38a0cbc87c1446d5cfe55a7f21b3e4c487faba3d588570d645',
  'es consent.subscription.1': 'dedebe2fc3e7707a1f067f6d77e5404c5e2666cf732e58ef0ddb4a2138a16123',
};

const stands = Object.entries(tables).flatMap(([locale, table]) =>
  Object.entries(table)
    .filter(([key]) => !key.endsWith('.hash'))
    .map(([key, text]) => [`${locale} ${key}`, text] as const),
);

beforeEach(() => {
  addTexts(en);
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
});

describe('a text that users agree to', () => {
  test('is never changed once it is published, and never taken away', () => {
    const found = Object.fromEntries(stands.map(([name, text]) => [name, sha256(text)]));
    expect(found).toEqual(published);
  });

  test('stands beside its own hash', () => {
    for (const table of Object.values(tables)) {
      for (const [key, hash] of Object.entries(table)) {
        if (!key.endsWith('.hash')) continue;
        expect([key, sha256(table[key.replace('.hash', '')] ?? '')]).toEqual([key, hash]);
      }
    }
  });

  const kinds = Object.entries({ ...agreements, subscription });
  const names = { partner: 'Harbor Bank', company: 'Ottermoor Electric' };

  test.each(kinds)('%s is said whole, and read again from what was sent', async (_, kind) => {
    const text = agreementText(kind, names);
    expect(text).toContain('Harbor Bank');
    expect(text).not.toMatch(/[{}]/);
    expect(agreedTo(kind)).toMatchObject({ version: CONSENT_VERSION, locale: 'en' });
    expect(await publishedText(agreedTo(kind), names)).toBe(text);
  });

  test('says of a debit what it is, how much, when and how to revoke it', () => {
    for (const kind of ['bank', 'bankOnce'] as const) {
      const words = /authorize .* electronically debit .* amount .* revoke it\. To revoke it/s;
      expect(agreementText(agreements[kind], names)).toMatch(words);
    }
  });

  test('of version 1 was hashed with the name of its company', async () => {
    const text = 'Each bill of Ottermoor Electric is paid for you.';
    const old = { textHash: sha256(text), version: '1', locale: 'en' };
    expect(await publishedText(old, names)).toBe(text);
    const spanish = 'Cada factura de Ottermoor Electric se paga por ti.';
    const anew = { textHash: sha256(spanish), version: '1', locale: 'es' };
    expect(await publishedText(anew, names)).toBe(spanish);
  });

  test("that is a partner's own is not ours to show", async () => {
    const theirs = { textHash: 'a'.repeat(64), version: '2', locale: 'en' };
    expect(await publishedText(theirs, names)).toBeUndefined();
    expect(await publishedText({ ...theirs, version: '3', locale: 'fr' }, names)).toBeUndefined();
  });
});
