import { readFileSync } from 'node:fs';
import { describe } from 'vitest';
import { testReceiver } from '../support/receiver-tests.ts';
import { type Snippet, snippetsOf } from '../support/snippets.ts';
import { isThere } from './interpreters.ts';

const document = new URL('../../docs/guide/webhooks.md', import.meta.url);
const inGo: Snippet = {
  language: 'go',
  title: 'Go',
  code: readFileSync(new URL('receiver.go', document), 'utf8'),
};
const others = snippetsOf(document).filter(({ language }) => language !== 'js');

for (const snippet of [...others, inGo]) {
  const suite = describe.skipIf(!isThere(snippet.language));
  // A machine that has built no Go yet builds its library first.
  suite(`the receiver in ${snippet.title}`, () => testReceiver(snippet));
}
