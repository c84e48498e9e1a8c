/** Firefox, by WebDriver BiDi: its own socket, without a driver in between. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Engine, HEIGHT, NotHere, WIDTH } from './engine.ts';

const names = ['firefox', 'firefox-esr'];
const START_SECONDS = 60;
const ANSWER_SECONDS = 60;

/** Nothing is asked of anybody but this machine. */
const preferences = `
user_pref('app.normandy.enabled', false);
user_pref('app.update.auto', false);
user_pref('browser.safebrowsing.malware.enabled', false);
user_pref('browser.safebrowsing.phishing.enabled', false);
user_pref('browser.shell.checkDefaultBrowser', false);
user_pref('datareporting.policy.dataSubmissionEnabled', false);
user_pref('extensions.getAddons.cache.enabled', false);
user_pref('intl.accept_languages', 'en-US');
user_pref('network.captive-portal-service.enabled', false);
user_pref('network.connectivity-service.enabled', false);
user_pref('network.dns.disablePrefetch', true);
user_pref('network.proxy.type', 1);
user_pref('network.proxy.http', '127.0.0.1');
user_pref('network.proxy.http_port', 9);
user_pref('network.proxy.ssl', '127.0.0.1');
user_pref('network.proxy.ssl_port', 9);
user_pref('network.proxy.no_proxies_on', 'localhost, 127.0.0.1');
user_pref('services.settings.server', '');
user_pref('toolkit.telemetry.server', '');
user_pref('ui.prefersReducedMotion', 1);
`;

/** @throws NotHere where there is none. */
export async function openFirefox(): Promise<Engine> {
  const command = [process.env.FIREFOX, ...names].find(
    (name) => name && spawnSync(name, ['--version']).status === 0,
  );
  if (!command) throw new NotHere('Firefox is not on this machine (Debian: firefox-esr)');
  const version = spawnSync(command, ['--version']).stdout.toString().trim();
  const profile = mkdtempSync(join(tmpdir(), 'billhook-firefox-'));
  writeFileSync(join(profile, 'user.js'), preferences);
  const child = spawn(
    command,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: '1' },
    },
  );
  const end = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill()) await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const bidi = await connect(`${await addressOf(child)}/session`);
    return await openContext(bidi, version, end);
  } catch (error) {
    await end();
    throw error;
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('Firefox did not say where it listens')),
      START_SECONDS * 1000,
    );
    child.once('exit', (code) => reject(new Error(`Firefox ended with ${code}`)));
    if (!child.stderr) throw new Error('Firefox has no output');
    createInterface(child.stderr).on('line', (line) => {
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

type Bidi = {
  readonly send: <T>(method: string, params: object) => Promise<T>;
  readonly close: () => void;
};

type Answer = { readonly id?: number; readonly result?: never; readonly message?: string };

async function connect(address: string): Promise<Bidi> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('Firefox took no connection'));
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  };
  let id = 0;
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        id += 1;
        const own = id;
        const timer = setTimeout(
          () => reject(new Error(`${method}: no answer in ${ANSWER_SECONDS} s`)),
          ANSWER_SECONDS * 1000,
        );
        waiting.set(own, ({ result, message }) => {
          waiting.delete(own);
          clearTimeout(timer);
          if (result === undefined) reject(new Error(`${method}: ${message}`));
          else resolve(result);
        });
        socket.send(JSON.stringify({ id: own, method, params }));
      }),
    close: () => socket.close(),
  };
}

async function openContext(
  { send, close }: Bidi,
  name: string,
  end: () => Promise<void>,
): Promise<Engine> {
  await send('session.new', { capabilities: {} });
  const { contexts } = await send<{ contexts: { context: string }[] }>(
    'browsingContext.getTree',
    {},
  );
  const context = contexts[0]?.context;
  const viewport = { width: WIDTH, height: HEIGHT };
  await send('browsingContext.setViewport', { context, viewport });
  const act = (actions: object) => send('input.performActions', { context, actions: [actions] });
  return {
    name,
    open: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'interactive' });
    },
    evaluate: async <T>(expression: string) => {
      const { result, exceptionDetails } = await send<{
        result?: { value: string };
        exceptionDetails?: { text: string };
      }>('script.evaluate', {
        expression: `JSON.stringify(${expression}) ?? 'null'`,
        target: { context },
        awaitPromise: false,
      });
      if (!result) throw new Error(exceptionDetails?.text ?? 'No result');
      return JSON.parse(result.value) as T;
    },
    press: async (x, y) => {
      await act({
        type: 'pointer',
        id: 'finger',
        actions: [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      });
    },
    type: async (text) => {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await act({ type: 'key', id: 'keyboard', actions });
    },
    picture: async () =>
      (await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data,
    close: async () => {
      close();
      await end();
    },
  };
}
