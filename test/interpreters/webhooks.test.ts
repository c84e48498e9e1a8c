import { describe } from 'vitest';
import { testReceiver } from '../support/receiver-tests.ts';
import { snippetsOf } from '../support/snippets.ts';
import { isThere } from './interpreters.ts';

const document = new URL('../../docs/guide/webhooks.md', import.meta.url);
const others = snippetsOf(document).filter(({ language }) => language !== 'js');

for (const snippet of others) {
  const suite = describe.skipIf(!isThere(snippet.language));
  // A machine that has built no Go yet builds its library first.
  suite(`the receiver in ${snippet.title}`, () => testReceiver(snippet));
}
