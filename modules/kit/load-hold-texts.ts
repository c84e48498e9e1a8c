/**
 * The words of the holds, in a file of their own: most users never meet one. Where it does not come,
 * a hold is told with the sentence that the service has for it.
 */
import { addTexts } from './text.ts';

let loading: Promise<void> | undefined;

/** Resolves when they are there, or are known not to come. */
export function loadHoldTexts(): Promise<void> {
  loading ??= import('./hold-texts/table.ts').then(
    ({ texts }) => addTexts(texts),
    () => {
      // Asked for again by the next hold.
      loading = undefined;
    },
  );
  return loading;
}
