import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openProcesses, type Processes } from '../../../../lib/local/lambda/processes.ts';

const IDLE_MILLISECONDS = 50;

let folder = '';
let processes: Processes;

afterEach(async () => {
  await processes.stop();
  rmSync(folder, { recursive: true, force: true });
});

function open(code: string, most: number): void {
  folder = mkdtempSync(join(tmpdir(), 'billhook-processes-'));
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'index.js'), code);
  processes = openProcesses({
    settings: {
      ...{ name: 'one', arn: 'arn:aws:lambda:us-east-1:000000000000:function:one' },
      ...{ codeFolder: folder, handler: 'index.handler', ownFolders: [folder] },
      ...{ timeoutSeconds: 5, memoryMegabytes: 128, environment: {}, hasProcesses: true },
      roleArn: 'arn:aws:iam::000000000000:role/one',
    },
    most,
    log: () => {},
    folder: join(folder, 'own'),
    variables: {},
    idleMilliseconds: IDLE_MILLISECONDS,
  });
}

async function call(event: object = {}): Promise<unknown> {
  const { payload, functionError } = await processes.invoke(event);
  return functionError ? JSON.parse(payload).errorType : JSON.parse(payload);
}

/** Takes a moment to notice that it is to end. */
const BUSY = `exports.handler = async ({ wait = 0 }) => {
  setTimeout(() => { for (const until = Date.now() + 400; Date.now() < until; ); }, 5);
  await new Promise((wake) => setTimeout(wake, wait));
  return process.pid;
};`;

test.each([
  ['by another', 2],
  ['once that has ended', 1],
])('A call that comes while an instance ends is taken %s', async (_by, most) => {
  open(BUSY, most);
  const first = await call();
  await sleep(3 * IDLE_MILLISECONDS);
  const second = await call();
  expect(second).toEqual(expect.any(Number));
  expect(second).not.toBe(first);
});

test('An instance that lets go of its parent is not called again', async () => {
  open('exports.handler = async () => { setImmediate(() => process.disconnect()); return 1; };', 1);
  expect(
    [await call(), await call(), await call()].every(
      (said) => said === 1 || said === 'Runtime.ExitError',
    ),
  ).toBe(true);
});

test('Calls fail that wait when all is stopped, or come later', async () => {
  open(BUSY, 1);
  const calls = [call({ wait: 2_000 }), call(), call()];
  await processes.stop();
  expect(await Promise.all(calls)).toEqual(Array(3).fill('Runtime.ExitError'));
  expect(await call()).toBe('Runtime.ExitError');
});
