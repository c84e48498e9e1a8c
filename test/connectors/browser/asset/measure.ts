/** How long the synthesized worker takes, cold and warm, and what it takes of memory. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD } from '../../../../connectors/browser/manifest.ts';
import { type StandIn, startStandIn } from '../../../../connectors/stand-ins/start.ts';
import { billsCall, logInCall, payCall, workWorld } from '../../../support/work-world.ts';
import { newCustomer } from '../worker/instance.ts';
import { openBroker } from './broker.ts';
import { type Confined, startConfined, type Used } from './confined.ts';
import { layOut, type Place } from './place.ts';

/** Milliseconds. */
export type Session = {
  readonly cold: boolean;
  /** From the invocation until the broker was told that the user is signed in. */
  readonly login: number;
  readonly reading: number;
  readonly payment: number;
  /** What Lambda bills: the invocation, with what the worker waits for between two calls. */
  readonly billed: number;
};

export type Measured = {
  readonly place: Pick<Place, 'bytes' | 'memoryMegabytes' | 'temporaryMegabytes'>;
  readonly lacking: readonly string[];
  readonly sessions: readonly Session[];
  readonly used: readonly Used[];
};

export type MeasureOptions = {
  readonly folder: string;
  /** Instances, each with a session that is cold and so many that are warm. */
  readonly instances: number;
  readonly warm: number;
};

export async function measureWorker(options: MeasureOptions): Promise<Measured> {
  const { folder, instances, warm } = options;
  const site = await startStandIn('utility', { folder: join(folder, 'stand-ins') });
  const sessions: Session[] = [];
  const used: Used[] = [];
  const scene = await openScene(folder, site);
  let lacking: readonly string[] = [];
  try {
    for (let instance = 0; instance < instances; instance += 1) {
      // Nothing of the one before: its Chromium is unpacked again.
      rmSync(scene.place.temporary, { recursive: true, force: true });
      mkdirSync(scene.place.temporary);
      const confined = startConfined(scene.place);
      ({ lacking } = confined);
      try {
        for (let number = 0; number <= warm; number += 1)
          sessions.push(await scene.session(confined, `bench-${instance}-${number}`, number === 0));
      } finally {
        used.push(await confined.end());
      }
    }
    return { place: scene.place, lacking, sessions, used };
  } finally {
    await scene.close();
    await site.stop();
  }
}

async function openScene(folder: string, site: StandIn) {
  const world = workWorld();
  let ended = () => {};
  const broker = await openBroker(world, (asked) => asked.do === 'end' && ended());
  const { environment, ...rest } = await layOut(join(folder, 'worker'), broker.url);
  const standIns = { STAND_INS_FOLDER: join(folder, 'stand-ins') };
  const place = { ...rest, environment: { ...environment, ...standIns } };
  const whenEnded = () =>
    new Promise<void>((resolve) => {
      ended = resolve;
    });
  /** @param invocation which has to go on until then. */
  const told = async (
    invocation: () => Promise<void>,
    work: () => Promise<unknown> = async () => {},
  ): Promise<number> => {
    const begun = performance.now();
    const end = whenEnded();
    await work();
    const over = invocation().then(() => {
      throw new Error('The session has ended before it was told what came of it');
    });
    over.catch(() => {});
    await Promise.race([end, over]);
    return performance.now() - begun;
  };
  return {
    place,
    async session(confined: Confined, login: string, cold: boolean): Promise<Session> {
      await newCustomer(site, login);
      const { operation, ...call } = logInCall(login);
      await world.asked({ operation, ...call });
      const begun = performance.now();
      const invocation = confined.invoke(JSON.stringify(world.attended.shift()));
      const going = () => invocation;
      const signedIn = await told(going);
      const said = (await world.poll(operation)).result;
      const { live } = said as { readonly live: string };
      const reading = await told(going, () =>
        world.asked(billsCall(login, { document: { live } })),
      );
      const payment = await told(going, () =>
        world.asked(payCall(login, `payment of ${login}`, { document: { live } })),
      );
      await invocation;
      const billed = performance.now() - begun;
      const books = await (await fetch(`${site.url}/books/${login}`)).json();
      if (books.length !== 1) throw new Error(`${login} has ${books.length} payments`);
      if (confined.printed().includes(PASSWORD)) throw new Error('The log has a password');
      return { cold, login: signedIn, reading, payment, billed };
    },
    close: broker.close,
  };
}
