/** WebKit, by Debian's driver for its GTK browser, in a window that nobody sees. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { findFreePort } from '../../../lib/base/free-port.ts';
import { until } from '../../../lib/base/until.ts';
import { type Engine, HEIGHT, NotHere, WIDTH } from './engine.ts';

const DRIVER = 'WebKitWebDriver';
/** Debian's folder has the architecture and the version in its name. */
const BROWSERS = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser';

/** @throws NotHere where there is none. */
export async function openWebkit(): Promise<Engine> {
  const binary = process.env.WEBKIT ?? globSync(BROWSERS).sort().at(-1);
  const hasDriver = spawnSync('which', [DRIVER]).status === 0;
  if (!hasDriver || !binary || !existsSync(binary)) {
    throw new NotHere('WebKit is not on this machine (Debian: webkit2gtk-driver)');
  }
  const screen = process.env.DISPLAY ? undefined : await openScreen();
  const port = await findFreePort();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: process.env.DISPLAY ?? screen?.display,
      GDK_BACKEND: 'x11',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
    },
  });
  const end = async () => {
    await stop(driver);
    if (screen) await stop(screen.child);
  };
  try {
    return await openSession(`http://127.0.0.1:${port}`, binary, end);
  } catch (error) {
    await end();
    throw error;
  }
}

/** A screen in memory. */
async function openScreen(): Promise<{ readonly display: string; readonly child: ChildProcess }> {
  if (spawnSync('which', ['Xvfb']).status !== 0) {
    throw new NotHere('WebKit needs a screen, and there is none (Debian: xvfb)');
  }
  const child = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const number = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('Xvfb ended')));
    child.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()));
  });
  return { display: `:${number}`, child };
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.kill()) await gone;
}

type Capabilities = { readonly browserName: string; readonly browserVersion: string };

async function openSession(
  driver: string,
  binary: string,
  end: () => Promise<void>,
): Promise<Engine> {
  await until('the driver of WebKit', async () => {
    const answer = await fetch(`${driver}/status`).catch(() => undefined);
    return answer?.ok;
  });
  const made = await ask<{ sessionId: string; capabilities: Capabilities }>(`${driver}/session`, {
    capabilities: {
      alwaysMatch: {
        acceptInsecureCerts: true,
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      },
    },
  });
  const session = `${driver}/session/${made.sessionId}`;
  const send = <T>(path: string, body?: object) => ask<T>(`${session}${path}`, body);
  await send('/window/rect', { width: WIDTH, height: HEIGHT });
  const act = async (actions: object) => {
    await send('/actions', { actions: [actions] });
  };
  const { browserName, browserVersion } = made.capabilities;
  return {
    name: `WebKit (${browserName} ${browserVersion})`,
    open: async (url) => {
      await send('/url', { url });
    },
    evaluate: (expression) => send('/execute/sync', { script: `return ${expression};`, args: [] }),
    press: (x, y) =>
      act({
        type: 'pointer',
        id: 'finger',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      }),
    type: (text) =>
      act({
        type: 'key',
        id: 'keyboard',
        actions: [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      }),
    picture: () => send('/screenshot'),
    close: async () => {
      await fetch(session, { method: 'DELETE' }).catch(() => {});
      await end();
    },
  };
}

/** @throws Error with what the driver complains of. */
async function ask<T>(address: string, body?: object): Promise<T> {
  const answer = await fetch(address, {
    method: body ? 'POST' : 'GET',
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value } = (await answer.json()) as { value: T & { message?: string } };
  if (!answer.ok) throw new Error(`WebKit's driver: ${value.message}`);
  return value;
}
