/**
 * The sandbox behind the wire, for the service on this machine: it is started, registered and given its
 * companies as an operator does that with `npx billhook`.
 */
import { join } from 'node:path';
import { type KeySet, keySet as keySetSchema } from '@billhook/connector-kit/protocol/manifest';
import * as v from 'valibot';
import { claims } from '../../../connectors/sandbox/directory.ts';
import { manifest } from '../../../connectors/sandbox/manifest.ts';
import { operate } from '../../base/operate.ts';
import { type ConnectorProcess, startConnector } from '../connector-process.ts';
import { localFailure } from '../failures.ts';
import { writeWhole } from '../write-whole.ts';

export type Beside = {
  /** Of the service, which is running. */
  readonly stateDir: string;
  /** Where the API is served: `http://localhost:8787/v1`. */
  readonly baseUrl: string;
  readonly say: (line: string) => void;
};

/** @throws LocalFailure, with what the command said that failed. */
export async function openRemoteSandbox({
  stateDir,
  baseUrl,
  say,
}: Beside): Promise<ConnectorProcess> {
  const asOperator = (...args: string[]) => billhook(stateDir, ...args);
  const folder = join(stateDir, 'remote-sandbox');
  const { keySet } = v.parse(shownKeys, await asOperator('connector-key', 'show'));
  const callers = [{ name: 'local', keys: keySet as KeySet, reportsTo: new URL(baseUrl).origin }];
  const beside = await startConnector({ name: 'The sandbox', main, folder, callers });
  try {
    const { data } = v.parse(listed, await asOperator('connector', 'list'));
    const isThere = data.some(({ id, state }) => id === manifest.id && state !== 'removed');
    if (!isThere) {
      say('Registering the sandbox as a remote connector …');
      const claimsFile = join(folder, 'claims.json');
      writeWhole(claimsFile, `${JSON.stringify(claims, null, 2)}\n`);
      await asOperator('connector', 'add', beside.url, '--cards', '--confirm', manifest.id);
      const all = ['--accept', 'all', '--same', claimsFile, '--no-count'];
      await asOperator('connector', 'import', manifest.id, ...all);
    }
    say(`The sandbox’s companies are reached at ${beside.url}`);
    return beside;
  } catch (error) {
    await beside.close();
    throw error;
  }
}

const main = join(import.meta.dirname, '../../../connectors/sandbox/main.ts');
const shownKeys = v.object({ keySet: keySetSchema });
const listed = v.object({ data: v.array(v.object({ id: v.string(), state: v.string() })) });

/** @throws LocalFailure */
async function billhook(stateDir: string, ...args: string[]): Promise<unknown> {
  try {
    return await operate({ stateDir }, ...args, '--yes');
  } catch (error) {
    const { stderr = '', message } = error as Error & { readonly stderr?: string };
    throw localFailure(`npx billhook ${args.slice(0, 2).join(' ')} failed:\n${stderr || message}`);
  }
}
