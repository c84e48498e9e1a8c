/** A process of `npm run tools -- histories --bound`: makes the parts that it is asked for. */
import { answerRequests } from '../frame/processes.ts';
import { sumOf, type Tally } from '../frame/tally.ts';
import { runDrawn } from './run-drawn.ts';

/** A part by its number, or one history by its own. */
export type Request =
  | { readonly seed: number; readonly part: number }
  | { readonly seed: number; readonly only: string };

/** A part takes some seconds: so much is made again after a stop. */
const HISTORIES_A_PART = 5_000;

answerRequests(make);

async function make(request: Request): Promise<Tally> {
  const { seed } = request;
  if ('only' in request) return runDrawn(seed, Number(request.only));
  const from = request.part * HISTORIES_A_PART;
  return sumOf(
    Array.from({ length: HISTORIES_A_PART }, (_, index) => runDrawn(seed, from + index)),
  );
}
