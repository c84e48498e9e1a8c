/** What a browser that crashes while a card is typed leaves behind. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../../connectors/browser/open-browser.ts';
import { destinationOf } from '../../../connectors/browser/way-out.ts';
import { filesBelow, foundIn } from '../../support/canaries.ts';

/** None of them is found by chance: a browser's files are full of digits. */
const typed = {
  card: '4000123412341234',
  code: 'canary-of-the-code',
  password: 'canary-of-the-password',
  user: 'canary-of-the-user',
};

let site: Server;
let address: string;

beforeAll(async () => {
  site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Pay</title><form method="post">
      <input name="user" autocomplete="username"><input name="password" type="password">
      <input name="card" autocomplete="cc-number"><input name="code" autocomplete="cc-csc">
      <button>Pay</button></form>`);
  });
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

afterAll(() => {
  site.closeAllConnections();
  site.close();
});

/** The folders of this process's browsers. */
const profiles = () =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith(`billhook-browser-${process.pid}-`))
    .map((name) => join(tmpdir(), name));

type Process = { readonly pid: number; readonly parent: number; readonly args: string };

/** The processes of the browser of a profile, and all that they started. */
function processesOf(profile: string): readonly Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const all = [...lines.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)].map(
    ([, pid, parent, args = '']): Process => ({ pid: Number(pid), parent: Number(parent), args }),
  );
  const own = new Set(all.filter(({ args }) => args.includes(profile)).map(({ pid }) => pid));
  // Until nobody is added: a child may be listed before its parent.
  for (let known = -1; known < own.size; ) {
    known = own.size;
    for (const { pid, parent } of all) if (own.has(parent)) own.add(pid);
  }
  return all.filter(({ pid }) => own.has(pid));
}

test.each(['page', 'browser'] as const)(
  'A %s that crashes leaves no card, code, password or user name, and no dump',
  async (which) => {
    const before = new Set(profiles());
    const { page, close } = await openBrowser([destinationOf(address, true)]);
    const [profile = ''] = profiles().filter((one) => !before.has(one));
    try {
      await page.goto(address);
      for (const [name, value] of Object.entries(typed)) {
        await page.locator(`[name=${name}]`).pressSequentially(value);
      }
      // A browser writes down a page's state some seconds after it has changed.
      await wait(3_000);
      const all = processesOf(profile);
      const isPage = ({ args }: Process) => args.includes('--type=renderer');
      const isBrowser = ({ args }: Process) => !args.includes('--type=');
      const hit = all.filter(which === 'page' ? isPage : isBrowser);
      expect(hit.length).toBeGreaterThan(0);
      for (const { pid } of hit) process.kill(pid, 'SIGSEGV');
      await wait(2_000);
      // Nothing is written any more while it is looked at.
      for (const { pid } of processesOf(profile).filter(isBrowser)) process.kill(pid, 'SIGKILL');
      const left = filesBelow(profile);
      expect(left.length).toBeGreaterThan(0);
      expect(foundIn(left, typed)).toEqual([]);
      expect(left.filter((file) => /\.dmp$|\/core(\.\d+)?$/.test(file))).toEqual([]);
    } finally {
      await close();
    }
    expect(profiles()).not.toContain(profile);
    expect(processesOf(profile)).toEqual([]);
  },
);
