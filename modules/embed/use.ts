/** One use of a module: from its frame's coming into the page to its going. */
import { moduleAddress } from './address.ts';
import { placeFrame } from './frame.ts';
import { readMessage } from './message.ts';
import { strangeOrigin } from './origins.ts';
import type { ClosedBy, ModuleEvent, ModuleOptions, Problem } from './types.ts';

/** A page that has said nothing for so long was refused, or is not there. */
const SILENCE_MILLISECONDS = 20_000;
/** Of how many events the ids are kept, so that none is told twice. */
const MAX_REMEMBERED = 1_000;

export type Use = {
  /** Takes the frame away; what still arrives is nobody's. */
  readonly end: () => void;
};

/** @param leave called when the module is done; it ends the use. */
export function beginUse(page: Window, options: ModuleOptions, leave: (by: ClosedBy) => void): Use {
  const address = moduleAddress(options);
  const told = new Set<string>();
  let ended = false;
  // With the contractual events alone, and a token in its address, a page may say nothing for long.
  const isSilent = options.events === 'basic' && (options.tokenBy ?? 'handshake') !== 'handshake';
  /** Whether a page is there that the user can close by its own button: its events show it. */
  let isRunning = isSilent;
  let hasSpoken = isSilent;
  /** An `exit` that another token may still undo. */
  let heldExit: ModuleEvent | undefined;

  const report = (problem: Problem) => {
    if (!ended) reportTo(options, problem);
  };
  /** To the modules' origin alone, wherever the frame may have gone. */
  const post = (message: object) => {
    if (!ended) frame.element.contentWindow?.postMessage(message, address.origin);
  };
  const depart = (by: ClosedBy) => {
    const exit = heldExit;
    heldExit = undefined;
    try {
      if (exit) options.onExit?.(exit as never);
    } finally {
      if (!ended) leave(by);
    }
  };
  const answerWanted = async () => {
    const token = await tokenOf(wantedToken(options), report);
    if (token !== undefined) post({ billhook: 'token', token });
    else if (!ended) depart('failed');
  };
  const renewOrLeave = async () => {
    isRunning = false;
    const token = options.onExpired && (await tokenOf(options.onExpired, report));
    if (ended) return;
    if (token === undefined) return depart('expired');
    heldExit = undefined;
    post({ billhook: 'token', token });
  };
  const tell = (event: ModuleEvent) => {
    if (event.type === 'resize') frame.resize(event.payload.data.height);
    const consequence = consequenceOf(event, options);
    try {
      if (callHost(event, options) === 'held') heldExit = event;
    } finally {
      // A host whose callback throws is left all the same. It may also have closed us itself.
      if (consequence === 'leave' && !ended) depart('user');
      if (consequence === 'expired' && !ended) void renewOrLeave();
    }
  };
  const listener = (event: MessageEvent) => {
    const message = isFrom(event, frame.element, address) && readMessage(event.data);
    if (!message) return;
    hasSpoken = true;
    frame.show();
    if (message.kind === 'token-wanted') return void answerWanted();
    if (!isRunning) frame.hasBegun();
    isRunning = true;
    if (isNew(told, message.event._id)) tell(message.event);
  };

  page.addEventListener('message', listener);
  const silence = page.setTimeout(() => {
    if (!hasSpoken) report(silenceOf(address));
  }, SILENCE_MILLISECONDS);
  const frame = placeFrame(page.document, options, address, {
    dismissed: () => depart('user'),
    isRunning: () => isRunning,
    askToClose: () => post({ billhook: 'close' }),
  });
  void strangeOrigin(page, address, options).then((origin) => {
    if (ended) return;
    if (origin === undefined || (hasSpoken && !isSilent)) return frame.show();
    page.clearTimeout(silence);
    frame.refuse(() => depart('failed'));
    report(strangenessOf(origin));
  });
  return {
    end: () => {
      ended = true;
      page.removeEventListener('message', listener);
      page.clearTimeout(silence);
      frame.remove();
    },
  };
}

/** @returns `held` for an `exit` that the host is not told of yet. */
function callHost(event: ModuleEvent, options: ModuleOptions): 'held' | undefined {
  options.onEvent?.(event);
  if (event.type === 'exit' && isExpiry(event)) return 'held';
  const callback = callbacks[event.type];
  if (callback) options[callback]?.(event as never);
  return undefined;
}

function reportTo(options: ModuleOptions, problem: Problem): void {
  if (options.onProblem) options.onProblem(problem);
  else console.warn(problem.message, problem);
}

/** By both: another frame may be of that origin, and this frame may have gone elsewhere. */
function isFrom({ source, origin }: MessageEvent, frame: HTMLIFrameElement, { origin: own }: URL) {
  return source !== null && source === frame.contentWindow && origin === own;
}

const callbacks: Readonly<Partial<Record<string, 'onAuth' | 'onExit' | 'onFinish'>>> = {
  auth: 'onAuth',
  exit: 'onExit',
  finish: 'onFinish',
};

/** Reasons by which the page waits for another token. */
const expiries: readonly unknown[] = ['session_expired', 'link_expired'];

/**
 * What an event means for the frame. With all events `close` ends the use; of the contractual ones
 * there is `exit` alone to go by.
 */
function consequenceOf(
  event: ModuleEvent,
  { events }: ModuleOptions,
): 'leave' | 'expired' | undefined {
  if (event.type !== (events === 'basic' ? 'exit' : 'close')) return undefined;
  return isExpiry(event) ? 'expired' : 'leave';
}

function isExpiry({ payload }: ModuleEvent): boolean {
  return expiries.includes(payload.data.reason);
}

/** @returns nothing where the host gives none; it is told when that is no decision of its own. */
async function tokenOf(
  give: () => unknown,
  report: (problem: Problem) => void,
): Promise<string | undefined> {
  try {
    const token = await give();
    if (token === undefined || (typeof token === 'string' && token !== '')) return token;
    report({ code: 'token-failed', message: 'What was given for a token is none' });
  } catch (cause) {
    report({ code: 'token-failed', message: 'No token could be had', cause });
  }
  return undefined;
}

/** Here nothing is no decision of the host's: the page can do nothing without a token. */
function wantedToken({ getToken, token }: ModuleOptions): () => unknown {
  return getToken ? async () => (await getToken()) ?? '' : () => token;
}

function isNew(told: Set<string>, id: string): boolean {
  if (told.has(id)) return false;
  told.add(id);
  const [oldest] = told;
  if (told.size > MAX_REMEMBERED && oldest !== undefined) told.delete(oldest);
  return true;
}

/** What the browser shows in the place of a page that it refuses is broken, and says nothing. */
function strangenessOf(origin: string): Problem {
  const message =
    `${origin} is not registered with the partner, so that no module opens in this page. ` +
    'PUT /partner/modules registers origins; a change takes a minute.';
  return { code: 'origin-not-registered', message };
}

function silenceOf({ origin, pathname }: URL): Problem {
  const message =
    `${origin}${pathname} does not answer. Is this page's origin registered with the partner, ` +
    'and allowed by frame-src here?';
  return { code: 'no-answer', message };
}
