/** Every history of up to six readings of twelve kinds, after a first payment, at a few companies. */
import { createHash } from 'node:crypto';
import type { Company } from './company.ts';
import { doStep, type History, openHousehold, type Step } from './history.ts';
import type { Household, Rules } from './household.ts';
import type { Found } from './shorten.ts';

const CENTS = 10_000;

/** What may come next: what was found to be charged twice is made of these. */
const kinds: Readonly<Record<string, Step>> = {
  'a day later': { days: 1 },
  'six days later': { days: 6 },
  'no due date': { days: 1, page: { without: ['due'] } },
  'still gathered': { days: 1, page: { syncing: true } },
  'a replica that is behind': { days: 0, page: { behind: 2 } },
  'less on the page': { days: 1, page: { without: ['full', 'list'] } },
  'a moved due date': { days: 1, company: { does: 'move' } },
  'a posting taken back': { days: 1, company: { does: 'take-back' } },
  'a credit': { days: 1, company: { does: 'credit', cents: 6007 } },
  'the next statement': { days: 6, company: { does: 'issue', cents: CENTS } },
  'a skipped statement': { days: 0, user: 'skip' },
  'another link': { days: 1, user: 'link' },
};

const bill = {
  kind: 'bill',
  takes: 'up-to-balance',
  postingDays: 5,
  changes: 'dates',
} as const;

/** How the first payment is made and shown. */
export const worlds: Readonly<Record<string, { readonly company: Company; readonly first: Step }>> =
  {
    'listed before it is posted': {
      company: {
        ...{ ...bill, lists: 'all', listsWhen: 'before', postsAfter: 2 },
        ...{ schedule: 'immediately' },
      },
      first: { days: 12 },
    },
    'posted after the posting time': {
      company: {
        ...{ ...bill, lists: 'none', listsWhen: 'with', postsAfter: 9 },
        ...{ schedule: 'immediately' },
      },
      first: { days: 12 },
    },
    'a card that is paid at once': {
      company: {
        ...{
          kind: 'card',
          takes: 'up-to-balance',
          postingDays: 5,
          changes: 'dates',
          lists: 'last',
        },
        ...{ listsWhen: 'with', postsAfter: 1, schedule: 'immediately' },
      },
      first: { days: 12 },
    },
    canceled: {
      company: {
        ...{ ...bill, lists: 'all', listsWhen: 'with', marks: true, postsAfter: 0 },
        ...{ schedule: 'five-days-before' },
      },
      first: { days: 9, ending: 'stopped' },
    },
    declined: {
      company: {
        ...{ ...bill, lists: 'none', listsWhen: 'with', postsAfter: 0 },
        ...{ schedule: 'five-days-before' },
      },
      first: { days: 9, ending: 'declined' },
    },
  };

export type Every = {
  readonly histories: number;
  /** Households that differ: what is the same by now goes on the same. */
  readonly different: number;
  readonly excused: number;
  readonly wrongs: readonly Found[];
};

type Branch = { readonly step: Step; readonly before?: Branch };
type Reached = { readonly household: Household; readonly by: Branch; count: number };

/** @param length readings after the first payment. Histories that go wrong aren't gone on with. */
export function runEvery(world: string, length: number, broken?: Partial<Rules>): Every {
  const { company, first } = worlds[world] ?? {};
  if (!company || !first) throw new Error(`There is no world ${world}`);
  const history: History = { company, cents: CENTS, steps: [] };
  const begun = doStep(openHousehold(history, broken), first);
  let reached: readonly Reached[] = [{ household: begun, by: { step: first }, count: 1 }];
  const wrongs: Found[] = [];
  let [histories, different, excused] = [0, 0, 0];
  for (let at = 1; at <= length; at += 1) {
    const next = new Map<string, Reached>();
    for (const { household, by, count } of reached) {
      for (const step of Object.values(kinds)) {
        const after = doStep(household, step);
        const branch = { step, before: by };
        different += 1;
        if (at === length) histories += count;
        if (after.excused && !household.excused) excused += 1;
        if (after.wrong)
          wrongs.push({ history: { ...history, steps: stepsOf(branch) }, wrong: after.wrong });
        else if (at < length) add(next, { household: after, by: branch, count });
      }
    }
    reached = [...next.values()];
  }
  return { histories, different, excused, wrongs };
}

function add(next: Map<string, Reached>, reached: Reached): void {
  const key = keyOf(reached.household);
  const same = next.get(key);
  if (same) same.count += reached.count;
  else next.set(key, reached);
}

/** All that what comes next depends on: not how often something was written. */
function keyOf({ rules: _same, ...household }: Household): string {
  const text = JSON.stringify(household, (name, value) => (name === 'version' ? undefined : value));
  return createHash('sha1').update(text).digest('base64');
}

function stepsOf({ step, before }: Branch): readonly Step[] {
  return before ? [...stepsOf(before), step] : [step];
}
