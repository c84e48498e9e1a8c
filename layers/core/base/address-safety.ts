/**
 * Which addresses an outgoing request may go to when a partner named the address
 * (decision: guarded-outgoing-requests): public unicast addresses only. What is not known to be
 * public is refused.
 */

/** Why an address or URL is refused; `loopback` is told apart for a developer's own machine. */
export type UnsafeReason = 'loopback' | 'not-public';

type Range = readonly [bytes: readonly number[], prefixBits: number];

/** Of 16 bits, in an IPv6 address. */
const GROUPS = 8;

/** IANA's special-purpose registry, as far as it lies within what looks like unicast. */
const REFUSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // A cloud's own services for its machines, among public addresses.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  // Multicast, reserved and broadcast.
  '224.0.0.0/3',
].map(rangeOf);

/** Global unicast; all else (NAT64, unique local, mapped and compatible forms, …) lies outside. */
const PUBLIC_IPV6 = rangeOf('2000::/3');
const REFUSED_IPV6 = [
  // Teredo, benchmarking, ORCHID and the like.
  '2001::/23',
  '2001:db8::/32',
  // 6to4 carries an IPv4 address.
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
].map(rangeOf);

const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(rangeOf);

/** Nothing when the address is public. Text that is no address is refused. */
export function unsafeAddress(address: string): UnsafeReason | undefined {
  const bytes = addressBytes(address);
  if (!bytes) return 'not-public';
  if (LOOPBACK.some((range) => isWithin(bytes, range))) return 'loopback';
  const refused = bytes.length === 4 ? REFUSED_IPV4 : REFUSED_IPV6;
  const outside = bytes.length === 16 && !isWithin(bytes, PUBLIC_IPV6);
  return outside || refused.some((range) => isWithin(bytes, range)) ? 'not-public' : undefined;
}

/** What an operator may open to a connector of his own network: never loopback, and never link-local. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'].map(rangeOf);
/** A cloud's own services for its machines, which know who asks them: among private addresses too. */
const NEVER_PRIVATE = ['fd00:ec2::/32', 'fd20:ce::/32'].map(rangeOf);

/** Whether text is a range of private addresses, `10.1.2.0/24`, written with its first address. */
export function isPrivateRange(text: string): boolean {
  const [, address = '', bits = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(text) ?? [];
  const bytes = addressBytes(address);
  const prefix = Number(bits);
  if (!bytes || bits === '' || prefix > bytes.length * 8) return false;
  const within = PRIVATE.some((range) => range[1] <= prefix && isWithin(bytes, range));
  return within && isFirst(bytes, prefix);
}

function isFirst(bytes: readonly number[], prefixBits: number): boolean {
  return bytes.every((byte, index) => {
    const own = Math.min(8, Math.max(0, prefixBits - index * 8));
    return (byte & (0xff >> own)) === 0;
  });
}

/** Whether a private address is in one of these ranges, and no service of a cloud. */
export function isInPrivateRanges(address: string, ranges: readonly string[]): boolean {
  const bytes = addressBytes(address);
  if (!bytes || NEVER_PRIVATE.some((range) => isWithin(bytes, range))) return false;
  const isPrivate = PRIVATE.some((range) => isWithin(bytes, range));
  return isPrivate && ranges.filter(isPrivateRange).some((one) => isWithin(bytes, rangeOf(one)));
}

/** Names that never lead to a public host, whatever a resolver says (RFC 6761 and its kind). */
const LOCAL_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa|onion|invalid)$/;

export type UrlProblem =
  | 'malformed'
  | 'not-https'
  | 'has-credentials'
  | 'port-refused'
  | 'not-public';

/** What the URL should have been, in words for the person who entered it. */
export const urlExpectations: Readonly<Record<UrlProblem, string>> = {
  malformed: 'Expected a URL',
  'not-https': 'Expected an https URL',
  'has-credentials': 'Expected a URL without a user name or password',
  'port-refused': 'Expected port 443, or a port from 1024 up',
  'not-public': 'Expected a host with only public addresses',
};

