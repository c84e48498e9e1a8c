/** A process of `npm run tools -- deliveries`: sends some events until all have arrived. */

import { answerRequests } from '../frame/processes.ts';
import type { Tally } from '../frame/tally.ts';
import { type BatteryFigures, runBattery } from './battery.ts';

export type Request = { readonly events: number; readonly kills: number };

const SECONDS_AT_MOST = 1_200;

answerRequests(async (request: Request) => {
  const misbehaviour = { fails: 0.3, hangs: 0.05, closesEarly: 0.05 };
  return tallyOf(await runBattery({ ...request, misbehaviour, secondsAtMost: SECONDS_AT_MOST }));
});

function tallyOf({ events, seconds: _, states, ...figures }: BatteryFigures): Tally {
  const { lost, unverified, mismatched, ...counts } = figures;
  const inTheEnd = Object.entries(states).map(([state, count]) => [`in the end ${state}`, count]);
  const wrong = (count: number, what: string) => (count > 0 ? [{ what: `${count} ${what}` }] : []);
  return {
    done: events,
    counts: { ...counts, ...Object.fromEntries(inTheEnd) },
    wrongs: [
      ...wrong(lost, 'events were never accepted'),
      ...wrong(unverified, "requests were not signed by their endpoint's secret"),
      ...wrong(mismatched, 'requests had another body or id than their event'),
    ],
  };
}
