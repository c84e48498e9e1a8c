/**
 * The words of the holds and what can be done about each, in a file of their own: most users never meet
 * one. Where it does not come, a hold is told with the sentence that the service has for it.
 */
import type { HoldAction } from './holds.ts';
import { addTexts } from './text.ts';

type ActionsOf = (code: string) => readonly HoldAction[];

/** Whatever it is, it can be looked at and left: to go on at once might pay twice. */
const looking: ActionsOf = () => ['open', 'later', 'done'];

let loading: Promise<ActionsOf> | undefined;

/** Resolves to what each hold offers, when the words are there or are known not to come. */
export function loadHoldTexts(): Promise<ActionsOf> {
  loading ??= import('./hold-texts/table.ts').then(
    ({ texts, holdActions }) => {
      addTexts(texts);
      return holdActions;
    },
    () => {
      // Asked for again by the next hold.
      loading = undefined;
      return looking;
    },
  );
  return loading;
}
