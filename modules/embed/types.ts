/** What a host gives to `createModule` and gets from it. */

export type ModuleName = 'account-linking' | 'card-swap' | 'bill-pay';

/** Parameters of the modules' addresses; the documentation says what each does. */
export type ModuleParameters = {
  readonly 'account-linking': {
    readonly companyId?: string;
    readonly billId?: string;
    readonly swapId?: string;
    readonly paymentMethodId?: string;
    readonly cardPaymentsOnly?: boolean;
    readonly items?: readonly ('swap' | 'bill' | 'payment')[];
  };
  readonly 'card-swap': {
    readonly startView?: 'brands';
    /** Companies that you know your user to have, the likeliest first; at most 12. */
    readonly suggestedCompanyIds?: readonly string[];
  };
  readonly 'bill-pay': {
    readonly companyId?: string;
    readonly billId?: string;
    readonly skipOnboarding?: boolean;
    readonly cardPaymentsOnly?: boolean;
  };
};

/** `auth`, `exit`, `alive` and `finish` are contractual; others may be added or change. */
export type ModuleEventType =
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

export type ModuleEvent<Type extends ModuleEventType = ModuleEventType> = {
  /** Each is told once. */
  readonly _id: string;
  readonly type: Type;
  /** An ISO 8601 instant. */
  readonly created: string;
  /** The one that was given, and no other. */
  readonly sessionId?: string;
  readonly payload: {
    readonly resource: { readonly type: string; readonly id?: string };
    readonly data: Readonly<Record<string, unknown>>;
  };
};

export type Problem = {
  /**
   * `origin-not-registered`: this page's origin, or that of a page around it, is not among the
   * partner's, so that the browser refuses the frame; `no-answer`: the frame has said nothing for 20
   * seconds; `token-failed`: `getToken` or `onExpired` threw, or gave what is no token. The module is
   * closed then.
   */
  readonly code: 'origin-not-registered' | 'no-answer' | 'token-failed';
  readonly message: string;
  readonly cause?: unknown;
};

/**
 * `expired`: the session has ended, and no other token was given; `failed`: `getToken` gave none to
 * begin with, or this page's origin is not registered.
 */
export type ClosedBy = 'user' | 'host' | 'expired' | 'failed';

type TokenSource = () => string | Promise<string>;

/** An SSO token that was made for this use, or what makes one when the page asks for it. */
type Access =
  | { readonly getToken: TokenSource; readonly token?: undefined }
  | { readonly token: string; readonly getToken?: undefined };

/** In an element of the host's, or above everything as a modal dialog. */
type Place =
  | { readonly container: HTMLElement; readonly mode?: 'inline' }
  | { readonly mode: 'modal'; readonly container?: undefined };

type Common<Name extends ModuleName> = {
  readonly module: Name;
  /** Where the modules are served: `https://modules.example`. */
  readonly baseUrl: string;
  /**
   * How the page gets the token: `handshake` (asks for it by `postMessage`), `fragment`
   * (`#token=`), or `query` (`?token=`, which servers on the way may log).
   * @default 'handshake'
   */
  readonly tokenBy?: 'handshake' | 'fragment' | 'query';
  /** The partner's id. Needed unless the token is in the query. */
  readonly partner?: string;
  readonly parameters?: ModuleParameters[Name];
  /** `en`, `es`; else the browser's language. */
  readonly locale?: string;
  /** Comes back with each event. A new one for each use is recommended. */
  readonly sessionId?: string;
  /**
   * `basic`: the contractual events alone. Without `resize` and `close` a frame does not grow with
   * its page, and closes at `exit` only.
   * @default 'extended'
   */
  readonly events?: 'basic' | 'extended';
  /** What the frame is called for those who can't see it. */
  readonly title?: string;
  readonly onEvent?: (event: ModuleEvent) => void;
  readonly onAuth?: (event: ModuleEvent<'auth'>) => void;
  /** Of a session that has ended it is called once `onExpired` has given no other token. */
  readonly onExit?: (event: ModuleEvent<'exit'>) => void;
  readonly onFinish?: (event: ModuleEvent<'finish'>) => void;
  /** The module is gone from the page. Not called after `destroy`. */
  readonly onClose?: (by: ClosedBy) => void;
  /**
   * The session has ended, or the token opened none. A token that is answered goes to the page,
   * which goes on where it was; without one the module is closed.
   */
  readonly onExpired?: () => string | undefined | Promise<string | undefined>;
  /** What the host should know of; goes to the console where it is left out. */
  readonly onProblem?: (problem: Problem) => void;
};

export type ModuleOptions<Name extends ModuleName = ModuleName> = Common<Name> & Access & Place;

export type EmbeddedModule = {
  /** Puts the module into the page. Does nothing while it is there. */
  readonly open: () => void;
  /** Takes it out of the page; it can be opened again. What the user began goes on. */
  readonly close: () => void;
  /** Takes it out for good. No callback comes afterwards. */
  readonly destroy: () => void;
};
