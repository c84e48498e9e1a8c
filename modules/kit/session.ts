/** Opening the page: from the token to a session, or to why there is none. */
import type { ModuleLook, ModuleName, ModuleSession } from '@billhook/core/schemas/module';
import { persist, type Refusal } from './api.ts';
import { base64url } from './encrypt.ts';
import { type HostWindow, isForeignFrame, isFramed, opensHere, postToParent } from './host.ts';
import { keep, kept } from './keep.ts';
import { type Opening, withoutToken } from './parameters.ts';

export type Opened =
  | { readonly kind: 'open'; readonly session: ModuleSession; readonly openedAt: number }
  | {
      readonly kind: 'expired' | 'missing' | 'origin' | 'place' | 'offline' | 'down';
      readonly look?: ModuleLook;
    };

const VERIFIER_BYTES = 32;
/** A host that does not answer has no token for us. */
const HANDSHAKE_MILLISECONDS = 10_000;

/** What belongs to a token: a page that is opened with another one begins anew. */
const fresh = {
  ...{ accessToken: undefined, told: undefined, exited: undefined, agreed: undefined },
  ...{ work: undefined, place: undefined, trail: undefined, spent: undefined },
};

/** Takes the token out of the address before anything else happens, also one that is none. */
export function takeToken({ token }: Opening): void {
  const address = withoutToken(location.href);
  if (token === undefined || token === kept().token) {
    if (address !== location.href) keep({}, address);
    return;
  }
  keep({ ...fresh, token, verifier: newVerifier() }, address);
}

/** Another token, of the host's giving: the page stays where it is, and may be left once more. */
export function takeAnotherToken(token: string): void {
  keep({ token, verifier: newVerifier(), accessToken: undefined, exited: undefined });
}

/** @param known the look of a partner, as far as the page has it already. */
export async function openSession(
  module: ModuleName,
  parameters: Opening,
  known?: ModuleLook,
): Promise<Opened> {
  const page: HostWindow = window;
  if (kept().token === undefined) {
    const look = await findLook(parameters.partner, known);
    if (!look || !isFramed(page)) return { kind: 'missing', look };
    if (isForeignFrame(page, look.origins)) return { kind: 'origin', look };
    const token = await askForToken(page, look.origins);
    if (token === undefined) return { kind: 'missing', look };
    takeAnotherToken(token);
  }
  const opened = await exchange(module, parameters, known);
  if ('kind' in opened) return opened;
  const { look } = opened;
  if (isForeignFrame(page, look.origins)) return { kind: 'origin', look };
  const named = parameters.partner ?? partnerOf(parameters.token ?? '');
  if (!opensHere(page, look, named)) return { kind: 'place', look };
  keep({ accessToken: opened.accessToken });
  return { kind: 'open', session: opened, openedAt: Date.now() };
}

/** Of whom the page is, also where it can't begin. */
export function lookOf(opened: Opened): ModuleLook | undefined {
  return opened.kind === 'open' ? opened.session.look : opened.look;
}

/** A longer session, or why not. */
export function renewSession(module: ModuleName, accessToken: string) {
  return persist<ModuleSession>('/module/session', {
    method: 'POST',
    body: { token: accessToken, module, renew: true, verifier: kept().verifier },
  });
}

/** What a session of this access token says by now; nothing where there is no answer. */
export async function presentSession(
  module: ModuleName,
  accessToken: string,
  { cardPaymentsOnly }: Partial<Opening> = {},
): Promise<ModuleSession | undefined> {
  const session = await persist<ModuleSession>('/module/session', {
    method: 'POST',
    body: { token: accessToken, module, ...(cardPaymentsOnly && { cardPaymentsOnly }) },
  });
  return session.ok ? session.value : undefined;
}

async function exchange(
  module: ModuleName,
  { partner, sessionId, companyId, cardPaymentsOnly }: Opening,
  known: ModuleLook | undefined,
): Promise<ModuleSession | Opened> {
  const { token = '', verifier, accessToken } = kept();
  const asked = {
    module,
    ...(sessionId !== undefined && { sessionId }),
    ...(companyId !== undefined && { companyId }),
    ...(cardPaymentsOnly && { cardPaymentsOnly }),
    // Its first screen shows them.
    ...(module === 'bill-pay' && { lists: true }),
  };
  const open = (body: object) =>
    persist<ModuleSession>('/module/session', { method: 'POST', body: { ...asked, ...body } });
  // A page that is loaded again goes on with what it has: the token is spent by now, and would make
  // a moment without a connection look like a link that has expired.
  const again = accessToken === undefined ? undefined : await open({ token: accessToken });
  const isOver = again?.ok === false && again.code === 'token_invalid';
  const result = again && !isOver ? again : await open({ token, verifier });
  if (result.ok) return result.value;
  return { kind: whyClosed(result), look: await findLook(partnerOf(token) ?? partner, known) };
}

function whyClosed({ code }: Refusal): 'expired' | 'offline' | 'down' {
  if (code === 'offline') return 'offline';
  return code === 'token_invalid' || code === 'invalid_request' ? 'expired' : 'down';
}

async function findLook(
  partner: string | undefined,
  known: ModuleLook | undefined,
): Promise<ModuleLook | undefined> {
  if (partner === undefined) return undefined;
  if (partner === known?.partnerId) return known;
  const look = await persist<ModuleLook>(`/module/look/${encodeURIComponent(partner)}`, {
    method: 'GET',
  });
  return look.ok ? look.value : undefined;
}

/** Whose token it is: believed for its colors, and for whose frame the page's headers let it stand in. */
function partnerOf(token: string): string | undefined {
  try {
    const claims = JSON.parse(
      atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')),
    );
    return typeof claims.partnerId === 'string' ? claims.partnerId : undefined;
  } catch {
    return undefined;
  }
}

function askForToken(page: HostWindow, origins: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const stop = listenForToken(origins, (token) => {
      stop();
      resolve(token);
    });
    setTimeout(() => {
      stop();
      resolve(undefined);
    }, HANDSHAKE_MILLISECONDS);
    postToParent(page, origins, { billhook: 'token-wanted' });
  });
}

/** Hears a token from the frame's host, and from nobody else. @returns what ends the listening. */
export function listenForToken(
  origins: readonly string[],
  hear: (token: string) => void,
): () => void {
  const listener = ({ origin, source, data }: MessageEvent) => {
    if (source !== window.parent || !origins.includes(origin)) return;
    if (data?.billhook === 'token' && typeof data.token === 'string') hear(data.token);
  };
  window.addEventListener('message', listener);
  return () => window.removeEventListener('message', listener);
}

/**
 * Proves to the service that a repeated exchange is of this page
 * (decision: tokens-are-signed-jwts).
 */
function newVerifier(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)));
}
