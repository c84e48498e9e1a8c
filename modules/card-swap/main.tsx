/** The card-swap module. */

import { AddCard } from '../kit/add-card.tsx';
import { useKit } from '../kit/kit.ts';
import { start } from '../kit/start.tsx';
import { addTexts } from '../kit/text.ts';
import { texts } from './texts/table.ts';

addTexts(texts);
start('card-swap', 'app.swap', CardSwap);

function CardSwap() {
  const { close } = useKit();
  return <AddCard onAdded={close} />;
}
