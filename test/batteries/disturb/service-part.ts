/**
 * Households link accounts, put cards on file and pay, while the service, what it is made of, or the
 * connector that it calls is disturbed. Then the table is held against what the companies took.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { createApiClient } from '../../../lib/client/api-client.ts';
import { readOperatorAccess } from '../../../lib/local/access/operator-access.ts';
import { EndedAtStart } from '../../../lib/local/service-process.ts';
import { type Chance, chanceOf } from '../../model/year/chance.ts';
import { expectMirrored } from '../../support/event-mirror.ts';
import { chargesOf } from '../../support/ledger.ts';
import { dayIn } from '../../support/world.ts';
import type { Tally } from '../frame/tally.ts';
import { wrongsIn } from './checks.ts';
import { type ConnectorSide, openConnectorSide, prefixed } from './connector-side.ts';
import { type Ended, runningWorkflows, untilAllEnded } from './ending.ts';
import { type Lived, live } from './household.ts';
import { type Answers, eachOf } from './paying.ts';
import { type KilledService, openKilledService } from './service.ts';
import { type Household, householdsOf } from './stories.ts';
import { openStriking, type Striking } from './striking.ts';

export type Part = {
  readonly folder: string;
  /** The same part has the same users, and is struck at similar moments. */
  readonly seed: number;
  /** Payments, or workers that are killed. */
  readonly rounds: number;
  /** Seconds that a call of the connector may take. */
  readonly callSeconds?: number;
};

/** How a service is disturbed while households live. */
export type Disturbance = {
  /** The share of AWS calls that meet a fault. */
  readonly faults?: number;
  /** What is done to it now and then: killed, or one of its workflows stopped. */
  readonly strike?: 'kill' | 'stop';
  /** Moments between two strikes, on average: requests and responses of its users, or its connector's. */
  readonly every?: number;
  /** Its companies are a connector's, which ends itself after so many calls, over a bad network. */
  readonly connectorEndsAfter?: number;
};

const AT_ONCE = 8;
/** Of the service that a connector answers. */
const wrongClocks = [0, 0, 15_000, -15_000];
const CALL_SECONDS = 30;
const MINUTE = 60_000;
/** Longer than the longest wait of a workflow that a fault leads to. */
const MOST_STANDSTILL_MILLISECONDS = 7 * MINUTE;
/** Of payments: one strike for so many more, once all have their answers. */
const STRIKES_AT_END_EVERY = 5;
/** Nothing is paid automatically so early. */
const DUE_IN_DAYS = 20;
/** Clients whose events are compared with what is shown of them. */
const MOST_MIRRORED = 20;

type Scene = {
  readonly service: KilledService;
  readonly connector: ConnectorSide | undefined;
  readonly striking: Striking | undefined;
};

export async function runServicePart(part: Part, disturbance: Disturbance): Promise<Tally> {
  const { folder, seed, rounds } = part;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const chance = chanceOf(seed);
  const { faults, connectorEndsAfter } = disturbance;
  const clocks = connectorEndsAfter ? wrongClocks : [0];
  const service = await openKilledService(folder, chance, { faults, seed, clocks });
  let connector: ConnectorSide | undefined;
  const where = ` (its state is in ${folder})`;
  const wrong = (what: string) => ({ what: what + where });
  try {
    let strikes = 0;
    const striking = openStrikes(service, disturbance, chance, (isHit) => {
      strikes += Number(isHit);
    });
    if (connectorEndsAfter !== undefined) {
      connector = await openConnectorSide(service, {
        ...{ folder, seed, chance, callSeconds: part.callSeconds ?? CALL_SECONDS },
        onMoment: (moment) => striking?.onMoment(moment),
      });
      await connector.begin(connectorEndsAfter);
    }
    const scene: Scene = { service, connector, striking };
    const households = householdsOf(seed, rounds, usDate(DUE_IN_DAYS));
    const { lives, answers, troubles } = await liveAll(scene, households);
    const { ended, met, unmirrored } = await endAll(scene, { lives, troubles, rounds });
    const { books, stuck, unended } = ended;
    const failures = Object.keys(answers).filter((answer) => answer.startsWith('500'));
    const wrongs = [...troubles, ...unended, ...wrongsIn(books, households, lives)];
    return {
      done: rounds,
      counts: {
        ...prefixed('answer', answers),
        ...countsOf('payment', books.payments),
        ...countsOf('swap', books.swaps),
        ...{ charges: chargesOf(books).size, kills: service.kills() },
        disturbances: faults ? met : strikes,
        ...(stuck.length > 0 && { "on the operator's list": stuck.length }),
        ...connector?.counts(),
      },
      wrongs: [...wrongs, ...unmirrored, ...failures].map(wrong),
    };
  } catch (error) {
    if (!(error instanceof EndedAtStart)) throw error;
    return { done: rounds, counts: {}, wrongs: [wrong(`It did not come back: ${error.message}`)] };
  } finally {
    await service.close();
    await connector?.close();
  }
}

