/**
 * The browser's worker of a running service, as whoever took it over would have it: the credentials of its
 * role, from the variables of its process.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

export type WorkerRole = {
  readonly config: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: {
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly sessionToken: string;
    };
    readonly maxAttempts: number;
  };
  /** Asks the broker, which answers what it would answer any worker. */
  readonly askBroker: (asked: object) => Promise<unknown>;
  /** @returns the name of the error. */
  readonly invoke: (functionName: string) => Promise<string>;
};

/** @param stateDir of the service. Nothing while no session is open. */
export function workerRoleOf(stateDir: string): WorkerRole | undefined {
  const folder = `STAND_INS_FOLDER=${join(stateDir, 'stand-ins')}`;
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => variablesOf(name))
    .find((all) => all.includes(folder) && all.some((one) => one.startsWith('BROKER_ARN=')));
  return found && roleWith(Object.fromEntries(found.map((one) => one.split(/=(.*)/s))));
}

function variablesOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

function roleWith(variables: Readonly<Record<string, string>>): WorkerRole {
  const of = (name: string) => variables[name] ?? '';
  const config = {
    endpoint: of('AWS_ENDPOINT_URL'),
    region: of('AWS_REGION'),
    credentials: {
      accessKeyId: of('AWS_ACCESS_KEY_ID'),
      secretAccessKey: of('AWS_SECRET_ACCESS_KEY'),
      sessionToken: of('AWS_SESSION_TOKEN'),
    },
    maxAttempts: 1,
  };
  const lambda = new LambdaClient(config);
  return {
    config,
    async askBroker(asked) {
      const Payload = Buffer.from(JSON.stringify(asked));
      const FunctionName = of('BROKER_ARN');
      const { Payload: said } = await lambda.send(new InvokeCommand({ FunctionName, Payload }));
      return JSON.parse(Buffer.from(said ?? []).toString());
    },
    invoke: (FunctionName) =>
      lambda.send(new InvokeCommand({ FunctionName })).then(
        () => 'allowed',
        (error: Error) => error.name,
      ),
  };
}
