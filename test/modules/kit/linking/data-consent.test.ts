import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { keep } from '../../../../modules/kit/keep.ts';
import { givenDataConsent } from '../../../../modules/kit/linking/data-consent.tsx';
import { texts as en } from '../../../../modules/kit/linking/texts/en.ts';
import { texts as es } from '../../../../modules/kit/linking/texts/es.ts';
import { FakePage } from '../fake-page.ts';

beforeEach(() => {
  new FakePage('https://m.example/connect', {});
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
});

const names = { partner: 'Harbor Bank', service: 'Billhook' };

/** Of all texts of each version. Whoever changes one raises `VERSION`, and adds a line. */
const versions: Readonly<Record<string, string>> = {
  '1': '9ae7f8887c782605025c191adc8b8db8ac26116ac07a162972aeea2f29055e27',
};

test('What is agreed to before the first password does not change without its version', () => {
  keep({ agreed: '1' });
  const version = givenDataConsent(names)?.version ?? '';
  const agreed = [en, es].flatMap((table) =>
    Object.entries(table).filter(([key]) => /^dataConsent\.(?!terms|privacy)/.test(key)),
  );
  const hash = createHash('sha256').update(JSON.stringify(agreed)).digest('hex');
  expect(versions[version]).toBe(hash);
});

test('It is passed on only as it was agreed to on this page: all that the screen said', () => {
  expect(givenDataConsent(names)).toBeUndefined();
  keep({ agreed: '1' });
  const given = givenDataConsent(names);
  expect(given).toMatchObject({ version: '1', locale: 'en' });
  expect(given?.text).toContain('Harbor Bank uses Billhook');
  expect(given?.text).toContain(en['dataConsent.stop.title']);
  expect(given?.text).not.toMatch(/[{}]/);
});