function openStrikes(
  service: KilledService,
  { strike, every }: Disturbance,
  chance: Chance,
  struck: (isHit: boolean) => void,
): Striking | undefined {
  if (strike === undefined || every === undefined) return undefined;
  return openStriking(chance, every, async () => {
    if (strike === 'stop') return struck(await stopWorkflow(service.stateDir, chance));
    await service.kill();
    struck(true);
  });
}

/** A payment's, as an operator stops one by mistake: a link is taken up again after minutes only. @returns whether one ran. */
async function stopWorkflow(stateDir: string, { pick }: Chance): Promise<boolean> {
  const running = runningWorkflows(stateDir).filter(({ name }) => name.startsWith('pay_'));
  if (running.length === 0) return false;
  const { endpointUrl: endpoint, credentials } = readOperatorAccess(stateDir);
  const client = new SFNClient({ endpoint, credentials, region: 'us-east-1' });
  await client.send(new StopExecutionCommand({ executionArn: pick(running).arn }));
  client.destroy();
  return true;
}

async function liveAll({ service, connector, striking }: Scene, households: readonly Household[]) {
  const { baseUrl, apiKey } = service;
  const answers: Answers = {};
  const lives: Lived[] = [];
  const troubles: string[] = [];
  // A connector's messages are the moments, where there is one.
  const told = connector ? undefined : striking;
  const telling: typeof fetch = async (...given) => {
    void told?.onMoment(isOrder(String(given[0])) ? 'order' : 'request');
    const response = await fetch(...given);
    void told?.onMoment('response');
    return response;
  };
  const api = createApiClient({ baseUrl, apiKey, validate: true, fetch: telling });
  await eachOf(households, AT_ONCE, async (household) => {
    await live(household, { api, answers }).then(
      (lived) => lives.push(lived),
      (error: Error) => troubles.push(`Household ${household.number}: ${error.message}`),
    );
  });
  await striking?.end();
  return { lives, answers, troubles };
}

const isOrder = (url: string) => /\/(payment\/(schedule|cancel)|auth|auth\/step)$/.test(url);

type Ending = {
  readonly lives: readonly Lived[];
  readonly troubles: readonly string[];
  readonly rounds: number;
};

async function endAll(
  { service, connector, striking }: Scene,
  { lives, troubles, rounds }: Ending,
): Promise<{
  readonly ended: Ended;
  readonly met: number;
  readonly unmirrored: readonly string[];
}> {
  await connector?.calm();
  const { stateDir } = service;
  const tableUrl = await service.keepTables();
  let left = striking ? Math.ceil(rounds / STRIKES_AT_END_EVERY) : 0;
  const ended = await untilAllEnded({
    ...{ stateDir, tableUrl, connectorDir: connector?.folder },
    // A household that gave up leaves something under way for good.
    standstill: troubles.length > 0 ? MINUTE : MOST_STANDSTILL_MILLISECONDS,
    strikeOn: async () => {
      if (left === 0) return false;
      left -= 1;
      await sleep(PAUSE_MILLISECONDS);
      await striking?.strike();
      return true;
    },
  });
  const met = await service.calm();
  const unmirrored: string[] = [];
  const api = createApiClient({ ...service, validate: true });
  // Events are listed by the clock, which was off where there is a connector.
  for (const { clientId } of connector ? [] : lives.slice(0, MOST_MIRRORED)) {
    await expectMirrored(api, clientId).catch((error: Error) => {
      unmirrored.push(`Events of ${clientId}: ${error.message}`);
    });
  }
  return { ended, met, unmirrored };
}

/** Between strikes where nothing is asked for any more. */
const PAUSE_MILLISECONDS = 3_000;

function countsOf(what: string, records: readonly { readonly status?: string }[]) {
  const counts: Record<string, number> = {};
  for (const { status } of records) {
    if (status !== undefined)
      counts[`${what}: ${status}`] = (counts[`${what}: ${status}`] ?? 0) + 1;
  }
  return counts;
}

/** `mm/dd/yyyy`, as the test companies take it. */
function usDate(days: number): string {
  const [year, month, day] = dayIn(days).split('-');
  return `${month}/${day}/${year}`;
}
