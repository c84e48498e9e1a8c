/** Recorded traffic: nobody's secret is in it, and a company's file runs against it without the website. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkFile } from '../../../../connectors/browser/recording/check.ts';
import { main } from '../../../../connectors/browser/recording/command.ts';
import type { Recorded } from '../../../../connectors/browser/recording/record.ts';
import {
  type Recording,
  readRecording,
  recordingFile,
  SecretLeft,
  writeRecording,
} from '../../../../connectors/browser/recording/recording.ts';
import { secretsLeftIn } from '../../../../connectors/browser/recording/secrets-left.ts';
import { createStandIns } from '../../../../connectors/browser/recording/stand-ins.ts';
import { watch } from '../../../../connectors/browser/recording/watch.ts';
import { type StandIn, startStandIn } from '../../../../connectors/stand-ins/start.ts';
import { canaries, canaryCard, files, recordStandIn, withBrowser } from './stand-in-recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'billhook-recordings-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const passed = (checked: Awaited<ReturnType<typeof checkFile>>) =>
  checked.map(({ what, problem }) => problem ?? what);

test.each([
  ['utility', ['signs in', 'reads the bills', 'pays']],
  ['mobile', ['signs in', 'reads the bills', 'pays']],
  ['streaming', ['signs in', 'puts a card on file']],
] as const)('The file of %s runs against its recording', async (name, all) => {
  expect(passed(await checkFile(files[name], readRecording(recordingFile(name))))).toEqual(all);
});

describe('A recording', () => {
  let site: StandIn;
  let recorded: Recorded;

  beforeAll(async () => {
    site = await startStandIn('utility', { folder });
    recorded = await recordStandIn('utility', site);
    await site.stop();
  });

  test('has nothing of what was typed, sent or kept in cookies', () => {
    const text = JSON.stringify(recorded).toLowerCase();
    const secrets = [
      ...Object.values(canaries.utility),
      ...[canaryCard.cardNumber, canaryCard.cardCode, canaryCard.zipcode, 'canary'],
    ].flatMap((one) => [one, encodeURIComponent(one), Buffer.from(one).toString('base64')]);
    expect(secrets.filter((one) => text.includes(one.toLowerCase()))).toEqual([]);
    expect(secretsLeftIn(text)).toEqual([]);
    const cookies = recorded.recording.exchanges.flatMap(
      ({ headers }) => headers['set-cookie'] ?? [],
    );
    expect(cookies.length).toBeGreaterThan(1);
    expect(cookies.filter((one) => !/=(stand-in-\d+)?;/.test(one))).toEqual([]);
    expect(recorded.recording.form.password).not.toContain('canary');
  });

  test('plays again without the website', async () => {
    await expect(fetch(site.url)).rejects.toThrow();
    expect(passed(await checkFile(files.utility, recorded.recording))).toEqual([
      'signs in',
      'reads the bills',
      'pays',
    ]);
  });

  test('knows a choice of where the code goes that was kept as the page had it', () => {
    expect(recorded.draft).toContain("{ kind: 'code-choice', press: 'Send Code' }");
    expect(recorded.recording.code).toMatch(/^\d{6}$/);
  });

  test('shows where a file and a changed page part', async () => {
    const changed = JSON.stringify(recorded.recording).replaceAll('Amount due', 'You owe');
    expect(await checkFile(files.utility, JSON.parse(changed) as Recording)).toEqual([
      { what: 'signs in' },
      { what: 'reads the bills', problem: expect.stringContaining('selector-not-found') },
    ]);
  });

  test.each([
    ['a card number', 'pay with 5555 5555 5555 4444 now'],
    ['an e-mail address', 'sent to ada@films.test'],
    ['an e-mail address', 'login=ada%40films.test'],
    ['a signed token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
    ['a bearer token', 'Authorization: Bearer abcdef123456'],
    ['a private key', '-----BEGIN PRIVATE KEY-----'],
    ['a social security number', 'SSN 123-45-6789'],
    ['a password in a field', '<input type="password" name="p" value="hunter2">'],
  ])('with %s is neither written nor read: %s', (what, body) => {
    const file = join(folder, 'left.json');
    const [first] = recorded.recording.exchanges;
    const left = { ...recorded.recording, exchanges: [{ ...first, body }] } as Recording;
    expect(() => writeRecording(file, left)).toThrow(SecretLeft);
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, JSON.stringify(left));
    expect(() => readRecording(file)).toThrow(what);
    expect(() => readRecording(file)).not.toThrow(body);
    rmSync(file);
  });

  test('with a cookie of the site is neither written nor read', () => {
    const [first] = recorded.recording.exchanges;
    const headers = { 'set-cookie': ['SID=0123456789; Path=/'] };
    const left = { ...recorded.recording, exchanges: [{ ...first, headers }] } as Recording;
    expect(() => writeRecording(join(folder, 'left.json'), left)).toThrow('a cookie');
  });
});

describe('What stands in for a secret', () => {
  test('is the same for the same, in whatever way it is written', () => {
    const { learn, replace } = createStandIns();
    const secret = 'p&ss "word"+1';
    const standIn = learn(secret);
    const ways = [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret),
      Buffer.from(secret).toString('base64'),
    ];
    const replaced = replace(ways.join('\n'));
    expect(replaced.split('\n')[0]).toBe(standIn);
    for (const way of ways) expect(replaced).not.toContain(way);
  });

  test('is digits for digits, and a test number for a card', () => {
    const { learn } = createStandIns();
    expect(learn('135790')).toMatch(/^\d{6}$/);
    expect(learn('5555555555554444')).toBe('4242424242424242');
    expect(learn('ada@films.test')).toMatch(/^person-\d+@mail\.example$/);
  });

  test('isn’t needed for an amount', () => {
    expect(createStandIns().learn('84.37')).toBe('84.37');
  });

  test('is refused where it was not enough', () => {
    const { learn, check } = createStandIns();
    learn('hunter2-and-more');
    expect(() => check('value="HUNTER2-and-more"')).toThrow(SecretLeft);
    expect(() => check(Buffer.from('hunter2-and-more').toString('hex'))).toThrow(SecretLeft);
    expect(() => check('nothing of it')).not.toThrow();
  });
});

test('A page that changes without loading is the last one, when its window is closed on it', async () => {
  const html = `<h1>One</h1><button onclick="document.querySelector('h1').innerText = 'Two'">Go</button>`;
  const seen = await withBrowser(async (context) => {
    const page = await context.newPage();
    const watched = await watch(page, () => {});
    await page.goto(`data:text/html,${html}`);
    await watched.pages();
    await page.getByRole('button').click();
    await page.getByRole('heading', { name: 'Two' }).waitFor();
    await page.getByRole('button').click();
    await page.close();
    return await watched.pages();
  });
  expect(seen.map(({ sign }) => sign.heading)).toEqual(['One', 'Two']);
});

describe('The command', () => {
  const runAt = async (home: string | undefined, ...args: string[]) => {
    const said: string[] = [];
    return { code: await main(args, (text) => said.push(text), home), said: said.join('') };
  };
  const run = (...args: string[]) => runAt(undefined, ...args);

  test('record does steps without a window, and its draft signs in at what it recorded', async () => {
    const site = await startStandIn('utility', { folder });
    const { userid, password } = canaries.utility;
    await site.admin('/customers', { login: userid, password, cents: 8_437 });
    const home = join(folder, 'home');
    for (const one of ['companies', 'recordings']) mkdirSync(join(home, one), { recursive: true });
    const source = join(import.meta.dirname, '../../../../connectors/browser/company.ts');
    writeFileSync(join(home, 'company.ts'), `export * from '${source}';`);
    const record = (name: string, steps: string) => {
      const file = join(home, name);
      writeFileSync(file, `export const steps = async (visit, { paid }) => {${steps}};`);
      return runAt(home, 'record', 'drafted-power', '--url', site.url, '--steps', file);
    };
    const signIn = `
      await visit.fillAll({ 'User ID': '${userid}', Password: '${password}' });
      await visit.press('Sign In');
      await visit.choose(/^Email to/);
      await visit.press('Send Code');
      await visit.waitFor({ code: { field: 'Security code' } });`;
    try {
      expect((await record('nothing.mjs', '')).said).toContain('nothing is written');
      const stopped = await record('stops.mjs', `${signIn} await visit.press('Verify me');`);
      expect(stopped).toEqual({
        code: 1,
        said: expect.stringContaining('textbox "Security code"'),
      });
      expect(stopped.said).toContain("waiting for getByText('Verify me'");
      expect(stopped.said).not.toContain('canary');
      expect(existsSync(recordingFile('drafted-power', home))).toBe(false);

      const ended = await record(
        'ends.mjs',
        `${signIn}
        const [{ code }] = await (await fetch('${site.url}/phone.json/${userid}')).json();
        await visit.fill('Security code', code);
        await visit.press('Verify');
        await visit.waitFor({ account: { heading: 'My account' } });
        await visit.press('Payment history');
        await visit.waitFor({ history: { heading: 'Payment history' } });
        paid(8437);`,
      );
      expect(ended).toMatchObject({ code: 0, said: expect.stringContaining('draft') });
    } finally {
      await site.stop();
    }
    const draft = readFileSync(join(home, 'companies/drafted-power.ts'), 'utf8');
    expect(draft).not.toContain('canary');
    expect(draft).toContain(`links: { login: '${site.url}' }`);
    expect(draft).toContain("{ kind: 'code-choice', press: 'Send Code' }");
    expect(draft).toContain("visit.waitFor({ paymentHistory: { heading: 'Payment history' } })");
    expect(readRecording(recordingFile('drafted-power', home)).paidCents).toBe(8_437);
    expect(await runAt(home, 'check', 'drafted-power')).toEqual({
      code: 0,
      said: 'PASS  signs in\n',
    });
  });

  test.each([
    [['check'], 'Usage'],
    [['check', '../secret'], 'no name of a company'],
    [['check', 'nobody'], 'companies/nobody.ts'],
    [
      ['record', 'acme', '--url', 'https://my.acme.example/', '--steps', '/not/there'],
      '/not/there',
    ],
    [['record', 'acme'], '--url'],
    [['record', 'acme', '--url', 'file:///etc'], '--url'],
    [['look', 'utility', '--nonsense'], 'nonsense'],
  ])('%s is wrong usage', async (args, said) => {
    expect(await run(...args)).toEqual({ code: 2, said: expect.stringContaining(said) });
  });

  test('record says in a sentence that there is no browser with a window', async () => {
    vi.stubEnv('CHROMIUM', '/not/there');
    const { code, said } = await run('record', 'acme', '--url', 'https://my.acme.example/');
    vi.unstubAllEnvs();
    expect(code).toBe(1);
    expect(said).toContain('A browser with a window is needed');
  });

  test('check runs a company’s file against its recording', async () => {
    expect(await run('check', 'streaming')).toEqual({
      ...{ code: 0, said: 'PASS  signs in\nPASS  puts a card on file\n' },
    });
  });

  test('look says what isn’t as the file says', async () => {
    const site = await startStandIn('utility', { folder });
    try {
      expect(await run('look', 'utility', '--url', site.url)).toEqual({
        code: 0,
        said: 'as-known: signIn\n',
      });
      await site.admin('/switches', { name: 'markup', value: 'yes' });
      const changed = await run('look', 'utility', '--url', site.url);
      expect(changed).toMatchObject({
        code: 1,
        said: expect.stringContaining('input[type=password,name]'),
      });
    } finally {
      await site.admin('/switches', { name: 'markup', value: '' });
      await site.stop();
    }
  });
});
