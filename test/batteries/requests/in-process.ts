/**
 * The operations behind the gateway, in this process: the gateway itself, the authorizer and the functions
 * are the service's own, and so are the keys and secrets of the service that runs beside it. The table is
 * in memory, a copy of that service's, and each part has one of its own. It takes a fraction of the time.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Opened } from '@billhook/runtime/serve/opened';
import { readOperatorAccess } from '../../../lib/local/access/operator-access.ts';
import { openGateway } from '../../../lib/local/gateway/gateway.ts';
import { type Api, readApi } from '../../../lib/local/gateway/routes.ts';
import { functionName } from '../../../lib/local/lambda/function-settings.ts';
import type { Functions } from '../../../lib/local/lambda/lambda.ts';
import { readAssembly } from '../../../lib/local/template/assembly.ts';
import { createModel, type Model } from '../../../lib/local/template/model.ts';
import { ensureAssembly } from '../../../lib/local/template/synthesis.ts';
import { memoryTable } from '../../support/memory-table.ts';
import { allOperations } from '../../support/operations.ts';
import type { OverTables } from '../../support/service-over-tables.ts';
import { scanTable } from '../../support/table-server.ts';

type Handler = Opened<(event: never, context: never) => Promise<unknown>>;
type Called = (event: unknown, context: unknown) => Promise<unknown>;

export type InProcess = {
  readonly baseUrl: string;
  /** From now on over a table that is as the service's is now. */
  readonly begin: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const ROOT = join(import.meta.dirname, '../../..');
/** As the service's own functions are called: nothing here takes nearly as long. */
const CALL_MILLISECONDS = 29_000;

/** The app, built: a service that starts would have to build it within the time it has to be ready. */
export const buildApp = (): Promise<string> => ensureAssembly(ROOT, () => {});

export async function openInProcess({
  service,
  stateDir,
  tableUrl,
}: Pick<OverTables, 'service' | 'stateDir' | 'tableUrl'>): Promise<InProcess> {
  const model = createModel(readAssembly(await buildApp()), { ModulesUrl: service.modulesUrl });
  setEnvironment(model, stateDir);
  const api = readApi(model);
  const handlers = await loadHandlers(api);
  const gateway = await openGateway('127.0.0.1', 0);
  return {
    baseUrl: `http://127.0.0.1:${gateway.port}/${api.stageName}`,
    begin: async () => {
      const table = memoryTable();
      for (const row of await scanTable(tableUrl)) {
        const item = itemOf(row);
        table.items.set(`${item.pk} ${item.sk}`, item);
      }
      gateway.replace({ api, functions: functionsOver(handlers, table) });
    },
    close: gateway.close,
  };
}

type Attribute = Readonly<Record<string, unknown>>;

/** An item as the document client hands it out. */
function itemOf(attributes: Readonly<Record<string, Attribute>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, valueIn(attribute)]),
  );
}

function valueIn(attribute: Attribute): unknown {
  const [[type, value] = []] = Object.entries(attribute);
  if (type === 'S' || type === 'BOOL') return value;
  if (type === 'N') return Number(value);
  if (type === 'B') return Uint8Array.from(Buffer.from(String(value), 'base64'));
  if (type === 'L') return (value as Attribute[]).map(valueIn);
  if (type === 'M') return itemOf(value as Record<string, Attribute>);
  if (type === 'NULL') return null;
  throw new Error(`No item of the service has a value of type ${type}`);
}

/** What the stacks tell their functions. Each is told a part; no two are told different things. */
function setEnvironment(model: Model, stateDir: string): void {
  const told = new Map<string, string>();
  for (const one of model.ofType('AWS::Lambda::Function')) {
    const { Variables = {} } = (one.properties().Environment ?? {}) as {
      Variables?: Record<string, unknown>;
    };
    for (const [name, value] of Object.entries(Variables)) told.set(name, String(value));
  }
  const { endpointUrl, credentials } = readOperatorAccess(stateDir);
  Object.assign(process.env, Object.fromEntries(told), {
    BILLHOOK_ALLOW_LOCAL_ADDRESSES: 'yes',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    AWS_ENDPOINT_URL: endpointUrl,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
  });
}

/** The handlers of all functions that the API calls, by the function's name. */
async function loadHandlers(api: Api): Promise<ReadonlyMap<string, Handler>> {
  const files = new Map<string, string>();
  for (const { path, methods } of api.resources) {
    for (const [method, { integration, authorizer }] of methods) {
      if (authorizer) files.set(functionName(authorizer.functionArn), 'gateway/authorize');
      if (integration.type !== 'AWS_PROXY') continue;
      const found = allOperations.find(
        ({ operation }) => operation.path === path && operation.method === method,
      );
      const file = found ? `${found.group}/${inKebabCase(found.name)}` : 'gateway/route-not-found';
      files.set(functionName(integration.functionArn), file);
    }
  }
  const loaded = [...files].map(async ([name, file]) => {
    const path = join(ROOT, 'functions', `${file}.ts`);
    if (!existsSync(path)) throw new Error(`There is no function ${file}`);
    const { handler } = (await import(path)) as { handler: Handler };
    return [name, handler] as const;
  });
  return new Map(await Promise.all(loaded));
}

function inKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** As Lambda calls them: the answer is a text, and an error is told in one. */
function functionsOver(
  handlers: ReadonlyMap<string, Handler>,
  table: ReturnType<typeof memoryTable>,
): Functions {
  const opened = new Map<string, Called>();
  const find = (name: string): Called => {
    const handler = handlers.get(name);
    if (!handler) throw new Error(`No such function: ${name}`);
    const known = opened.get(name) ?? ((handler.over?.({ table }) ?? handler) as Called);
    opened.set(name, known);
    return known;
  };
  return {
    find: () => undefined,
    warm: () => {},
    stop: async () => {},
    invoke: async (idOrArn, event) => {
      const name = functionName(idOrArn);
      const endsAt = Date.now() + CALL_MILLISECONDS;
      const context = {
        awsRequestId: 'in-process',
        functionName: name,
        getRemainingTimeInMillis: () => Math.max(0, endsAt - Date.now()),
      };
      try {
        const answer = await find(name)(event, context);
        return { payload: JSON.stringify(answer ?? null) };
      } catch (error) {
        const { name: errorType, message: errorMessage } = error as Error;
        const payload = JSON.stringify({ errorType, errorMessage });
        return { payload, functionError: 'Unhandled' };
      }
    },
  };
}
