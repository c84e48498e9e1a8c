/** The program as it is started: a process of its own, checked over the network by the whole suite. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newPrivateJwk, openKeyPair } from '@billhook/connector-kit';
import { overHttp } from '@billhook/connector-kit/verify/http-transport';
import { createReceiver } from '@billhook/connector-kit/verify/receiver';
import { type RunOptions, runChecks } from '@billhook/connector-kit/verify/run';
import { keySetOf } from '@billhook/connector-kit/wire/keys';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCallers } from '../../../connectors/serve/callers.ts';
import { findFreePort } from '../../../lib/base/free-port.ts';

const main = join(import.meta.dirname, '../../../connectors/sandbox/main.ts');
const parent = mkdtempSync(join(tmpdir(), 'billhook-remote-sandbox-'));
const folder = join(parent, 'connector');
const callersFile = join(parent, 'callers.json');
const keys = {
  signing: openKeyPair(newPrivateJwk('sig')),
  encryption: openKeyPair(newPrivateJwk('enc')),
};
const caller = { name: 'suite', keys: keySetOf(keys.signing, keys.encryption) };

let connector: ChildProcess;
let url: string;
let report: string;

async function start(...args: string[]): Promise<string> {
  connector = spawn(
    process.execPath,
    [main, '--folder', folder, '--callers', callersFile, '--report', report, ...args],
    { stdio: 'pipe' },
  );
  return new Promise((resolve, reject) => {
    let output = '';
    connector.stdout?.on('data', (text) => {
      output += String(text);
      const [, address] = /Serving on (\S+)/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    });
    connector.stderr?.on('data', (text) => reject(new Error(String(text))));
    connector.once('exit', () => reject(new Error('The connector ended')));
  });
}

function stopped(): Promise<void> {
  return new Promise((resolve) => connector.once('exit', () => resolve()));
}

function check(more: Partial<RunOptions> = {}) {
  const today = new Date().toISOString().slice(0, 10);
  return runChecks({ baseUrl: url, send: overHttp, keys, today, secondMilliseconds: 500, ...more });
}

beforeAll(async () => {
  writeFileSync(callersFile, JSON.stringify([caller]));
  report = `http://127.0.0.1:${await findFreePort()}`;
  url = await start('--slow-seconds', '2');
});

afterAll(() => {
  connector.kill();
  rmSync(parent, { recursive: true, force: true });
});

describe('The sandbox as a connector', () => {
  test('passes the whole suite, but for what it does not have', async () => {
    const receiver = createReceiver(report);
    await new Promise<void>((resolve) =>
      receiver.server.listen(Number(new URL(report).port), '127.0.0.1', resolve),
    );
    try {
      const ran = await check({
        reportsOf: receiver.reportsOf,
        onKeys: (found) => {
          receiver.keys = found;
        },
      });
      if (!('results' in ran)) throw new Error(ran.unreachable);
      const others = ran.results.filter(({ verdict }) => verdict !== 'PASS');
      expect(others.map(({ id, verdict, detail }) => [id, verdict, detail])).toEqual([
        ['bills.none', 'SKIP', 'The manifest has no test login for no-bills'],
        ['bills.no-payments', 'SKIP', 'No company of its test logins says so'],
        ['pay.survives', 'SKIP', 'Nothing restarts it: see --restart'],
        ['pay.cancelled', 'SKIP', 'The manifest does not say that it can do this'],
      ]);
    } finally {
      receiver.server.closeAllConnections();
      receiver.server.close();
    }
  });

  test('keeps its address, its keys and what it knows over a restart', async () => {
    const file = readFileSync(join(folder, 'keys.json'), 'utf8');
    expect(statSync(join(folder, 'keys.json')).mode & 0o077).toBe(0);
    const [before, accounts] = [url, readFileSync(join(folder, 'accounts.jsonl'), 'utf8')];
    const ended = stopped();
    connector.kill('SIGTERM');
    await ended;
    url = await start();
    expect(url).toBe(before);
    expect(readFileSync(join(folder, 'keys.json'), 'utf8')).toBe(file);
    expect(readFileSync(join(folder, 'accounts.jsonl'), 'utf8')).toBe(accounts);
    const ran = await check({ only: ['wire.health', 'pay.repeated'] });
    if (!('results' in ran)) throw new Error(ran.unreachable);
    expect(ran.results.map(({ verdict }) => verdict)).toEqual(['PASS', 'PASS']);
  });

  test('stops with whoever started it, where that is asked for', async () => {
    const first = stopped();
    connector.kill('SIGTERM');
    await first;
    await start('--with-parent');
    const ended = stopped();
    connector.stdin?.end();
    await ended;
    expect(connector.exitCode).toBe(0);
  });
});

describe('The callers', () => {
  const file = join(parent, 'some.json');
  const write = (callers: unknown) => writeFileSync(file, JSON.stringify(callers));

  test('get reports where they say, or where the program was told', () => {
    const elsewhere = { ...caller, name: 'other', reportsTo: 'http://localhost:1' };
    write([caller, elsewhere]);
    const read = readCallers(file, 'http://127.0.0.1:2').map(({ reportsTo }) => reportsTo);
    expect(read).toEqual(['http://127.0.0.1:2', 'http://localhost:1']);
    expect(readCallers(file)[0]).toEqual(caller);
  });

  test('are on this machine, and are callers', () => {
    write([{ ...caller, reportsTo: 'https://billhook.example' }]);
    expect(() => readCallers(file)).toThrow('leave this machine');
    write([{ name: 'nobody' }]);
    expect(() => readCallers(file)).toThrow('is no list');
  });
});
