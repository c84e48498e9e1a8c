import { loginForms } from '@billhook/core/sandbox/login-forms';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { companyWord } from '../../../../modules/kit/linking/text.ts';
import { texts as english } from '../../../../modules/kit/linking/texts/en.ts';
import { texts as spanish } from '../../../../modules/kit/linking/texts/es.ts';
import { addTexts } from '../../../../modules/kit/text.ts';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'es' } });
  addTexts(spanish);
});
afterEach(() => {
  addTexts(english);
  vi.unstubAllGlobals();
});

/** Without the form of the test companies, which only a developer sees. */
const { test: _test, ...forms } = loginForms;
const labels = Object.values(forms)
  .flat()
  .map(({ label }) => label);

test.each([...new Set(labels)])('%s is said in the language of the page', (label) => {
  expect(companyWord(label)).not.toBe(label);
});

test('What a company calls a field is found however it writes it', () => {
  expect(companyWord('PASSWORD')).toBe('Contraseña');
  expect(companyWord('Text message')).toBe('Mensaje de texto');
});

test.each(['What was the name of your first pet?', 'In which city were you born?'])(
  'a question that many companies ask is asked in the language of the page: %s',
  (question) => expect(companyWord(question)).toMatch(/^¿/),
);

test('What only one company says stays as it is', () => {
  expect(companyWord('Member number of the Kettle Club')).toBe('Member number of the Kettle Club');
});
