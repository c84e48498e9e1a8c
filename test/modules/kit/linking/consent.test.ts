import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { texts as billsEn } from '../../../../modules/bill-pay/texts/en.ts';
import { texts as billsEs } from '../../../../modules/bill-pay/texts/es.ts';
import { consentTo } from '../../../../modules/kit/linking/consent.ts';
import { texts as kitEn } from '../../../../modules/kit/texts/en.ts';
import { texts as kitEs } from '../../../../modules/kit/texts/es.ts';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'es' } });
});

const agreed = [
  kitEn['signIn.recurring'],
  kitEs['signIn.recurring'],
  billsEn['settings.recurringDetail'],
  billsEs['settings.recurringDetail'],
];

/** Of all texts of each version. Whoever changes one raises `version`, and adds a line. */
const versions: Readonly<Record<string, string>> = {
  '1': '5d9af9d00f8832683b2de0fac150085bd5414c980eee7a051d7f437a1e6d1ff8',
};

test('A text that users agree to does not change without its version', () => {
  const { version } = consentTo('');
  const hash = createHash('sha256').update(agreed.join('\n')).digest('hex');
  expect(versions[version]).toBe(hash);
});

test('What is agreed to is the text that is shown, in the language of the page', () => {
  expect(consentTo('Each bill is paid.')).toEqual({
    ...{ text: 'Each bill is paid.', version: '1' },
    locale: 'es',
  });
});
