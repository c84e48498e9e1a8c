/** The three stand-ins together, as a person or a script starts them. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { standInCompanies } from '../../../connectors/stand-ins/companies.ts';
import { startStandIns } from '../../../connectors/stand-ins/start.ts';
import { visit } from './visit.ts';

const source = join(import.meta.dirname, '../../../connectors/stand-ins');

function folderOfOwn(): string {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-stand-ins-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('Each is a process with a database of its own, and lists a login that works', async () => {
  const folder = folderOfOwn();
  const { sites, listed, stop } = await startStandIns({ folder });
  onTestFinished(stop);
  expect(listed.map(({ name }) => name)).toEqual(Object.values(standInCompanies));
  expect(new Set(sites.map(({ pid }) => pid)).size).toBe(3);
  const databases = sites.map(({ name }) => readdirSync(join(folder, name)));
  expect(databases.map((files) => files.filter((file) => file.endsWith('.db')))).toEqual([
    ['utility.db'],
    ['mobile.db'],
    ['streaming.db'],
  ]);
  for (const { phone, payments } of listed)
    for (const address of [phone, payments])
      expect(await (await fetch(address)).json()).toEqual([]);

  const [utility, mobile, streaming] = listed;
  const { userid = '', password: passwd = '' } = utility?.form ?? {};
  const let1 = await visit(utility?.url ?? '').send('/account/login', { userid, passwd });
  expect(let1.path).toBe('/account/verify');
  const { phone: number, password: pin } = mobile?.form ?? {};
  const let2 = await fetch(`${mobile?.url}/api/sign-in`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ number, pin }),
  });
  expect(await let2.json()).toEqual({ challenge: expect.any(String) });
  const let3 = await visit(streaming?.url ?? '').send('/in/password', { ...streaming?.form });
  expect(let3.path).toBe('/browse');
});

test('A login that paid its bill owes again after the next start, and one that did not owes the same', async () => {
  const folder = folderOfOwn();
  const card = { pan: '4242424242424242', mm: '12', yy: '31', cvc: '123' };
  const owed: string[] = [];
  for (const pays of [false, true, false]) {
    const { listed, stop } = await startStandIns({ folder });
    const { url = '', form = {}, payments = '' } = listed[2] ?? {};
    const browser = visit(url);
    await browser.send('/in/password', form);
    owed.push((await browser.open('/you')).html.match(/\$\d+\.\d\d/)?.[0] ?? '');
    if (pays) {
      await browser.send('/you/card', card);
      const { html } = await browser.open('/you/pay');
      await browser.send('/you/pay', { token: /value="([^"]+)"/.exec(html)?.[1] ?? '' });
      expect((await browser.open('/you')).html).toContain('Paid, thank you');
    }
    expect(await (await fetch(payments)).json()).toHaveLength(owed.length > 1 ? 1 : 0);
    await stop();
  }
  expect(owed).toEqual(['$15.49', '$15.49', '$15.49']);
});

test('When one can’t start, none is left running', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as AddressInfo;
  const folder = folderOfOwn();
  const started = startStandIns({ folder, ports: { mobile: port } });
  await expect(started).rejects.toThrow(/mobile did not start/);
  const url = readFileSync(join(folder, 'utility/url'), 'utf8');
  await expect(fetch(url)).rejects.toThrow();
});

test('They end with the process that started them, even if it is killed', async () => {
  const child = spawn(process.execPath, [join(source, 'main.ts'), '--folder', folderOfOwn()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const urls: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /^\S.*? {2}(http:\S+)$/.exec(line) ?? [];
    if (url) urls.push(url);
    if (line.startsWith('Stop with')) break;
  }
  expect(urls).toHaveLength(3);
  for (const url of urls) expect((await fetch(url)).status).toBe(200);
  child.kill('SIGKILL');
  for (const url of urls) await expect.poll(() => fetch(url).catch(() => 'gone')).toBe('gone');
});

test('Nothing of ours is in them: they import Node and each other', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const imports = files
    .filter((file) => /\.(ts|js)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(source, file), 'utf8').matchAll(/\bfrom '([^']+)'/g)].map(
        ([, from = '']) => ({ file, from }),
      ),
    );
  expect(imports.length).toBeGreaterThan(20);
  const isOwn = ({ file, from }: { file: string; from: string }) =>
    from.startsWith('node:') || join(source, file, '..', from).startsWith(`${source}/`);
  expect(imports.filter((one) => !isOwn(one))).toEqual([]);
});
