/**
 * This release over what an earlier one deployed, as docs/operate/upgrading.md says, with one deployment that
 * fails in the middle. Partners ask all the while.
 */
import { createApiClient } from '../../../lib/client/api-client.ts';
import { createPayer, linkAndPay } from '../../../lib/demo/run-demo.ts';
import type { Stage } from '../../../lib/stacks/stage.ts';
import { readEverything } from '../../../test/support/kept/read-everything.ts';
import { type Broken, deployBroken } from './break.ts';
import { type Cdk, deploy, type Target } from './deployment.ts';
import type { Earlier } from './earlier.ts';
import { deployFailure } from './failure.ts';
import { askMeanwhile } from './meanwhile.ts';
import type { Emulator } from './server.ts';
import type { Step } from './steps.ts';
import { createOneClient, walkDemo } from './walk.ts';

/** All before it is of this release, and it and all after it of the earlier one. */
const MIDDLE: Broken = { part: 'payment' };

export type Upgrade = {
  readonly stage: Stage;
  readonly emulator: Emulator;
  readonly earlier: Earlier;
  readonly target: Target;
  readonly step: Step;
  /** Synthesizes and adapts what the context says. @returns the folder. */
  readonly prepare: (name: string, context: readonly string[]) => Promise<string>;
  readonly cdk: (name: string) => Cdk;
};

/** @returns what was refused on the way, each in a line. @throws DeployFailure as a deployment does. */
export async function upgrade(options: Upgrade): Promise<string[]> {
  const { stage, emulator, earlier, target, step, prepare, cdk } = options;
  const one = () => createOneClient(target);
  const { ask, payAgain } =
    stage === 'sandbox' ? await openHousehold(target) : { ask: one, payAgain: one };
  const refused: string[] = [];
  const during = async (title: string, work: () => Promise<unknown>) => {
    let asked = 0;
    await step(title, async () => {
      const found = await askMeanwhile(work, ask);
      refused.push(...found.wrong.map((line) => `${title}: ${line}`));
      asked = found.asked;
    });
    await step(`… with ${asked} rounds of requests, and one after it`, async () => {
      const wrong = [...(await ask()), ...(await payAgain())];
      refused.push(...wrong.map((line) => `after: ${title}: ${line}`));
    });
  };
  const { rolesMoveFrom } = earlier;
  const context = rolesMoveFrom ? [`rolesMoveFrom=${rolesMoveFrom}`] : [];
  const assembly = await prepare('first', context);
  const first = { stage, emulator, assembly, cdk: cdk('first') };
  await during(`The deployment over it fails in ${MIDDLE.part}`, () =>
    deployBroken(first, { ...MIDDLE, status: 'UPDATE_ROLLBACK_COMPLETE' }),
  );
  await during('It is repeated', () => deploy(first.cdk, assembly));
  if (rolesMoveFrom) {
    const second = await prepare('second', []);
    await during('The second deployment', () => deploy(cdk('second'), second));
  }
  return refused;
}

/** A client of the earlier release: read in each round, and its card pays a bill of another company in some. */
async function openHousehold(target: Target) {
  let bills = 0;
  let clientId = '';
  const payAgain = () => {
    bills += 1;
    const company = `Regular Company ${bills}`;
    return walkDemo(target, async (api, show) => {
      clientId ||= await createPayer(api, show);
      await linkAndPay(api, show, clientId, company);
    });
  };
  const wrong = await payAgain();
  if (wrong.length > 0) throw deployFailure(wrong.join('\n'));
  const api = createApiClient(target);
  const ask = async () => [
    ...(await walkDemo(target)),
    ...(await readEverything(api, target.partnerId, [clientId]).then(
      () => [],
      (error: Error) => [`reading: ${error.message}`],
    )),
  ];
  return { ask, payAgain };
}
