import { expect, inject, test } from 'vitest';
import { runSnippet, snippetsOf } from '../support/snippets.ts';

const document = new URL('../../docs/guide/tokens.md', import.meta.url);
const snippets = snippetsOf(document).map((snippet, index) => ({ ...snippet, number: index + 1 }));
// Those in other languages: `npm run tools -- interpreters`.
const inNode = snippets.filter(({ language }) => language === 'js');

test('the document has a snippet in each language', () => {
  expect(snippets.map(({ language }) => language)).toEqual(['sh', 'js', 'python', 'js']);
});

test.each(inNode)('tokens.md, $title: snippet $number in $language runs', async (snippet) => {
  const { baseUrl, apiKey } = inject('service');
  const output = await runSnippet(snippet, { BILLHOOK_URL: baseUrl, BILLHOOK_API_KEY: apiKey });
  expect(output.trim()).not.toBe('');
});
