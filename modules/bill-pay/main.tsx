/** The bill-pay module. */

import { Screen } from '../kit/shell.tsx';
import { start } from '../kit/start.tsx';
import { addTexts, say } from '../kit/text.ts';
import { texts } from './texts/table.ts';

addTexts(texts);
start('bill-pay', 'app.bills', BillPay);

function BillPay() {
  return <Screen name="begin" title={say('app.bills')} />;
}
