/**
 * The words of the holds and what can be done about each, in a file of their own: most users never meet
 * one. Where it does not come, a hold is told with the sentence that the service has for it.
 */
import type { HoldAction } from './holds.ts';
import type { stakesOf } from './stake.ts';
import { addTexts } from './text.ts';

type ActionsOf = (code: string) => readonly HoldAction[];
type Loaded = {
  readonly actionsOf: ActionsOf;
  /** Nothing where the file did not come. */
  readonly stakesOf?: typeof stakesOf;
};

/** Whatever it is, it can be looked at and left: to go on at once might pay twice. */
const looking: Loaded = { actionsOf: () => ['open', 'later', 'done'] };

let loading: Promise<Loaded> | undefined;

/** Resolves to what each hold offers, when the words are there or are known not to come. */
export function loadHoldTexts(): Promise<Loaded> {
  loading ??= import('./hold-texts/table.ts').then(
    ({ texts, holdActions, stakesOf }) => {
      addTexts(texts);
      return { actionsOf: holdActions, stakesOf };
    },
    () => {
      // Asked for again by the next hold.
      loading = undefined;
      return looking;
    },
  );
  return loading;
}