const MAX_URL_LENGTH = 2_048;
const HTTPS_PORT = 443;
const FIRST_FREE_PORT = 1_024;

/**
 * What is wrong with a URL before its name is resolved; nothing when nothing is.
 * @param allowLocal `http` and loopback may be used: on a developer's own machine.
 */
export function checkUrl(text: string, allowLocal: boolean): UrlProblem | undefined {
  const url = parseUrl(text);
  if (!url) return 'malformed';
  if (url.protocol !== 'https:' && !(allowLocal && url.protocol === 'http:')) return 'not-https';
  // The parser would make do with one slash, or three.
  const authority = /^\w+:\/\/([^/?#]+)/.exec(text)?.[1];
  if (authority === undefined) return 'malformed';
  // Not even empty ones: text before an `@` is meant to be mistaken for the host.
  if (authority.includes('@')) return 'has-credentials';
  const port = Number(url.port || HTTPS_PORT);
  // Ports below 1024 belong to services with other protocols.
  if (!allowLocal && port !== HTTPS_PORT && port < FIRST_FREE_PORT) return 'port-refused';
  return isLocalHost(url.hostname, allowLocal) ? 'not-public' : undefined;
}

/** ASCII, but for letters of other scripts in the host's name. What the parser makes of them is checked. */
const URL_TEXT = /^(?:\w+:\/\/(?:(?![/?#])[\x21-\x7e\p{L}\p{M}\p{N}])*)?[\x21-\x7e]*$/u;

function parseUrl(text: string): URL | undefined {
  // The parser would drop line breaks and tabs, and turn backslashes into slashes.
  if (text.length > MAX_URL_LENGTH || !URL_TEXT.test(text) || text.includes('\\')) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function isLocalHost(hostname: string, allowLocal: boolean): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (addressBytes(name)) {
    const reason = unsafeAddress(name);
    return reason !== undefined && !(allowLocal && reason === 'loopback');
  }
  if (allowLocal && name === 'localhost') return false;
  const labels = name.split('.');
  return labels.length < 2 || labels.includes('') || LOCAL_NAMES.test(name);
}

/** The 4 or 16 bytes of an address in its usual text; nothing for any other text. */
export function addressBytes(address: string): readonly number[] | undefined {
  return address.includes(':') ? ipv6Bytes(address) : ipv4Bytes(address);
}

function ipv4Bytes(text: string): number[] | undefined {
  const parts = text.split('.');
  const valid = parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part));
  const bytes = parts.map(Number);
  return valid && bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

function ipv6Bytes(text: string): number[] | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [before, after] = halves.map(groupsOf);
  if (!before || (halves.length === 2 && !after)) return undefined;
  const missing = GROUPS - before.length - (after?.length ?? 0);
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...before, ...new Array<number>(missing).fill(0), ...(after ?? [])];
  return groups.flatMap((group) => [group >> 8, group & 0xff]);
}

/** The last 32 bits may be written as IPv4. */
function groupsOf(text: string): number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1 && part.includes('.')) {
      const [a, b, c, d] = ipv4Bytes(part) ?? [];
      if (a === undefined || b === undefined || c === undefined || d === undefined) {
        return undefined;
      }
      groups.push(a * 256 + b, c * 256 + d);
    } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) {
      groups.push(Number.parseInt(part, 16));
    } else {
      return undefined;
    }
  }
  return groups;
}

function rangeOf(text: string): Range {
  const [address = '', bits = ''] = text.split('/');
  const bytes = addressBytes(address);
  if (!bytes) throw new Error(`${text} is not a range of addresses`);
  return [bytes, Number(bits)];
}

function isWithin(bytes: readonly number[], [start, prefixBits]: Range): boolean {
  if (bytes.length !== start.length) return false;
  for (let bit = 0; bit < prefixBits; bit += 8) {
    const mask = 0xff << Math.max(0, 8 - (prefixBits - bit));
    const index = bit / 8;
    if (((bytes[index] ?? 0) & mask & 0xff) !== ((start[index] ?? 0) & mask & 0xff)) return false;
  }
  return true;
}
