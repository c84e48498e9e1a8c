import type { ModuleLook } from '@billhook/core/schemas/module';
import { describe, expect, test } from 'vitest';
import {
  createHost,
  type HostWindow,
  isForeignFrame,
  opensHere,
} from '../../../modules/kit/host.ts';

const APP = 'https://app.example';

type Posted = { readonly message: unknown; readonly target: string };

function framed(ancestorOrigins?: string[], refuse: string[] = []) {
  const posted: Posted[] = [];
  const page: HostWindow = {
    parent: {
      postMessage: (message, target) => {
        if (refuse.includes(target)) throw new SyntaxError('Invalid target origin');
        posted.push({ message, target });
      },
    },
    location: { ancestorOrigins },
  };
  return { page, posted };
}

function topLevel(bridges: object): HostWindow {
  const page = { location: {}, ...bridges } as { parent?: unknown };
  page.parent = page;
  return page as HostWindow;
}

const channel = {
  origins: [APP, 'capacitor://localhost'],
  bridgeName: 'Billhook',
  extended: false,
  sessionId: 's-1',
  resource: { type: 'module', id: 'account-linking' },
};

describe('a page that may open in some places only', () => {
  const look = { partnerId: 'ptn_a', bridgeName: 'Billhook', opensIn: undefined } as never;
  const open = (page: HostWindow, opensIn: ('frame' | 'app')[] | undefined, partner?: string) =>
    opensHere(page, { ...(look as object), opensIn } as ModuleLook, partner);
  const alone = topLevel({});
  const inApp = topLevel({ Billhook: { postMessage: () => {} } });
  const { page: inFrame } = framed([APP]);

  test.each<[string, HostWindow, ('frame' | 'app')[] | undefined, string | undefined, boolean]>([
    ['anywhere by a link', alone, undefined, undefined, true],
    ['in frames by a link', alone, ['frame'], 'ptn_a', false],
    ['in its app by a link', alone, ['app'], 'ptn_a', false],
    ['in both by a link', alone, ['frame', 'app'], 'ptn_a', false],
    ['in frames in a frame', inFrame, ['frame'], 'ptn_a', true],
    // The headers let a frame be that of the partner whom the address names.
    ['in frames in another partner’s frame', inFrame, ['frame'], 'ptn_b', false],
    ['in frames in a frame that names no partner', inFrame, ['frame'], undefined, false],
    ['in its app in a frame', inFrame, ['app'], 'ptn_a', false],
    ['in its app there', inApp, ['app'], undefined, true],
    ['in frames in an app', inApp, ['frame'], undefined, false],
    ['in both in an app', inApp, ['frame', 'app'], undefined, true],
  ])('%s: %s', (_what, where, opensIn, partner, opens) => {
    expect(open(where, opensIn, partner)).toBe(opens);
  });
});

describe('the channel to the host', () => {
  test('posts an event to the registered origin that frames the page, in the envelope', () => {
    const { page, posted } = framed([APP]);
    createHost(page, channel).emit('auth', { companyId: 'co_1' }, { type: 'auth', id: 'auth_1' });
    expect(posted).toEqual([
      {
        target: APP,
        message: {
          event: {
            _id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
            type: 'auth',
            created: expect.stringMatching(/^\d{4}-.*Z$/),
            sessionId: 's-1',
            payload: { resource: { type: 'auth', id: 'auth_1' }, data: { companyId: 'co_1' } },
          },
        },
      },
    ]);
  });

  test('posts to nobody whose origin is not registered', () => {
    const { page, posted } = framed(['https://evil.example']);
    createHost(page, channel).emit('exit');
    expect(posted).toEqual([]);
    expect(isForeignFrame(page, channel.origins)).toBe(true);
  });

  test('tries each registered origin where the browser does not tell the parent, and never `*`', () => {
    const { page, posted } = framed(undefined, ['capacitor://localhost']);
    createHost(page, channel).emit('exit');
    expect(posted.map(({ target }) => target)).toEqual([APP]);
    expect(isForeignFrame(page, channel.origins)).toBe(false);
  });

  test('keeps to the events of the interface unless the host asked for more', () => {
    const { page, posted } = framed([APP]);
    createHost(page, channel).emit('step', { screen: 'search' });
    expect(posted).toEqual([]);
    createHost(page, { ...channel, extended: true }).emit('step', { screen: 'search' });
    expect(posted).toHaveLength(1);
  });

  test('hands an object to the bridge of iOS', () => {
    const heard: unknown[] = [];
    const bridge = { postMessage: (message: unknown) => heard.push(message) };
    createHost(topLevel({ webkit: { messageHandlers: { Billhook: bridge } } }), channel).emit(
      'exit',
    );
    expect(heard).toEqual([{ event: expect.objectContaining({ type: 'exit' }) }]);
  });

  test('hands text to the bridge of Android', () => {
    const heard: unknown[] = [];
    const bridge = { postMessage: (message: unknown) => heard.push(message) };
    createHost(topLevel({ Harbor: bridge }), { ...channel, bridgeName: 'Harbor' }).emit('exit');
    expect(heard).toEqual([expect.stringContaining('"type":"exit"')]);
  });

  test('says nothing where there is neither a frame nor a bridge', () => {
    expect(() => createHost(topLevel({}), channel).emit('exit')).not.toThrow();
  });
});
