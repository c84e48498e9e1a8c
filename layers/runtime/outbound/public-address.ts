/**
 * Where a URL that a partner gave leads: its name is looked up once, and every address that it has
 * must be public (decision: guarded-outgoing-requests). Whoever connects does so to the address
 * that is answered here.
 */
import {
  addressBytes,
  checkUrl,
  isInPrivateRanges,
  type UrlProblem,
  unsafeAddress,
} from '@billhook/core/base/address-safety';
import { allowsLocalAddresses } from '../aws/environment.ts';
import { withTimeLimit } from './time-limit.ts';

/** How long a name may take when an address is registered. */
const LOOK_UP_MILLISECONDS = 5_000;
/** One question to a name server, and how often it is asked: a datagram may be lost. */
const NAME_SERVER_MILLISECONDS = 1_500;
const NAME_SERVER_TRIES = 2;

/** What tests replace. */
export type NameDeps = {
  /** Every address of a name. Text that is an address already is not asked about. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  /** `http` and loopback too: on a developer's own machine. */
  readonly allowLocal?: boolean;
  /**
   * Where the name has to lead, in place of public addresses: ranges of private ones, `10.1.2.0/24`, that an
   * operator has opened to this host alone (decision: private-connectors).
   */
  readonly privateRanges?: readonly string[];
};

export type FoundAddress = {
  readonly url: URL;
  /** The name, or address, that the URL says: without brackets and the final dot. */
  readonly host: string;
  /** Of the addresses that the name has, the one to connect to. */
  readonly address: string;
};

/** What is wrong with an address, for whoever registers it. A name that is not found is no fault. */
export async function checkAddress(
  text: string,
  deps: NameDeps = {},
): Promise<UrlProblem | undefined> {
  const problem = checkUrl(text, isLocalAllowed(deps));
  if (problem) return problem;
  const names = resolved(hostOf(new URL(text)), deps);
  const addresses = await withTimeLimit(LOOK_UP_MILLISECONDS, names, () => []);
  return addresses.some((address) => isRefused(address, deps)) ? 'not-public' : undefined;
}

/** One look at the name. One private address among public ones is a trap, so all must be public. */
export async function findAddress(
  text: string,
  deps: NameDeps,
): Promise<FoundAddress | 'address_refused' | 'name_not_found'> {
  const problem = checkUrl(text, isLocalAllowed(deps));
  if (problem && !isPrivateName(text, problem, deps)) return 'address_refused';
  const url = new URL(text);
  const host = hostOf(url);
  const addresses = await resolved(host, deps);
  const [first] = addresses;
  if (first === undefined) return 'name_not_found';
  if (addresses.some((address) => isRefused(address, deps))) return 'address_refused';
  return { url, host, address: addresses.find((one) => !one.includes(':')) ?? first };
}

function isLocalAllowed({ allowLocal = allowsLocalAddresses() }: NameDeps): boolean {
  return allowLocal;
}

/** A name such as `connector.internal` leads somewhere then. An address in its place never does. */
function isPrivateName(text: string, problem: UrlProblem, { privateRanges }: NameDeps): boolean {
  return problem === 'not-public' && !!privateRanges && !addressBytes(hostOf(new URL(text)));
}

function isRefused(address: string, deps: NameDeps): boolean {
  // What is opened is the inside: the same name outside of it is somebody else's.
  if (deps.privateRanges) return !isInPrivateRanges(address, deps.privateRanges);
  const reason = unsafeAddress(address);
  return reason !== undefined && !(reason === 'loopback' && isLocalAllowed(deps));
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

async function resolved(host: string, { resolve = lookUp }: NameDeps): Promise<readonly string[]> {
  if (addressBytes(host)) return [host];
  try {
    return await resolve(host);
  } catch {
    return [];
  }
}

/**
 * Asks the name servers themselves. The system's own look-up has four threads for everything that
 * this process resolves: four names whose servers are silent would hold up everybody else's.
 */
async function lookUp(name: string): Promise<readonly string[]> {
  // Reached on a developer's own machine only; elsewhere the name is refused before.
  if (name === 'localhost') return ['127.0.0.1', '::1'];
  const { Resolver } = await import('node:dns/promises');
  const servers = new Resolver({ timeout: NAME_SERVER_MILLISECONDS, tries: NAME_SERVER_TRIES });
  const found = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}
