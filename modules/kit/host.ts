/**
 * The channel to the app that the page stands in
 * (decisions: one-channel-to-the-host, module-events): the parent window of a frame by postMessage,
 * or the bridge of a native web view; one of them, never both.
 */
import type { ModuleLook } from '@billhook/core/schemas/module';
import { newId } from './new-id.ts';

/** What a host may build on; all others come with `events=extended` only. */
const contractual: readonly string[] = ['auth', 'exit', 'alive', 'finish'];

export type HostEventType =
  | 'auth'
  | 'exit'
  | 'alive'
  | 'finish'
  | 'ready'
  | 'step'
  | 'error'
  | 'resize'
  | 'open-url'
  | 'session-expiring'
  | 'close';

export type HostEvent = {
  readonly event: {
    readonly _id: string;
    readonly type: HostEventType;
    /** An instant. */
    readonly created: string;
    readonly sessionId?: string;
    readonly payload: {
      readonly resource: { readonly type: string; readonly id?: string };
      readonly data: Readonly<Record<string, unknown>>;
    };
  };
};

/** Whom an event is about: the page's module, unless it is of a record. */
export type Resource = { readonly type: string; readonly id?: string };

export type Channel = {
  /** Origins of the partner's that may hear the page. */
  readonly origins: readonly string[];
  readonly bridgeName: string;
  readonly extended: boolean;
  readonly sessionId?: string;
  readonly resource: Resource;
};

export type Host = {
  readonly emit: (
    type: HostEventType,
    data?: Readonly<Record<string, unknown>>,
    resource?: Resource,
  ) => void;
};

type Bridge = { readonly postMessage: (message: unknown) => void };

/** The window, as far as the channel uses it. */
export type HostWindow = {
  readonly parent: { readonly postMessage: (message: unknown, targetOrigin: string) => void };
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> };
  readonly webkit?: { readonly messageHandlers?: Readonly<Record<string, Bridge>> };
};

export function isFramed(page: HostWindow): boolean {
  return page.parent !== (page as unknown);
}

/** The origin of the frame's host, where the browser tells it; Firefox does not. */
function hostOrigin(page: HostWindow): string | undefined {
  return page.location.ancestorOrigins?.[0];
}

/** Whether the page stands in a frame of somebody who is not the partner. */
export function isForeignFrame(page: HostWindow, origins: readonly string[]): boolean {
  const origin = hostOrigin(page);
  return isFramed(page) && origin !== undefined && !origins.includes(origin);
}

/**
 * Whether the partner lets its modules open here (decision: modules-open-where-they-belong). That a
 * frame is the partner's, the page's headers see to, by the partner that its address names.
 * @param partner whom the address names, by itself or by its token.
 */
export function opensHere(
  page: HostWindow,
  { opensIn, partnerId, bridgeName }: ModuleLook,
  partner: string | undefined,
): boolean {
  const place = isFramed(page) ? 'frame' : 'app';
  return (
    !opensIn ||
    (opensIn.includes(place) &&
      (place === 'app' ? hasBridge(page, bridgeName) : partner === partnerId))
  );
}

/** Whether the page stands in a web view of the partner's app. */
export function hasBridge(page: HostWindow, name: string): boolean {
  return bridgeOf(page, name) !== undefined;
}

export function createHost(page: HostWindow, channel: Channel): Host {
  const { extended, sessionId } = channel;
  return {
    emit: (type, data = {}, resource = channel.resource) => {
      if (!extended && !contractual.includes(type)) return;
      deliver(page, channel, {
        event: {
          _id: `evt_${newId()}`,
          type,
          created: new Date().toISOString(),
          ...(sessionId !== undefined && { sessionId }),
          payload: { resource, data },
        },
      });
    },
  };
}

function deliver(page: HostWindow, { origins, bridgeName }: Channel, message: HostEvent): void {
  if (isFramed(page)) postToParent(page, origins, message);
  else bridgeOf(page, bridgeName)?.(message);
}

/**
 * Never to `*`. Where the browser does not tell who the parent is, each registered origin is tried:
 * the browser hands the message over to the one that it is.
 */
export function postToParent(page: HostWindow, origins: readonly string[], message: unknown): void {
  const origin = hostOrigin(page);
  for (const target of origin === undefined ? origins : origins.filter((one) => one === origin)) {
    try {
      page.parent.postMessage(message, target);
    } catch {
      // Chromium throws on schemes that it does not know, such as `capacitor://localhost`.
    }
  }
}

function bridgeOf(page: HostWindow, name: string): Bridge['postMessage'] | undefined {
  const ios = page.webkit?.messageHandlers?.[name];
  if (ios) return (message) => ios.postMessage(message);
  const android = (page as unknown as Readonly<Record<string, Bridge | undefined>>)[name];
  if (typeof android?.postMessage !== 'function') return undefined;
  return (message) => android.postMessage(JSON.stringify(message));
}
