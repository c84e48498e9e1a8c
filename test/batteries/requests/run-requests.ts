/**
 * `npm run tools -- requests`: malformed requests. One part in fifty goes to a running service; the others to
 * the same functions in this process, which takes a fraction of the time.
 */
import { join } from 'node:path';
import { badRequests, outcomeOf, textOfRequest } from '../../support/bad-requests.ts';
import { addPartner } from '../../support/partners.ts';
import { type RawRequest, sendTo } from '../../support/raw.ts';
import { startOverTables } from '../../support/service-over-tables.ts';
import { runBattery } from '../frame/frame.ts';
import type { Tally, Wrong } from '../frame/tally.ts';
import { buildApp, openInProcess } from './in-process.ts';

const REQUESTS_A_PART = 2_000;
const SEED_STEP = 1_000_003;

const { exitCode } = await runBattery<{ readonly 'at-once': number; readonly wire: number }>(
  {
    name: 'requests',
    command: 'npm run tools -- requests',
    about: 'Malformed requests: the answer to none may be a 5xx, or anything but the one shape.',
    units: 'requests',
    total: 1_000_000,
    numbers: {
      'at-once': [8, 'Requests at the same time'],
      wire: [
        50,
        'One part in so many goes to the running service, the others stay in this process',
      ],
    },
    lanes: 1,
    open: async ({ seed, options, folder }) => {
      await buildApp();
      const { service, close, ...place } = await startOverTables(join(folder, 'service'));
      const requestsOf = (part: number) =>
        badRequests((seed * SEED_STEP + part) | 0, REQUESTS_A_PART);
      const inProcess = await openInProcess({ service, ...place });
      const open = async (part: number) => {
        // A request that takes the key away, or asks for signatures, spoils its own part at most.
        const { apiKey } = await addPartner(place);
        const overTheWire = part % options.wire === 0;
        if (!overTheWire) await inProcess.begin();
        const { baseUrl } = overTheWire ? service : inProcess;
        return (request: RawRequest) => sendTo({ baseUrl, apiKey }, request);
      };
      return {
        make: async (part, left) => {
          const requests = requestsOf(part).slice(0, left);
          return sendAll(requests, await open(part), {
            atOnce: options['at-once'],
            nameOf: (number) => `--seed ${seed} --repeat ${part}:${number}`,
          });
        },
        repeat: async (what) => {
          const [part = 0, number = 0] = what.split(':').map(Number);
          const one = requestsOf(part).slice(number, number + 1);
          return sendAll(one, await open(part), { atOnce: 1, nameOf: () => '' });
        },
        close: async () => {
          await inProcess.close();
          await close();
        },
      };
    },
  },
  process.argv.slice(2),
);
process.exitCode = exitCode;

type Sending = { readonly atOnce: number; readonly nameOf: (number: number) => string };

async function sendAll(
  requests: ReturnType<typeof badRequests>,
  send: (request: RawRequest) => Promise<Response>,
  { atOnce, nameOf }: Sending,
): Promise<Tally> {
  const counts: Record<string, number> = {};
  const wrongs: Wrong[] = [];
  const left = requests.entries();
  const worker = async () => {
    for (const [number, one] of left) {
      try {
        const outcome = await outcomeOf(one, await send(one.request));
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      } catch (error) {
        const what = `${textOfRequest(one)}: ${(error as Error).message}`;
        wrongs.push({ what, repeat: nameOf(number) });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { done: requests.length, counts, wrongs };
}
