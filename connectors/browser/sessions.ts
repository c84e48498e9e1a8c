/** Browsers that stay open between two requests: of a login that waits for a code, and of one that was let in. */
import { randomBytes } from 'node:crypto';
import { type Visit, visitOf } from './blocks/visit.ts';
import type { BrowserCompany } from './company.ts';
import type { LoginState } from './log-in.ts';
import { type OpenBrowser, openBrowser } from './open-browser.ts';
import { destinationOf } from './way-out.ts';

export type BrowserSession = {
  /** Whose it is: an account of a caller. */
  readonly owner: string;
  readonly browser: OpenBrowser;
  readonly visit: Visit;
  readonly login: LoginState;
};

export type Sessions = {
  /** A fresh browser, with what an earlier session left. */
  readonly open: (
    owner: string,
    company: BrowserCompany,
    cookies?: string,
  ) => Promise<BrowserSession>;
  /** Takes what was kept under a name, if it is there still and that owner's: nobody else gets it. */
  readonly take: (name: string, owner: string) => BrowserSession | undefined;
  /** Closes what was kept under a name. */
  readonly close: (name: string) => Promise<void>;
  /** Keeps it for so many seconds, and closes it then. @returns its name. */
  readonly keep: (session: BrowserSession, seconds: number, name?: string) => string;
  /** Every browser, also of what is under way. */
  readonly closeAll: () => Promise<void>;
};

const NAME_BYTES = 18;

type SessionOptions = Pick<LoginState, 'trying'> & { readonly liveName?: string };

/** All that a browser reaches of a company. */
export function destinationsOf({ address, row, basis }: BrowserCompany) {
  const hosts = row.hosts.map((host) => destinationOf(`https://${host}`));
  return [destinationOf(address, basis === 'stand-in'), ...hosts];
}

/** @param pageSeconds how long a page is waited for. */
export function openSessions(
  pageSeconds: number,
  { trying, liveName }: SessionOptions = {},
): Sessions {
  const kept = new Map<
    string,
    { readonly session: BrowserSession; readonly timer: NodeJS.Timeout }
  >();
  const open = new Set<OpenBrowser>();
  const remove = (name: string) => {
    const found = kept.get(name);
    clearTimeout(found?.timer);
    kept.delete(name);
    return found?.session;
  };
  const close = async (name: string) => {
    await remove(name)?.browser.close();
  };
  return {
    async open(owner, company, cookies) {
      const { address } = company;
      const opened = await openBrowser(destinationsOf(company), cookies);
      const browser = {
        ...opened,
        close: async () => {
          await opened.close();
          open.delete(browser);
        },
      };
      open.add(browser);
      return {
        owner,
        browser,
        visit: visitOf(browser.page, address, {
          waitMilliseconds: pageSeconds * 1_000,
          isApp: company.isApp,
        }),
        login: { tried: false, ...(trying && { trying }) },
      };
    },
    take: (name, owner) => (kept.get(name)?.session.owner === owner ? remove(name) : undefined),
    close,
    keep(session, seconds, name = liveName ?? randomBytes(NAME_BYTES).toString('base64url')) {
      const old = remove(name);
      if (old && old !== session) void old.browser.close();
      const timer = setTimeout(() => void close(name), seconds * 1_000);
      timer.unref();
      kept.set(name, { session, timer });
      return name;
    },
    closeAll: async () => {
      for (const name of kept.keys()) remove(name);
      await Promise.all([...open].map((browser) => browser.close()));
    },
  };
}
