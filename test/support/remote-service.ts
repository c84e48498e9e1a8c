/** A connector beside a service of a test's own, and the operator's command line for it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import {
  type Author,
  type Caller,
  createConnectorServer,
  memoryStore,
  nodeServer,
} from '@billhook/connector-kit';
import type { KeySet } from '@billhook/connector-kit/protocol/manifest';
import { newOwnKeys } from '@billhook/connector-kit/wire/keys';
import { expect } from 'vitest';
import { manifest } from '../../connectors/kit/template/manifest.ts';
import { findFreePort } from '../../lib/base/free-port.ts';
import type { Service } from '../../lib/local/service-process.ts';

const launcher = join(import.meta.dirname, '../../bin/billhook.mjs');

/** The template's connector, of another author. It listens when this returns. */
export async function serveBeside(service: Pick<Service, 'baseUrl'>, author: Author) {
  const baseUrl = `http://127.0.0.1:${await findFreePort()}`;
  const keys = await (await fetch(`${service.baseUrl}/.well-known/billhook-connector-keys`)).json();
  const caller: Caller = {
    name: 'here',
    keys: keys as KeySet,
    reportsTo: new URL(service.baseUrl).origin,
  };
  const connector = createConnectorServer({
    ...{ manifest, baseUrl, author },
    keys: newOwnKeys(),
    callers: [caller],
    store: memoryStore(),
    fingerprintSecret: 'a secret of the tests, which is long enough',
    answerSeconds: 0.1,
  });
  const server = nodeServer(connector, baseUrl);
  const { port } = new URL(baseUrl);
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
    connector.close();
  };
  return { baseUrl, close };
}

/** @param stateDir of the service. */
export function commandsOn(stateDir: () => string) {
  const billhook = (...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const given = [launcher, '--state', stateDir(), ...args];
      const child = execFile(process.execPath, given, (_error, out, err) => {
        resolve({ code: child.exitCode ?? -1, out, err });
      });
      child.stdin?.end();
    });
  /** What a command returns. It must succeed. */
  const json = async (...args: string[]) => {
    const { code, out, err } = await billhook(...args, '--json');
    expect(code, `billhook ${args.join(' ')}\n${out}${err}`).toBe(0);
    return JSON.parse(out);
  };
  return { billhook, json };
}
