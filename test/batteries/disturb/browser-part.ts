/**
 * Workers killed while they pay at a company's website, one user after another in the same instance of
 * Lambda. What became of each payment is looked at once the next one was killed as well: so each user is
 * the next one after a killed session. The company's own books are the witness.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { operationOfPayment } from '@billhook/runtime/companies/remote/wire-ids';
import { type StandIn, startStandIn } from '../../../connectors/stand-ins/start.ts';
import {
  type Instance,
  newCustomer,
  openInstance,
  outcomeOf,
} from '../../connectors/browser/worker/instance.ts';
import { type Chance, chanceOf } from '../../model/year/chance.ts';
import { payCall, type WorkWorld, wireId, workWorld } from '../../support/work-world.ts';
import type { Tally, Wrong } from '../frame/tally.ts';
import type { Part } from './service-part.ts';

const kinds = ['before', 'at', 'after'] as const;
type Kind = (typeof kinds)[number];

/**
 * Before the button may be pressed; while the mark is written and the button pressed; and from when its
 * request was sent until the result was told. One in two takes the browser along, as the end of an instance does.
 */
function momentOf(kind: Kind, { pick, between, happens }: Chance): string {
  const moment = {
    before: () => pick(['first-word', `try+${between(0, 900)}`, 'before']),
    at: () => pick([`commit+${between(0, 20)}`, 'at', 'pressed', `pressed+${between(1, 40)}`]),
    after: () => pick([`sent+${between(0, 30)}`, `sent+${between(0, 300)}`, 'receipt', 'told']),
  }[kind]();
  return happens(0.5) ? `${moment}!` : moment;
}

type Scene = {
  readonly site: StandIn;
  readonly world: WorkWorld;
  readonly instance: Instance;
  readonly count: (what: string) => void;
  readonly wrong: (victim: Victim, what: string) => void;
};

type Victim = {
  readonly kind: Kind;
  readonly moment: string;
  readonly login: string;
  readonly payment: string;
  readonly cents: number;
};

export async function runBrowserPart({ folder, seed, rounds }: Part): Promise<Tally> {
  rmSync(folder, { recursive: true, force: true });
  const chance = chanceOf(seed);
  const site = await startStandIn('utility', { folder });
  const world = workWorld();
  const instance = openInstance({ folder: join(folder, 'instance'), world, site });
  const counts: Record<string, number> = {};
  const wrongs: Wrong[] = [];
  const scene: Scene = {
    ...{ site, world, instance },
    count: (what) => {
      counts[what] = (counts[what] ?? 0) + 1;
    },
    wrong: ({ moment }, what) => {
      wrongs.push({ what: `${moment} of seed ${seed}: ${what}` });
    },
  };
  try {
    let before: Victim | undefined;
    let done = 0;
    for (let number = 0; done < rounds; number += 1) {
      const kind = kinds[done % kinds.length] as Kind;
      const own = {
        login: `victim-${number}`,
        payment: `payment ${number}`,
        cents: 1_000 + number,
      };
      const victim = { kind, moment: momentOf(kind, chance), ...own };
      // Else it was through before its time: its payment is looked at as any other.
      if (await kill(scene, victim)) done += 1;
      if (before) await look(scene, before);
      before = victim;
    }
    if (before) await look(scene, before);
    return { done, counts: { ...counts, disturbances: done }, wrongs };
  } finally {
    await site.stop();
  }
}

/** Another user than before, in the same instance: nothing of that one is there any more. */
async function kill(
  { site, world, instance, count, wrong }: Scene,
  victim: Victim,
): Promise<boolean> {
  const { kind, moment, login, payment, cents } = victim;
  await newCustomer(site, login, { cents });
  await world.asked(payCall(login, payment, { cents }));
  const ended = await instance.work(world.attended.shift(), {
    moment,
    asking: (asked) => {
      if (asked.do !== 'take') return;
      const [files, browsers] = [instance.files(), instance.browsers()];
      if (files.length > 0) wrong(victim, `as its user came, there was ${files.join(', ')}`);
      if (browsers.length > 0) wrong(victim, `as its user came, ${browsers.length} browsers ran`);
    },
  });
  const isKilled = ended === 'killed';
  count(isKilled ? `killed ${kind}` : 'ended before they were killed');
  if (isKilled && moment.endsWith('!')) count('killed with their browser');
  const { logins } = (await site.admin(`/logins/${login}`)) as { logins: { outcome: string }[] };
  if (logins.some(({ outcome }) => outcome !== 'right') || logins.length > 1)
    wrong(victim, `its user was signed in as ${logins.map(({ outcome }) => outcome).join(', ')}`);
  return isKilled;
}

/** What Billhook says of it, against the company's books. */
async function look({ site, world, instance, count, wrong }: Scene, victim: Victim) {
  const { kind, login, payment, cents } = victim;
  const found = await outcomeOf(world, instance, { login, payment });
  // Nobody had begun: another attempt.
  if (found === '') await instance.work(world.attended.shift());
  const says = found === '' ? await kindOf(world, payment) : found;
  const books = (await (await fetch(`${site.url}/books/${login}`)).json()) as { amount: number }[];
  count(`${kind}: ${says}${found === '' ? ' by another attempt' : ''}, ${books.length} charged`);
  if (books.length > 1) wrong(victim, `${books.length} payments were taken`);
  const isDenied = !['paid', 'unknown', 'not-known'].includes(says);
  if (isDenied && books.length > 0) wrong(victim, `it was taken, and is called ${says}`);
  if (says === 'paid' && books.length === 0) wrong(victim, 'it is called paid, and was not taken');
  if (found === '' && says !== 'paid') wrong(victim, `another attempt ended as ${says}`);
  if (books.some(({ amount }) => Math.round(amount * 100) !== cents))
    wrong(victim, 'another amount was taken');
}

async function kindOf(world: WorkWorld, payment: string): Promise<string> {
  const { result } = await world.poll(operationOfPayment(wireId(payment), 1));
  return (result as { readonly kind?: string } | undefined)?.kind ?? 'nothing';
}
