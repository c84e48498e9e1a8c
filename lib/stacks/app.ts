/** The app: every stack of one stage, in the order in which they deploy. */
import { join } from 'node:path';
import type { Operation } from '@billhook/core/api/operation';
import { App, PERMISSIONS_BOUNDARY_CONTEXT_KEY, Tags } from 'aws-cdk-lib';
import { ownCompanies } from '../../connectors/browser/companies/own.ts';
import {
  type connectorFunctions,
  type gatewayFunctions,
  operations,
} from '../../functions/contracts.ts';
import { readLogos } from '../build/logos.ts';
import { ASSETS_FOLDER } from '../constructs/module-assets.ts';
import type { Route } from '../constructs/routes.ts';
import { contextNames, digestOf, readSettings } from '../settings/read-settings.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import { ApiStack } from './api.ts';
import { BrowserStack } from './browser.ts';
import { concurrencyOf } from './concurrency.ts';
import { DataStack } from './data.ts';
import { DeploymentStack } from './deployment.ts';
import { FunctionsStack } from './functions.ts';
import { ModuleHostStack } from './module-host.ts';
import { MonitorStack } from './monitor.ts';
import { checkBestPractices } from './nag.ts';
import { OperatorStack } from './operator.ts';
import { readRolesMove } from './roles-move.ts';
import { ScheduleStack } from './schedule.ts';
import { readStage, type Stage, stackName } from './stage.ts';
import { StreamStack } from './stream.ts';
import { arnsOf, WorkflowStack } from './workflow.ts';

export type AppOptions = {
  /** Where `lib/build/build.ts` put functions and layers. */
  readonly builtFolder: string;
  /** The cloud assembly's folder; what the CDK's command line says when left out. */
  readonly outputFolder?: string;
  /** Beside what `cdk.json` and the command line say: `{ stage: 'production' }`. */
  readonly context?: Readonly<Record<string, unknown>>;
  readonly account?: string;
  readonly region?: string;
  /** Whether a browser reaches companies; as the stage's company files say, when left out. */
  readonly hasBrowser?: boolean;
  /** Hears of settings that are said in a way which will not be taken for ever. */
  readonly warn?: (line: string) => void;
};

const ROOT = join(import.meta.dirname, '../..');

/** @throws Error when a setting of the stage is wrong. */
export function createApp(options: AppOptions): App {
  const app = new App({ outdir: options.outputFolder, context: options.context });
  const stage = readStage(app.node.tryGetContext('stage'));
  const settings = settingsOf(app, stage, options);
  const { breakGlassRole } = settings;
  const keyRoles = { ...settings.keyRoles, ...(breakGlassRole && { VaultKey: [breakGlassRole] }) };
  const movesFrom = readRolesMove(app.node.tryGetContext('rolesMoveFrom'));
  const { hasBrowser = hasCompanies(stage) } = options;
  const env = placeOf(settings, options);
  markAll(app, stage, settings);
  const propsOf = (part: string) => ({
    stackName: stackName(stage, part),
    description: `Billhook, ${stage}: ${part}`,
    env,
  });
  const data = new DataStack(app, 'data', {
    ...propsOf('data'),
    terminationProtection: stage !== 'sandbox',
    keys: { stage, keyRoles, movesFrom },
    ...{ alarmEmail: settings.alarmEmail, runbookUrl: settings.runbookUrl },
    ...{ paymentsPaused: settings.paymentsPaused, restoredTable: settings.restoredTable },
    privateConnectors: settings.privateConnectors,
  });
  const events = new StreamStack(app, 'stream', {
    ...propsOf('stream'),
    stage,
    data,
    builtFolder: options.builtFolder,
    concurrency: concurrencyOf(settings.concurrency),
    companies: settings,
  });
  const alone = events.surroundings;
  const workflows = { ...propsOf('workflow'), surroundings: alone };
  const { machines, companyWork } = new WorkflowStack(app, 'workflow', workflows);
  const granted = { ...alone.granted, machineArns: arnsOf(machines) };
  const surroundings = { ...alone, granted };
  new ScheduleStack(app, 'schedule', { ...propsOf('schedule'), surroundings });
  const groups = deployedOf(stage).map(([group, declared]) => {
    const own = { ...propsOf(group), group, surroundings };
    return { stack: new FunctionsStack(app, group, own), declared };
  });
  if (hasBrowser) {
    const broker = functionOf(stackIn(groups, 'connector'), SERVES_BROWSER);
    const fixedAddress = settings.fixedBrowserAddress === true;
    const own = { ...propsOf('browser'), surroundings, broker, fixedAddress };
    new BrowserStack(app, 'browser', own);
  }
  const ofGateway = { ...propsOf('gateway'), group: 'gateway', surroundings };
  const gateway = new FunctionsStack(app, 'gateway', ofGateway);
  const { api, edgeMark } = new ApiStack(app, 'api', {
    ...propsOf('api'),
    stage,
    logKey: data.logKey,
    ...{ domain: settings.api, requestsPerSecond: settings.requestsPerSecond },
    ...{ edgeSecret: settings.edgeSecret, movesFrom },
    routes: groups.flatMap(({ stack, declared }) => routesOf(stack, declared)),
    ...gatewayOf(gateway),
    takeReports: functionOf(stackIn(groups, 'connector'), TAKES_REPORTS),
  });
  const host = hasModuleHost(env.region)
    ? new ModuleHostStack(app, 'module-host', {
        ...propsOf('module-host'),
        ...{ stage, api, edgeMark, logKey: data.logKey, domain: settings.modules },
        ...filesOf(stage, options.builtFolder),
      })
    : undefined;
  new OperatorStack(app, 'operator', {
    ...propsOf('operator'),
    ...{ surroundings, host, settings: digestOf(settings) },
  });
  new DeploymentStack(app, 'deployment', { ...propsOf('deployment'), surroundings, host });
  new MonitorStack(app, 'monitor', {
    ...propsOf('monitor'),
    ...{ stage, api, table: data.table, keyArns: data.guardedKeyArns },
    ...{ machines, events, companyWork },
    alarms: data.alarms,
    ...{ alarmEmail: settings.alarmEmail, budget: settings.budget },
  });
  checkBestPractices(app);
  return app;
}

