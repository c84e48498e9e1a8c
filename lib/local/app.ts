import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Callers,
  type Credentials,
  createCallers,
  makeCredentials,
} from './access/callers.ts';
import { removeOperatorAccess, writeOperatorAccess } from './access/operator-access.ts';
import { collectRoles } from './access/roles.ts';
import { createBuckets } from './buckets.ts';
import { openCdn } from './cdn/cdn.ts';
import { readDistribution } from './cdn/distribution.ts';
import { type Chaos, type ChaosOptions, createChaos } from './chaos/chaos.ts';
import { disturbFunctions } from './chaos/disturbed-functions.ts';
import { type Endpoint, openEndpoint } from './endpoint/endpoint.ts';
import { createEvents } from './events/events.ts';
import { createSchedules } from './events/schedules.ts';
import { localFailure } from './failures.ts';
import { openGateway } from './gateway/gateway.ts';
import { readApi } from './gateway/routes.ts';
import { createKms } from './kms/kms.ts';
import { runCustomResources } from './lambda/custom-resources.ts';
import { createFunctionLogs } from './lambda/function-log.ts';
import { layOutRuntimePackages } from './lambda/function-settings.ts';
import { createFunctions, type Functions } from './lambda/lambda.ts';
import { createLambdaService } from './lambda/service.ts';
import { createSecrets } from './secrets.ts';
import { type LocalState, openState } from './state.ts';
import { createStepFunctions } from './step-functions/step-functions.ts';
import { createTableAccess } from './tables/dynamodb-access.ts';
import { startTableServer, type TableServer } from './tables/dynoxide.ts';
import { provisionTables } from './tables/tables.ts';
import { readAssembly } from './template/assembly.ts';
import { createModel, type Model } from './template/model.ts';

export type LocalOptions = {
  /** The synthesized app (`cdk.out`), or what makes it; port and state are taken before. */
  readonly assemblyDir: string | (() => Promise<string>);
  /** Data, keys, secrets and running workflows; made when missing. */
  readonly stateDir: string;
  /** Empties the state folder first. */
  readonly fresh?: boolean;
  /** 0 for any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Runs the modules' host too, on its usual port or this one; 0 for any free port. */
  readonly modules?: { readonly port?: number };
  /** How many calls of one function run at once. */
  readonly callsAtOnce?: number;
  /** Variables that every function gets beside its template's. */
  readonly localVariables?: Readonly<Record<string, string>>;
  /** The same for functions alone that have processes of their own. */
  readonly processVariables?: Readonly<Record<string, string>>;
  /** Faults that befall the calls of functions once the service has started. */
  readonly chaos?: ChaosOptions;
};

