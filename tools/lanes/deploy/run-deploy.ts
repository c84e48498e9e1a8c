/** `npm run tools -- deploy`, step by step: deploy, enforce policies, walk, and look for what was refused. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { addPartnerTo } from '../../../lib/base/operate.ts';
import type { StageSettings } from '../../../lib/settings/stage-settings.ts';
import type { Stage } from '../../../lib/stacks/stage.ts';
import type { CallEveryOperation } from '../../../test/support/surroundings.ts';
import { type Fitted, fitAssembly } from './assembly.ts';
import { bootstrap, type Cdk, deploy, findTarget, synthesize, type Target } from './deployment.ts';
import { unpackRelease } from './earlier.ts';
import { enforcePolicies, isTrial } from './enforcement.ts';
import { brokenFirst, failFirst } from './failed-first.ts';
import { deniedEvents, functionsWithoutRun, type LogEvent, readLogs } from './logs.ts';
import { ensurePython } from './python.ts';
import { rehearseRestore } from './restore.ts';
import { type Denial, type Emulator, startEmulator } from './server.ts';
import { createSteps } from './steps.ts';
import { callRareSweeps } from './sweeps.ts';
import { upgrade } from './upgrade.ts';
import { createOneClient, type Walk, walkDemo, walkOperations } from './walk.ts';

export type DeployOptions = {
  readonly stage: Stage;
  /** Its first deployment is broken on purpose, and then repeated. */
  readonly breaks?: 'first';
  /** The tag of an earlier release, which is deployed first. */
  readonly over?: string;
  /** In place of the walk, its table is set back. */
  readonly restores?: boolean;
  /** Where the emulator is installed, once for all runs. */
  readonly cacheFolder: string;
  /** This run's files. */
  readonly runFolder: string;
  readonly say: (line: string) => void;
  readonly callEveryOperation: CallEveryOperation;
  /** Called once the emulator runs. */
  readonly started: (emulator: Emulator) => void;
};

export type Report = {
  readonly fitted: readonly Fitted[];
  readonly target: Target;
  /** Calls that did not succeed, one per line. */
  readonly refused: readonly string[];
  /** Of the sandbox alone. */
  readonly walk?: Walk;
  /** Functions that did not run after policies were enforced, by their paths. */
  readonly unrun: readonly string[];
  /** What IAM refused, each in a line. */
  readonly denied: readonly string[];
};

/** Sweeps run once a minute, with their own roles' policies too. */
const SETTLE_MILLISECONDS = 75_000;
const MESSAGE_CHARACTERS = 300;

/** @throws DeployFailure when a step fails, other than a call that is refused. */
export async function runDeploy(options: DeployOptions): Promise<Report> {
  const { stage, cacheFolder, runFolder, say, callEveryOperation } = options;
  const step = createSteps(say);
  mkdirSync(runFolder, { recursive: true });
  const logOf = (name: string) => join(runFolder, `${name}.log`);
  const python = await step('The emulator is installed', () =>
    ensurePython(join(cacheFolder, 'venv'), logOf('install')),
  );
  const emulator = await step('The emulator is running', () => startEmulator(python, runFolder));
  options.started(emulator);
  const cdk = (name: string): Cdk => ({ emulator, folder: runFolder, logFile: logOf(name) });
  await step('The account is bootstrapped', () => bootstrap(cdk('bootstrap')));
  const { over } = options;
  const earlier = over
    ? await step(`The release ${over} is unpacked`, () => unpackRelease(over, logOf('unpack')))
    : undefined;
  let fitted: Fitted[] = [];
  const prepare = async (name: string, context: readonly string[] = [], root?: string) => {
    const assembly = join(runFolder, `assembly-${name}`);
    await step('The app is synthesized', () =>
      synthesize(cdk(`synth-${name}`), { stage, assembly, root, context }),
    );
    fitted = await step('The app is adapted to the emulator', () =>
      fitAssembly(assembly, { python, folder: runFolder, logFile: logOf('fit') }),
    );
    return assembly;
  };
  const assembly = await prepare(over ?? 'own', [], earlier?.root);
  if (options.breaks === 'first') {
    for (const broken of brokenFirst) {
      const failing = { stage, emulator, assembly, cdk: cdk(`broken-${broken.part}`) };
      await step(`A deployment fails in ${broken.part}, and leaves nothing behind`, () =>
        failFirst(failing, broken),
      );
    }
  }
  await step(`The ${stage} stage is deployed`, () => deploy(cdk('deploy'), assembly));
  const target = await findTarget(emulator, stage);
  const enforce = () =>
    step('Policies are enforced', () => enforcePolicies(emulator, stage, target));
  // Deployments after it would need those of the bootstrap, which the emulator doesn't have whole.
  if (!options.restores) await enforce();
  const enforcedAt = Date.now();
  const refused = earlier
    ? await upgrade({ stage, emulator, earlier, target, step, prepare, cdk })
    : [];
  refused.push(...(await step('A client is created', () => createOneClient(target))));
  let walk: Walk | undefined;
  if (stage === 'sandbox' && refused.length === 0 && !options.restores) {
    refused.push(...(await step('The demo is run', () => walkDemo(target))));
    walk = await step('Every operation is called', () =>
      walkOperations(target, {
        callEveryOperation,
        addPartner: addPartnerTo({ stage, environment: emulator.environment }),
      }),
    );
    refused.push(...walk.refused);
    refused.push(...(await step('Rare sweeps are called', () => callRareSweeps(emulator, stage))));
    await step('The sweeps of one minute have run', () => waitFor(SETTLE_MILLISECONDS));
  }
  if (options.restores && refused.length === 0) {
    const deployWith = async (settings: StageSettings) => {
      const again = `${assembly}-${Object.keys(settings).join('-')}`;
      await synthesize(cdk('synth'), { stage, assembly: again, settings });
      await fitAssembly(again, { python, folder: runFolder, logFile: logOf('fit') });
      await deploy(cdk('deploy'), again);
    };
    refused.push(
      ...(await rehearseRestore({ stage, emulator, target, deployWith, step, enforce })),
    );
  }
  const events = await step('The logs are read', () => readLogs(emulator.url));
  const unrun = functionsWithoutRun(events, stage, enforcedAt);
  const denied = findDenied(emulator.denials(), events);
  return { fitted, target, refused, walk, unrun, denied };
}

function waitFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * What IAM refused, also where the service swallowed it, goes on without and a sweep tries again:
 * as the emulator reports it, and as it was logged.
 */
function findDenied(denials: readonly Denial[], events: readonly LogEvent[]): string[] {
  const reported = denials.filter((one) => !isTrial(one)).map(describeDenial);
  const logged = deniedEvents(events).map(
    ({ group, message }) => `${group}: ${message.trim().slice(0, MESSAGE_CHARACTERS)}`,
  );
  return [...new Set([...reported, ...logged])];
}

function describeDenial({ principal, action, resource, reason }: Denial): string {
  // A role's session is called after the function.
  const who = principal.split('/').at(-1) || 'Somebody';
  return `${who} may not ${action} ${resource}${reason && ` (${reason})`}`;
}
