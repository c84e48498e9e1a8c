/**
 * The order of test files: what takes long first, so that no worker is left with it at the end while
 * the others have nothing to do.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Of each group, in a fresh clone as much as where files were timed before. */
const groups = ['own-service', 'end-to-end', 'browser', 'model', 'stacks', 'unit'];

/** Mostly waiting, or long by themselves: they are begun before the others of their group. */
const first = ['restart', 'costs', 'operator', 'test-clock', 'operations', 'states'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b) || nameRankOf(a) - nameRankOf(b));
  }
}

function rankOf({ project }: TestSpecification): number {
  const index = groups.indexOf(project.name);
  return index === -1 ? groups.length : index;
}

function nameRankOf({ moduleId, project }: TestSpecification): number {
  if (project.name === 'unit') return first.length;
  const index = first.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return index === -1 ? first.length : index;
}
