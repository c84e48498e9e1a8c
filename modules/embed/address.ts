/** The address of a module, from what a host gave. */
import type { ModuleName, ModuleOptions } from './types.ts';

const paths: Readonly<Record<ModuleName, string>> = {
  'account-linking': '/connect',
  'card-swap': '/card-swap',
  'bill-pay': '/bill-pay',
};

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * A token stands in it only where it was asked for: it opens the client's account.
 * @throws TypeError saying what is missing or wrong
 */
export function moduleAddress(options: ModuleOptions): URL {
  const { module, tokenBy = 'handshake', token, partner, parameters } = options;
  if (!Object.hasOwn(paths, module)) throw new TypeError(`There is no module '${module}'`);
  if (tokenBy !== 'handshake' && token === undefined) {
    throw new TypeError(`tokenBy '${tokenBy}' needs token; getToken goes with the handshake`);
  }
  if (tokenBy !== 'query' && !partner) {
    throw new TypeError('partner is needed: the page has no token to know your origins by');
  }
  const address = new URL(paths[module], secureOrigin(options.baseUrl));
  const asked = {
    ...parameters,
    partner,
    locale: options.locale,
    sessionId: options.sessionId,
    events: options.events === 'basic' ? undefined : 'extended',
    // Keys that are pressed in the frame are heard there alone, Escape among them.
    modal: options.mode === 'modal' ? 'true' : undefined,
    token: tokenBy === 'query' ? token : undefined,
  };
  for (const [name, value] of Object.entries(asked)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (text !== '') address.searchParams.set(name, text);
  }
  if (tokenBy === 'fragment') address.hash = `token=${encodeURIComponent(token ?? '')}`;
  return address;
}

/** Plain HTTP is for the developer's own machine. */
function secureOrigin(baseUrl: string): string {
  const { protocol, hostname, origin } = new URL(baseUrl);
  if (protocol === 'https:' || (protocol === 'http:' && loopback.includes(hostname))) return origin;
  throw new TypeError(`baseUrl has to be https: ${baseUrl}`);
}
