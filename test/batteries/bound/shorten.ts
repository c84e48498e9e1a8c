/** A history that goes wrong, in its shortest form. */
import { type History, runHistory, type Step } from './history.ts';
import type { Rules } from './household.ts';

export type Found = { readonly history: History; readonly wrong: string };

/** The shortest history that goes wrong of one that does: steps that don't matter are left out. */
export function shorten(history: History, broken?: Partial<Rules>): Found {
  let shortest = history;
  let wrong = runHistory(history, broken).wrong ?? '';
  for (let before = 0; before !== textOf({ history: shortest, wrong }).length; ) {
    before = textOf({ history: shortest, wrong }).length;
    ({ history: shortest, wrong } = shortenOnce({ history: shortest, wrong }, broken));
  }
  return { history: shortest, wrong };
}

function shortenOnce(found: Found, broken?: Partial<Rules>): Found {
  let { history: shortest, wrong } = found;
  for (let at = shortest.steps.length - 1; at >= 0; at -= 1) {
    for (const step of simpler(shortest.steps[at] as Step)) {
      const steps = step ? shortest.steps.with(at, step) : shortest.steps.toSpliced(at, 1);
      const shorter = { ...shortest, steps };
      const still = runHistory(shorter, broken).wrong;
      if (!still) continue;
      shortest = shorter;
      wrong = still;
      break;
    }
  }
  for (let at = shortest.steps.length - 1; at > 0; at -= 1) {
    const [one, other] = [shortest.steps[at - 1] as Step, shortest.steps[at] as Step];
    if (
      Object.keys(one).length > 1 &&
      Object.values(one).filter((it) => it !== undefined).length > 1
    )
      continue;
    const both = { ...other, days: one.days + other.days };
    const shorter = { ...shortest, steps: shortest.steps.toSpliced(at - 1, 2, both) };
    const still = runHistory(shorter, broken).wrong;
    if (!still) continue;
    shortest = shorter;
    wrong = still;
  }
  return { history: shortest, wrong };
}

function simpler(step: Step): readonly (Step | undefined)[] {
  const parts = ['company', 'user', 'page', 'session', 'link', 'ending'] as const;
  const without = parts
    .filter((part) => step[part] !== undefined)
    .map((part) => ({ ...step, [part]: undefined }));
  const plainer = (['page', 'session'] as const).flatMap((which) =>
    Object.keys(step[which] ?? {}).map((part) => ({
      ...step,
      [which]: { ...step[which], [part]: undefined },
    })),
  );
  return [undefined, ...without, ...plainer.filter((one) => textSize(one) < textSize(step))];
}

function textSize(step: Step): number {
  return JSON.stringify(step).length;
}

export function textOf({ history, wrong }: Found): string {
  const { company, cents, steps } = history;
  return [
    wrong,
    JSON.stringify({ company, cents }),
    ...steps.map((step) => JSON.stringify(step)),
  ].join('\n  ');
}
