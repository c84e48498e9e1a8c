/** A process of `npm run tools -- histories`: makes the parts that it is asked for, until nobody asks. */
import { openDirectory } from '../../model/run-walks.ts';
import { takeOverProcess } from '../../model/service.ts';
import { answerRequests } from '../frame/processes.ts';
import { sumOf, type Tally } from '../frame/tally.ts';
import { runStory } from './run-story.ts';

/** A part by its number, or one story or history by its name. */
export type Request =
  | { readonly seed: number; readonly part: number }
  | { readonly seed: number; readonly only: string };

/** A part takes some seconds: so much is made again after a stop. */
const STORIES_A_PART = 25;

takeOverProcess();
const directory = await openDirectory();

answerRequests(make);

async function make(request: Request): Promise<Tally> {
  const { seed } = request;
  if ('only' in request) {
    const [story = '', ...place] = request.only.split(':');
    const only = place.length > 0 ? request.only : undefined;
    return runStory(directory, { seed, story: Number(story), only });
  }
  const tallies: Tally[] = [];
  for (let index = 0; index < STORIES_A_PART; index += 1) {
    const story = request.part * STORIES_A_PART + index;
    tallies.push(await runStory(directory, { seed, story }));
  }
  return sumOf(tallies);
}
