/** The card-swap module. */

import { Screen } from '../kit/shell.tsx';
import { start } from '../kit/start.tsx';
import { addTexts, say } from '../kit/text.ts';
import { texts } from './texts/table.ts';

addTexts(texts);
start('card-swap', 'app.swap', CardSwap);

function CardSwap() {
  return <Screen name="begin" title={say('app.swap')} />;
}
