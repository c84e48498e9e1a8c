/** A certificate that a test's own server shows, made without openssl: DER is short to write. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export type Certificate = {
  /** Both in PEM; who trusts the certificate as an authority trusts the server. */
  readonly key: string;
  readonly cert: string;
};

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Tags of DER, X.690 section 8. */
const BOOLEAN = 0x01;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const NULL = 0x05;
const OBJECT_IDENTIFIER = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/** Encoded object identifiers, RFC 8017 appendix A.2 and RFC 5280 appendix A. */
const SHA256_WITH_RSA = '2a864886f70d01010b';
const COMMON_NAME = '550403';
const BASIC_CONSTRAINTS = '551d13';
const SUBJECT_ALT_NAME = '551d11';

/** Signs a certificate for a name or an IPv4 address by its own key: RFC 5280 section 4.1, valid for two days. */
export function certificateFor(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const body = bodyOf(host, publicKey);
  const signature = sign('sha256', body, privateKey);
  const whole = der(SEQUENCE, body, algorithm(), der(BIT_STRING, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  const cert = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join(
    '\n',
  );
  return { key: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string, cert };
}

function bodyOf(host: string, publicKey: KeyObject): Buffer {
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, identifier(COMMON_NAME), text(host))));
  const now = Date.now();
  const validity = der(SEQUENCE, time(now - DAY_MILLISECONDS), time(now + DAY_MILLISECONDS));
  const isAuthority = der(SEQUENCE, der(BOOLEAN, Buffer.from([0xff])));
  const isAddress = isIPv4(host);
  const bytes = isAddress ? Buffer.from(host.split('.').map(Number)) : Buffer.from(host);
  const names = der(SEQUENCE, der(isAddress ? IP_ADDRESS : DNS_NAME, bytes));
  return der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    algorithm(),
    name,
    validity,
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(
      EXTENSIONS,
      der(SEQUENCE, extension(BASIC_CONSTRAINTS, isAuthority), extension(SUBJECT_ALT_NAME, names)),
    ),
  );
}

const algorithm = () => der(SEQUENCE, identifier(SHA256_WITH_RSA), der(NULL));
const identifier = (hex: string) => der(OBJECT_IDENTIFIER, Buffer.from(hex, 'hex'));
const text = (value: string) => der(UTF8_STRING, Buffer.from(value));

function extension(hex: string, value: Buffer): Buffer {
  return der(SEQUENCE, identifier(hex), der(OCTET_STRING, value));
}

/** `YYMMDDhhmmssZ` */
function time(instant: number): Buffer {
  const digits = new Date(instant).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return der(UTC_TIME, Buffer.from(`${digits}Z`));
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.from([0x80 + bytes.length, ...bytes]);
}