/** What the stage's file says, before the shell. */
function placeOf({ account, region }: StageSettings, shell: AppOptions) {
  return { account: account ?? shell.account, region: region ?? shell.region };
}

/** What all resources have alike. Each stack looks for the boundary when it is made. */
function markAll(app: App, stage: Stage, { tags, permissionsBoundary: arn }: StageSettings): void {
  if (arn) app.node.setContext(PERMISSIONS_BOUNDARY_CONTEXT_KEY, { arn });
  const named = Object.entries({ ...tags, service: 'billhook', stage });
  for (const [name, value] of named) Tags.of(app).add(name, value);
}

function settingsOf(app: App, stage: Stage, { account, region, warn = () => {} }: AppOptions) {
  const elsewhere = app.node.tryGetContext('settings');
  const entries = contextNames.map((name) => [name, app.node.tryGetContext(name)] as const);
  const context = Object.fromEntries(entries);
  return readSettings({ stage, root: ROOT, elsewhere, context, shell: { account, region }, warn });
}

/** What the modules' host serves itself. Production has no companies of ours, hence no logos. */
function filesOf(stage: Stage, builtFolder: string) {
  return {
    assetsFolder: join(builtFolder, 'modules', ASSETS_FOLDER),
    logos: stage === 'sandbox' ? readLogos(builtFolder) : undefined,
  };
}

/** CloudFront in China has neither private origins nor functions: there the modules have no host. */
function hasModuleHost(region: string | undefined): boolean {
  return !region?.startsWith('cn-');
}

/** What is for tests alone has no route in production, as if it did not exist. */
function operationsOf(
  stage: Stage,
  declared: Readonly<Record<string, Operation>>,
): Record<string, Operation> {
  const own = Object.entries(declared).filter(
    ([, operation]) => stage === 'sandbox' || !operation.sandboxOnly,
  );
  return Object.fromEntries(own);
}

/** By the groups that have any. */
function deployedOf(stage: Stage) {
  return Object.entries(operations).flatMap(([group, declared]) => {
    const own = operationsOf(stage, declared);
    return Object.keys(own).length > 0 ? [[group, own] as const] : [];
  });
}

function routesOf(stack: FunctionsStack, declared: Record<string, Operation>): Route[] {
  return Object.entries(declared).map(([name, operation]) => ({
    operation,
    function: functionOf(stack, name),
  }));
}

/** A sandbox has the stand-ins, where they run beside it; production what its operator has files of. */
function hasCompanies(stage: Stage): boolean {
  return stage === 'sandbox' || ownCompanies.length > 0;
}

const SERVES_BROWSER = 'serveBrowser' satisfies keyof typeof connectorFunctions;
const TAKES_REPORTS = 'reportOperation' satisfies keyof typeof connectorFunctions;

function stackIn(groups: readonly { readonly stack: FunctionsStack }[], name: string) {
  const found = groups.find(({ stack }) => stack.group === name);
  if (!found) throw new Error(`Nothing is deployed of the group ${name}`);
  return found.stack;
}

/** The functions that the gateway itself calls. */
function gatewayOf(stack: FunctionsStack) {
  const named = (name: keyof typeof gatewayFunctions) => functionOf(stack, name);
  return {
    authorize: named('authorize'),
    showPage: named('showPage'),
    routeNotFound: named('routeNotFound'),
  };
}

function functionOf(stack: FunctionsStack, name: string) {
  const made = stack.functions[name];
  if (!made) throw new Error(`${stack.stackName} has no function ${name}`);
  return made;
}