/** The app, running on this machine. */
export type LocalApp = {
  /** Where the API is served, with the stage: `http://localhost:8787/v1`. */
  readonly baseUrl: string;
  /** Where the hosted modules are, when they were asked for: `http://localhost:8788`. */
  readonly modulesUrl?: string;
  /** The stacks' outputs by their logical id. */
  readonly outputs: Readonly<Record<string, string>>;
  /** The current value of a secret, by its ARN. */
  readonly readSecret: (secretArn: string) => string | undefined;
  /** Calls a function as an operator would, by its name or ARN, past the gateway. */
  readonly invoke: Functions['invoke'];
  /** The faults that are injected: none, unless the options or `setRate` say so. */
  readonly chaos: Chaos;
  /** Takes over another assembly; state, port and table server stay. On failure the old one goes on. */
  readonly reload: (assemblyDir: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Runs a synthesized app: everything that it does comes from its templates.
 * @throws LocalFailure, of one line, when it can't be run.
 */
export async function startLocal(options: LocalOptions): Promise<LocalApp> {
  const { host = '127.0.0.1', port = 0 } = options;
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const state = openState(resolve(options.stateDir), { fresh: options.fresh });
    closers.push(state.close);
    const gateway = await openGateway(host, port);
    closers.push(gateway.close);
    const cdn =
      options.modules &&
      (await openCdn({ host, port: options.modules.port, apiPort: gateway.port }));
    if (cdn) closers.push(cdn.close);
    const tableServer = await startTableServer(join(state.folder, 'tables.db'));
    closers.push(tableServer.stop);
    const chaos = createChaos({ ...options.chaos, rate: 0 });
    const endpoint = await openEndpoint(chaos);
    closers.push(endpoint.close);
    const given = options.assemblyDir;
    let currentDir = typeof given === 'string' ? given : await given();
    const operator = makeCredentials('operator');
    const { callsAtOnce, localVariables, processVariables = {} } = options;
    const modulesUrl = cdn && urlOf(host, cdn.port);
    const fixed: Fixed = {
      ...(modulesUrl && { localOutputs: { ModulesUrl: modulesUrl } }),
      ...{ state, tableServer, endpoint, operator, chaos },
      ...{ callsAtOnce, localVariables },
      processes: { folder: join(state.folder, 'processes'), variables: processVariables },
    };

    let running = await runAssembly(currentDir, fixed);
    closers.push(() => running.stop());
    const serve = () => {
      gateway.replace(running);
      if (running.distribution) cdn?.replace(running.distribution);
    };
    serve();
    const letOperatorIn = () =>
      writeOperatorAccess(state.folder, {
        endpointUrl: endpoint.url,
        credentials: operator,
        outputs: running.model.outputs(),
      });
    letOperatorIn();
    closers.push(() => removeOperatorAccess(state.folder));
    // Not before: a deployment that fails half-way is not what is to be tried.
    chaos.setRate(options.chaos?.rate ?? 0);
    return {
      baseUrl: `${urlOf(host, gateway.port)}/${running.api.stageName}`,
      ...(modulesUrl && { modulesUrl }),
      get outputs() {
        return running.model.outputs();
      },
      readSecret: (secretArn) => running.readSecret(secretArn),
      invoke: (idOrArn, event) => running.functions.invoke(idOrArn, event),
      chaos,
      reload: async (assemblyDir) => {
        const rate = chaos.rate();
        chaos.setRate(0);
        // Two at once would run each workflow twice, hence the old one stops first.
        await running.stop();
        try {
          running = await runAssembly(assemblyDir, fixed);
          currentDir = assemblyDir;
        } catch (error) {
          running = await runAssembly(currentDir, fixed);
          throw error;
        } finally {
          serve();
          letOperatorIn();
          chaos.setRate(rate);
        }
      },
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function urlOf(host: string, port: number): string {
  return `http://${host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host}:${port}`;
}

type Fixed = {
  readonly state: LocalState;
  readonly tableServer: TableServer;
  readonly endpoint: Endpoint;
  readonly operator: Credentials;
  readonly callsAtOnce?: number;
  readonly localVariables?: Readonly<Record<string, string>>;
  readonly processes: {
    readonly folder: string;
    readonly variables: Readonly<Record<string, string>>;
  };
  readonly chaos: Chaos;
  /** Of the stacks, what is at another address here. */
  readonly localOutputs?: Readonly<Record<string, string>>;
};

/** What changes with an assembly. */
async function runAssembly(
  assemblyDir: string,
  { state, tableServer, endpoint, operator, chaos, localOutputs, ...given }: Fixed,
) {
  const model = createModel(readAssembly(resolve(assemblyDir)), localOutputs);
  const tables = await provisionTables(model, tableServer.url);
  const callers = createCallers(collectRoles(model), operator);
  const log = createFunctionLogs(join(state.folder, 'logs'));
  const functions = createFunctions({
    model,
    callers,
    log,
    ...given,
    endpointUrl: endpoint.url,
    table: { url: tableServer.url, tables, disturbed: chaos.disturbed },
    onWritten: endpoint.written,
    runtimePackages: prepareRuntimePackages(state.folder),
  });
  try {
    return await connect({
      ...{ model, callers, functions, tables, log, state, tableServer, endpoint, chaos },
    });
  } catch (error) {
    await functions.stop();
    throw error;
  }
}

type Parts = {
  readonly model: Model;
  readonly callers: Callers;
  readonly functions: Functions;
  readonly tables: Awaited<ReturnType<typeof provisionTables>>;
  readonly log: (functionName: string, text: string) => void;
  readonly state: LocalState;
  readonly tableServer: TableServer;
  readonly endpoint: Endpoint;
  readonly chaos: Chaos;
};

async function connect({
  model,
  callers,
  functions,
  tables,
  log,
  state,
  tableServer,
  endpoint,
  chaos,
}: Parts) {
  const secrets = createSecrets(model, state);
  const buckets = createBuckets(model, state.folder);
  const tableUrl = tableServer.url;
  const { bus, queues, sources } = createEvents({
    ...{ model, state, tables, tableUrl, callers, functions, chaos, log },
  });
  // A custom resource's function may start a workflow, whose definition may name what custom
  // resources answer; so the service is made at its first call.
  let stepFunctions: ReturnType<typeof createStepFunctions> | undefined;
  const states = () => {
    const disturbed = disturbFunctions(functions, chaos, 'task');
    stepFunctions ??= createStepFunctions({ model, state, functions: disturbed, callers, queues });
    return stepFunctions;
  };
  endpoint.connect({
    callers,
    services: {
      events: bus,
      kms: createKms(model, state),
      lambda: createLambdaService(functions),
      s3: buckets,
      secretsmanager: secrets,
      sqs: queues,
      states: {
        access: (operation, input) => states().access(operation, input),
        run: (operation, input) => states().run(operation, input),
      },
    },
    tables: { url: tableUrl, access: createTableAccess(tables), written: sources.written },
  });
  await runCustomResources({ model, state, functions, endpoint });
  const api = readApi(model);
  const delivered = disturbFunctions(functions, chaos, 'schedule');
  const schedules = createSchedules({ model, state, functions: delivered, log });
  states().resumeAll();
  schedules.start();
  sources.start();
  return {
    api,
    distribution: readDistribution(model, api, buckets),
    functions,
    model,
    readSecret: secrets.read,
    stop: async () => {
      schedules.stop();
      sources.stop();
      // Before the functions: what they were doing must not look like a failure.
      stepFunctions?.stop();
      await functions.stop();
    },
  };
}

function prepareRuntimePackages(stateFolder: string): string {
  const project = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
  const packages = join(project, 'node_modules');
  if (!existsSync(packages)) throw localFailure(`${packages} is missing; run npm ci.`);
  const folder = join(stateFolder, 'runtime');
  layOutRuntimePackages(folder, packages);
  return folder;
}
