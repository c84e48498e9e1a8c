import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createModule,
  type ModuleEventType,
  type ModuleOptions,
} from '../../../modules/embed/index.ts';
import { FakeElement, FakeWindow } from './fake-window.ts';

const ORIGIN = 'https://modules.example';
let page: FakeWindow;
let place: FakeElement;

beforeEach(() => {
  page = new FakeWindow();
  place = new FakeElement('div');
  vi.stubGlobal('window', page);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Changes = Partial<Record<keyof ModuleOptions | 'token' | 'container', unknown>>;

function optionsWith(changes: Changes = {}): ModuleOptions {
  const given = { module: 'account-linking', baseUrl: ORIGIN, partner: 'ptn_1', container: place };
  return { ...given, getToken: () => 'sso-1', ...changes } as never;
}

async function opened(changes: Changes = {}) {
  const module = createModule(optionsWith(changes));
  module.open();
  await settle();
  return { module, frame: frameIn(place) as FakeElement };
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

function frameIn(element: FakeElement): FakeElement | undefined {
  return element.children.find(({ tag }) => tag === 'iframe');
}

let made = 0;
function eventOf(type: ModuleEventType | 'new-one', data: object = {}, given?: string) {
  made += 1;
  const _id = given ?? `evt_${made}`;
  const created = '2026-11-22T12:00:00.000Z';
  const payload = { resource: { type: 'module', id: 'account-linking' }, data };
  return { event: { _id, type, created, payload } };
}

function say(frame: FakeElement, data: unknown, from: { source?: unknown; origin?: string } = {}) {
  page.dispatch('message', { source: frame.contentWindow, origin: ORIGIN, data, ...from });
}

describe('the frame', () => {
  test('comes into its container with a name and the sandbox that the modules need', async () => {
    const { frame } = await opened();
    expect(place.children).toEqual([frame]);
    expect(frame.title).toBe('Link an account');
    expect(frame.attributes.sandbox?.split(' ')).toEqual([
      'allow-scripts',
      'allow-same-origin',
      'allow-forms',
      'allow-popups',
      'allow-popups-to-escape-sandbox',
    ]);
    expect(frame.attributes.referrerpolicy).toBe('strict-origin');
  });

  test.each([
    [{ locale: 'es-MX' }, 'Vincular una cuenta'],
    [{ module: 'bill-pay' }, 'Your bills'],
    [{ title: 'Cuentas' }, 'Cuentas'],
  ])('is called by %o: %s', async (given, title) => {
    expect((await opened(given)).frame.title).toBe(title);
  });

  test('grows and shrinks with its page, within bounds', async () => {
    const { frame } = await opened();
    for (const [height, style] of [
      [412.3, '413px'],
      [300, '300px'],
      [1e9, '20000px'],
      [-1, '20000px'],
      [Number.NaN, '20000px'],
      ['1px; position: fixed', '20000px'],
    ]) {
      say(frame, eventOf('resize', { height }));
      expect(frame.style.height).toBe(style);
    }
  });
});

describe('its address', () => {
  test('names partner and parameters, and never the token', async () => {
    const parameters = { companyId: 'com_1', items: ['bill', 'payment'], cardPaymentsOnly: false };
    const { frame } = await opened({ parameters, sessionId: 's 1&2', locale: 'es' });
    const { origin, pathname, searchParams, hash } = new URL(frame.src);
    expect([origin, pathname, hash]).toEqual([ORIGIN, '/connect', '']);
    expect(Object.fromEntries(searchParams)).toEqual({
      companyId: 'com_1',
      items: 'bill,payment',
      cardPaymentsOnly: 'false',
      partner: 'ptn_1',
      locale: 'es',
      sessionId: 's 1&2',
      events: 'extended',
    });
  });

  test.each([
    ['card-swap', '/card-swap'],
    ['bill-pay', '/bill-pay'],
  ])('of %s is %s', async (module, path) => {
    expect(new URL((await opened({ module })).frame.src).pathname).toBe(path);
  });

  test('has the token in the fragment or the query where that was asked for', async () => {
    const token = 'a.b+c';
    const given = { getToken: undefined, token };
    const { frame } = await opened({ ...given, tokenBy: 'fragment' });
    expect(new URLSearchParams(new URL(frame.src).hash.slice(1)).get('token')).toBe(token);
    expect(new URL(frame.src).searchParams.get('token')).toBeNull();
    frame.remove();
    const other = await opened({ ...given, tokenBy: 'query', partner: undefined });
    expect(new URL(other.frame.src).searchParams.get('token')).toBe(token);
    expect(new URL(other.frame.src).hash).toBe('');
  });

  test('asks for no more events than the contractual ones where the host wants those', async () => {
    const { frame } = await opened({ events: 'basic' });
    expect(new URL(frame.src).searchParams.has('events')).toBe(false);
  });
});

test.each<[string, Changes]>([
  ['There is no module', { module: 'toString' }],
  ['https', { baseUrl: 'http://modules.example' }],
  ['https', { baseUrl: 'javascript:alert(1)' }],
  ['Invalid URL', { baseUrl: 'modules.example' }],
  ['partner is needed', { partner: undefined }],
  ['token or getToken', { getToken: undefined }],
  ['needs token', { tokenBy: 'fragment' }],
  ['container or mode', { container: undefined }],
])('is refused at once, before anything is in the page: %s', (message, changes) => {
  expect(() => createModule(optionsWith(changes))).toThrow(message);
});

test('a developer’s own machine may do without TLS', async () => {
  const { frame } = await opened({ baseUrl: 'http://127.0.0.1:8788' });
  expect(frame.src).toMatch(/^http:\/\/127\.0\.0\.1:8788\/connect\?/);
});

describe('the token', () => {
  const wanted = { billhook: 'token-wanted' };

  test('goes to the page that asks for it, and to the modules’ origin alone', async () => {
    const getToken = vi.fn(async () => 'sso-1');
    const { frame } = await opened({ getToken });
    expect(getToken).not.toHaveBeenCalled();
    say(frame, wanted);
    await settle();
    const message = { billhook: 'token', token: 'sso-1' };
    expect(frame.contentWindow?.received).toEqual([{ message, targetOrigin: ORIGIN }]);
  });

  test('goes to nobody else who asks', async () => {
    const getToken = vi.fn(() => 'sso-1');
    const { frame } = await opened({ getToken });
    say(frame, wanted, { origin: 'https://modules.example.evil.test' });
    say(frame, wanted, { source: { postMessage: () => expect.fail('answered') } });
    say(frame, wanted, { source: null });
    frame.remove();
    say(frame, wanted);
    await settle();
    expect(getToken).not.toHaveBeenCalled();
  });

  test('that comes when the module is closed goes nowhere', async () => {
    let give = (_token: string) => {};
    const getToken = () => new Promise<string>((resolve) => (give = resolve));
    const onProblem = vi.fn();
    const { module, frame } = await opened({ getToken, onProblem });
    const frameWindow = frame.contentWindow;
    say(frame, wanted);
    module.close();
    give('sso-1');
    await settle();
    expect(frameWindow?.received).toEqual([]);
    expect(onProblem).not.toHaveBeenCalled();
  });

  test.each<[string, () => unknown]>([
    ['threw', () => Promise.reject(new Error('no session'))],
    ['is empty', () => ''],
    ['is none', () => ({ token: 'sso-1' })],
    ['is nothing at all', () => undefined],
  ])('that %s is told of, and the module is closed', async (_, getToken) => {
    const told: unknown[] = [];
    const { frame } = await opened({
      getToken,
      onProblem: ({ code }: { readonly code: string }) => told.push(code),
      onClose: (by: string) => told.push(by),
    });
    const received = frame.contentWindow?.received;
    say(frame, wanted);
    await settle();
    expect(told).toEqual(['token-failed', 'failed']);
    expect(received).toEqual([]);
    expect(place.children).toEqual([]);
  });

  test('that is late is given all the same, also where the page has shown itself by then', async () => {
    const getToken = () => new Promise((resolve) => setTimeout(resolve, 60_000, 'sso-1'));
    const [onProblem, onClose] = [vi.fn(), vi.fn()];
    const { frame } = await opened({ getToken, onProblem, onClose });
    say(frame, wanted);
    say(frame, eventOf('error', { reason: 'token_missing' }));
    await vi.advanceTimersByTimeAsync(60_000);
    const message = { billhook: 'token', token: 'sso-1' };
    expect(frame.contentWindow?.received).toEqual([{ message, targetOrigin: ORIGIN }]);
    expect([onProblem, onClose].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});

describe('events', () => {
  test('are told as they come, and to the callback of their type', async () => {
    const told: unknown[] = [];
    const tell = (name: string) => (event: { _id: string }) => told.push([name, event._id]);
    const { frame } = await opened({
      onEvent: tell('event'),
      onAuth: tell('auth'),
      onExit: tell('exit'),
      onFinish: tell('finish'),
    });
    for (const type of ['ready', 'auth', 'finish', 'new-one', 'exit'] as const) {
      say(frame, eventOf(type, {}, type));
    }
    expect(told).toEqual([
      ['event', 'ready'],
      ['event', 'auth'],
      ['auth', 'auth'],
      ['event', 'finish'],
      ['finish', 'finish'],
      ['event', 'new-one'],
      ['event', 'exit'],
      ['exit', 'exit'],
    ]);
  });

  test('are told once each', async () => {
    const onAuth = vi.fn();
    const { frame } = await opened({ onAuth });
    const event = eventOf('auth');
    for (let time = 0; time < 3; time += 1) say(frame, event);
    say(frame, eventOf('auth'));
    expect(onAuth).toHaveBeenCalledTimes(2);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'auth'],
    ['another’s message', { type: 'auth' }],
    ['no id', { event: { ...eventOf('auth').event, _id: undefined } }],
    ['no type', { event: { ...eventOf('auth').event, type: 1 } }],
    ['no data', { event: { ...eventOf('auth').event, payload: {} } }],
    ['a null in it', { event: null }],
  ])('are nothing else: %s', async (_, data) => {
    const onEvent = vi.fn();
    const { frame } = await opened({ onEvent });
    say(frame, data);
    expect(onEvent).not.toHaveBeenCalled();
  });

  test('of other windows and origins are not ours', async () => {
    const onEvent = vi.fn();
    const { frame } = await opened({ onEvent });
    say(frame, eventOf('auth'), { origin: 'https://modules.example:8443' });
    say(frame, eventOf('auth'), { origin: 'null' });
    say(frame, eventOf('auth'), { source: page });
    expect(onEvent).not.toHaveBeenCalled();
  });

  test('of two modules in one page do not mix', async () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const other = new FakeElement('div');
    const { frame } = await opened({ onEvent: first });
    await opened({ onEvent: second, container: other, module: 'bill-pay' });
    say(frame, eventOf('auth'));
    say(frameIn(other) as FakeElement, eventOf('alive'));
    expect(first).toHaveBeenCalledTimes(1);
    expect(second).toHaveBeenCalledTimes(1);
  });
});

describe('mounting again', () => {
  test('at once, as in React’s strict mode, loads one frame and tells once', async () => {
    const [getToken, onAuth, onClose] = [vi.fn(() => 'sso-1'), vi.fn(), vi.fn()];
    const given = { getToken, onAuth, onClose };
    const first = createModule(optionsWith(given));
    first.open();
    first.destroy();
    const second = createModule(optionsWith(given));
    second.open();
    await settle();
    expect(place.children).toHaveLength(1);
    expect(page.countOf('message')).toBe(1);
    const frame = frameIn(place) as FakeElement;
    say(frame, { billhook: 'token-wanted' });
    say(frame, eventOf('auth'));
    await settle();
    expect(getToken).toHaveBeenCalledTimes(1);
    expect(onAuth).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
  });

  test('one module that is opened, closed and opened at once is there once', async () => {
    const onClose = vi.fn();
    const module = createModule(optionsWith({ onClose }));
    module.open();
    module.close();
    module.open();
    module.open();
    await settle();
    expect(place.children).toHaveLength(1);
    expect(onClose).not.toHaveBeenCalled();
    module.close();
    expect(place.children).toEqual([]);
    expect(onClose).toHaveBeenCalledExactlyOnceWith('host');
  });

  test('leaves nothing behind: no frame, no listener, no timer, however often', async () => {
    for (let time = 0; time < 5; time += 1) {
      const { module } = await opened({ mode: time % 2 ? 'modal' : 'inline' });
      module.destroy();
      module.destroy();
      module.open();
      await settle();
    }
    expect(place.children).toEqual([]);
    expect(page.document.body.children).toEqual([]);
    expect(page.countOf('message')).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('closing', () => {
  test.each<[string, Changes, ReturnType<typeof eventOf>, string[]]>([
    ['close, with all events', {}, eventOf('close', { reason: 'closed' }), ['user']],
    ['exit, with all events: close follows', {}, eventOf('exit', { reason: 'closed' }), []],
    ['exit, with basic events', { events: 'basic' }, eventOf('exit', {}), ['user']],
    ['finish: the user may go on', { events: 'basic' }, eventOf('finish'), []],
    ['an error that is shown', {}, eventOf('error', { reason: 'offline' }), []],
  ])('by %s', async (_, given, event, closed) => {
    const told: string[] = [];
    const onClose = (by: string) => told.push(by);
    const { frame } = await opened({ ...given, onClose });
    say(frame, event);
    await settle();
    expect(told).toEqual(closed);
    expect(place.children).toHaveLength(1 - closed.length);
  });

  test('comes after exit, and once, also when the callback closes it itself', async () => {
    const told: string[] = [];
    const { module, frame } = await opened({
      events: 'basic',
      onExit: () => {
        told.push('exit');
        module.close();
      },
      onClose: (by: string) => told.push(by),
    });
    say(frame, eventOf('exit'));
    expect(told).toEqual(['exit', 'host']);
  });

  test('happens also where a callback throws', async () => {
    const onEvent = () => {
      throw new Error('of the host');
    };
    const { frame } = await opened({ onEvent });
    expect(() => say(frame, eventOf('close'))).toThrow('of the host');
    expect(place.children).toEqual([]);
  });

  test('by destroy is silent', async () => {
    const onClose = vi.fn();
    const { module } = await opened({ onClose });
    module.destroy();
    expect(onClose).not.toHaveBeenCalled();
    expect(place.children).toEqual([]);
  });
});

describe('an ended session', () => {
  test.each([
    ['close', 'session_expired', 'extended'],
    ['close', 'link_expired', 'extended'],
    ['exit', 'session_expired', 'basic'],
  ] as const)('(%s, %s, %s) goes on with another token, in the same frame', async (...given) => {
    const [type, reason, events] = given;
    const onClose = vi.fn();
    const { frame } = await opened({ onExpired: async () => 'sso-2', onClose, events });
    say(frame, eventOf('error', { reason }));
    say(frame, eventOf(type, { reason }));
    await settle();
    const message = { billhook: 'token', token: 'sso-2' };
    expect(frame.contentWindow?.received).toEqual([{ message, targetOrigin: ORIGIN }]);
    expect(onClose).not.toHaveBeenCalled();
  });

  test.each<[string, Changes]>([
    ['nobody gives', {}],
    ['the host gives no', { onExpired: () => undefined }],
    ['the host fails to give a', { onExpired: () => Promise.reject(new Error('no session')) }],
  ])('closes where %s token', async (_, given) => {
    const told: string[] = [];
    const { frame } = await opened({
      ...given,
      onProblem: () => {},
      onExit: () => told.push('exit'),
      onClose: (by: string) => told.push(by),
    });
    say(frame, eventOf('exit', { reason: 'session_expired' }));
    expect(told).toEqual([]);
    say(frame, eventOf('close', { reason: 'session_expired' }));
    await settle();
    expect(told).toEqual(['exit', 'expired']);
    expect(place.children).toEqual([]);
  });

  test.each(['extended', 'basic'])('that goes on is left once (%s)', async (events) => {
    const told: unknown[] = [];
    const { frame } = await opened({
      events,
      onExpired: () => 'sso-2',
      onExit: ({ payload }: ReturnType<typeof eventOf>['event']) => told.push(payload.data),
      onClose: (by: string) => told.push(by),
    });
    const leave = (reason: string) => {
      say(frame, eventOf('exit', { reason }));
      if (events === 'extended') say(frame, eventOf('close', { reason }));
    };
    leave('session_expired');
    await settle();
    expect(told).toEqual([]);
    leave('closed');
    expect(told).toEqual([{ reason: 'closed' }, 'user']);
  });

  test('that the user leaves before the host has answered has its exit', async () => {
    const told: string[] = [];
    const { frame } = await opened({
      onExpired: () => new Promise(() => {}),
      onExit: () => told.push('exit'),
      onClose: (by: string) => told.push(by),
    });
    say(frame, eventOf('exit', { reason: 'session_expired' }));
    say(frame, eventOf('close', { reason: 'session_expired' }));
    say(frame, eventOf('close', { reason: 'closed' }));
    expect(told).toEqual(['exit', 'user']);
  });
});

describe('a modal', () => {
  async function modal(changes: Changes = {}) {
    const module = createModule(optionsWith({ mode: 'modal', container: undefined, ...changes }));
    module.open();
    await settle();
    const [dialog] = page.document.body.children as [FakeElement];
    return { module, dialog, frame: frameIn(dialog) as FakeElement };
  }

  test('is a native dialog with a name, and gives its frame the focus once', async () => {
    const { dialog, frame } = await modal();
    expect([dialog.tag, dialog.shown]).toEqual(['dialog', 'modal']);
    expect(dialog.attributes['aria-label']).toBe('Link an account');
    expect(frame.focused).toBe(1);
    say(frame, eventOf('ready'));
    say(frame, eventOf('step', { screen: 'search' }));
    say(frame, eventOf('resize', { height: 5_000 }));
    expect(frame.focused).toBe(1);
    expect(frame.style.height).toBe('100%');
  });

  const sheet = '(max-width: 30rem)';
  const calm = '(prefers-reduced-motion: reduce)';
  test.each([
    ['a card', [], '24px', '48px', 'translateY(24px) scale(0.97)'],
    ['a sheet on a phone', [sheet], '24px 24px 0 0', '24px', 'translateY(100%)'],
    ['a card that stands still', [calm], '24px', '48px', undefined],
  ])('is %s, as high as its page', async (_, media, corners, gap, from) => {
    page.media.push(...media);
    const { dialog, frame } = await modal();
    expect(dialog.moved).toEqual(from ? [from] : []);
    expect(dialog.style.borderRadius).toBe(corners);
    expect(dialog.style.boxShadow).toContain('64px');
    expect(dialog.style.height).toBe(`min(100% - ${gap}, 48rem)`);
    for (const [height, pixels] of [
      [612.2, 613],
      [40, 400],
      ['none', 400],
    ]) {
      say(frame, eventOf('resize', { height }));
      expect(dialog.style.height).toBe(`min(100% - ${gap}, ${pixels}px)`);
    }
  });

  test('that the user dismisses is closed, once', async () => {
    const onClose = vi.fn();
    const { dialog } = await modal({ onClose });
    dialog.close();
    expect(onClose).toHaveBeenCalledExactlyOnceWith('user');
    expect(page.document.body.children).toEqual([]);
  });

  test('is closed before it is taken away, so that focus goes back to where it was', async () => {
    const onClose = vi.fn();
    const { module, dialog } = await modal({ onClose });
    module.close();
    expect(dialog.shown).toBe('closed');
    expect(onClose).toHaveBeenCalledExactlyOnceWith('host');
  });

  test('is left by a click beside it only where no page has come up', async () => {
    const onClose = vi.fn();
    const { dialog, frame } = await modal({ onClose });
    say(frame, eventOf('ready'));
    dialog.dispatch('click', { target: dialog });
    expect(onClose).not.toHaveBeenCalled();
    const blank = await modal({ onClose, getToken: () => new Promise(() => {}) });
    // That a page asks for its token does not show that it will come up.
    say(blank.frame, { billhook: 'token-wanted' });
    const [, second] = page.document.body.children as [FakeElement, FakeElement];
    second.dispatch('click', { target: frameIn(second) });
    expect(onClose).not.toHaveBeenCalled();
    second.dispatch('click', { target: second });
    expect(onClose).toHaveBeenCalledExactlyOnceWith('user');
    blank.module.destroy();
  });
});

describe('a frame that stays silent', () => {
  test('is told of after 20 seconds, with what to look at', async () => {
    const onProblem = vi.fn();
    await opened({ onProblem });
    await vi.advanceTimersByTimeAsync(19_999);
    expect(onProblem).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const message = expect.stringContaining('https://modules.example/connect does not answer');
    expect(onProblem).toHaveBeenCalledExactlyOnceWith({ code: 'no-answer', message });
  });

  test('is not told of once it has said something, or is closed', async () => {
    const onProblem = vi.fn();
    const { frame } = await opened({ onProblem });
    say(frame, eventOf('ready'));
    const { module } = await opened({ onProblem });
    module.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onProblem).not.toHaveBeenCalled();
  });

  test.each([
    ['handshake', 1],
    ['fragment', 0],
    ['query', 0],
  ])('is nothing to tell of where it may well be: basic events, by %s', async (tokenBy, times) => {
    const onProblem = vi.fn();
    await opened({ onProblem, events: 'basic', tokenBy, getToken: undefined, token: 'sso-1' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(onProblem).toHaveBeenCalledTimes(times);
  });

  test('goes to the console where nobody listens', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await opened();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('an origin that is not registered', () => {
  test.each([
    ['this page', { origins: ['https://other.example'] }, 'https://app.example'],
    ['a page around it', { origins: ['https://app.example'] }, 'https://portal.example'],
    ['any page, of an unknown partner', { status: 404 }, 'https://app.example'],
  ])('of %s is told at once, and shown with a way to close', async (_, look, origin) => {
    page.look = look;
    if (origin.includes('portal')) Object.assign(page.location, { ancestorOrigins: [origin] });
    const problems: unknown[] = [];
    const closed: unknown[] = [];
    const onProblem = ({ code, message }: { code: string; message: string }) =>
      problems.push(code, message.includes(origin));
    const { module } = await opened({ onProblem, onClose: (by: unknown) => closed.push(by) });
    await settle();
    expect(page.asked).toEqual([`${ORIGIN}/v1/module/look/ptn_1`]);
    expect(problems).toEqual(['origin-not-registered', true]);
    expect(frameIn(place)).toBeUndefined();
    const [instead] = place.children;
    expect(instead?.attributes.role).toBe('alert');
    instead?.children.find(({ tag }) => tag === 'button')?.dispatch('click', {});
    expect(closed).toEqual(['failed']);
    expect(place.children).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(problems).toHaveLength(2);
    module.destroy();
  });

  test.each([
    ['is registered', { origins: ['https://app.example'] }],
    ['cannot be asked about', undefined],
    ['is asked about in vain', { status: 503 }],
  ])('is no trouble where it %s: the frame is seen', async (_, look) => {
    page.look = look;
    const { frame } = await opened();
    await settle();
    expect(frame.style.opacity).toBe('');
    expect(place.children).toEqual([frame]);
  });

  test('is known from a token in the query, too', async () => {
    page.look = { origins: [] };
    const claims = btoa(JSON.stringify({ partnerId: 'ptn_2' }));
    const given = { token: `x.${claims}.z`, getToken: undefined, tokenBy: 'query' };
    await opened({ ...given, partner: undefined, onProblem: () => {} });
    await settle();
    expect(page.asked).toEqual([`${ORIGIN}/v1/module/look/ptn_2`]);
  });

  test('does not speak against a page that has come up all the same', async () => {
    page.look = { origins: [] };
    const problems: unknown[] = [];
    const module = createModule(optionsWith({ onProblem: (it: unknown) => problems.push(it) }));
    module.open();
    await Promise.resolve();
    const frame = frameIn(place) as FakeElement;
    expect(frame.style.opacity).toBe('0');
    say(frame, eventOf('ready'));
    await settle();
    expect(frame.style.opacity).toBe('');
    expect(problems).toEqual([]);
  });
});

describe('Escape in a modal', () => {
  const press = (dialog: FakeElement) => {
    let prevented = false;
    dialog.dispatch('cancel', { preventDefault: () => (prevented = true) });
    return prevented;
  };

  test('is the page’s to answer once there is one', async () => {
    const module = createModule(optionsWith({ mode: 'modal', container: undefined }));
    module.open();
    await settle();
    const [dialog] = page.document.body.children as [FakeElement];
    const frame = frameIn(dialog) as FakeElement;
    expect(frame.src).toContain('modal=true');
    expect(press(dialog)).toBe(false);
    say(frame, eventOf('ready'));
    expect(press(dialog)).toBe(true);
    expect(frame.contentWindow?.received).toEqual([
      { message: { billhook: 'close' }, targetOrigin: ORIGIN },
    ]);
  });
});
