/**
 * The order of test files: what takes long first, so that no worker is left with it at the end while
 * the others have nothing to do.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Those that take longest come first of all, in a fresh clone as much as where files were timed before.
 * One that mostly waits stands next to one that keeps a core busy.
 */
const first = [
  ['disturb', 'operations'],
  ['after-a-kill', 'states'],
  ['earlier-state', 'test-clock'],
  ['operator'],
].flat();

/** Then group by group: the short files of the last one fill what the others leave over. */
const groups = ['own-service', 'end-to-end', 'browser', 'model', 'costs', 'stacks', 'unit'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => nameRankOf(a) - nameRankOf(b) || rankOf(a) - rankOf(b));
  }
}

function rankOf({ project }: TestSpecification): number {
  const index = groups.indexOf(project.name);
  return index === -1 ? groups.length : index;
}

function nameRankOf({ moduleId, project }: TestSpecification): number {
  if (project.name !== 'own-service' && project.name !== 'end-to-end') return first.length;
  const index = first.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return index === -1 ? first.length : index;
}
