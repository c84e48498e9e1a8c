/**
 * Certificates of requests: a caller's key, which may be slow or cost by the use, signs for 15 minutes that
 * another key signs its requests to one connector. A certificate is a JWT (RFC 7519) that names the key as
 * RFC 7800 does, so that any JOSE library verifies it.
 */
import { generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import * as v from 'valibot';
import { CERTIFICATE_SECONDS, CREATED_WITHIN_SECONDS } from '../protocol/limits.ts';
import { publicKey } from '../protocol/manifest.ts';
import { openKey, thumbprintOf } from './keys.ts';
import { readJson } from './message.ts';
import { type SignatureProblem, type Signer, signerOf } from './signature.ts';

export const CERTIFICATE_HEADER = 'billhook-certificate';
const TYPE = 'billhook-certificate+jwt';
const MAX_LENGTH = 2_048;

const { x, y, kty, crv } = publicKey.entries;
const header = v.strictObject({ alg: v.literal('ES256'), kid: v.string(), typ: v.literal(TYPE) });
const seconds = v.pipe(v.number(), v.safeInteger());
const claims = v.strictObject({
  /** The connector's id. */
  aud: v.string(),
  iat: seconds,
  exp: seconds,
  cnf: v.strictObject({ jwk: v.strictObject({ kty, crv, x, y }) }),
});

export type Certified = { readonly signer: Signer; readonly certificate: string };

/** A new key for requests to a connector, and what the caller's own key says of it. */
export async function certify(
  own: Signer,
  { connector, now }: { readonly connector: string; readonly now: number },
): Promise<Certified> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = privateKey.export({ format: 'jwk' }) as { x: string; y: string };
  const named = { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y };
  const iat = Math.floor(now);
  const said = { aud: connector, iat, exp: iat + CERTIFICATE_SECONDS, cnf: { jwk: named } };
  const text = `${encoded({ alg: 'ES256', kid: own.kid, typ: TYPE })}.${encoded(said)}`;
  const signature = Buffer.from(await own.sign(Buffer.from(text))).toString('base64url');
  const signer = signerOf({ kid: thumbprintOf(jwk), privateKey });
  return { signer, certificate: `${text}.${signature}` };
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export type Opening = {
  readonly connector: string;
  /** Seconds since the epoch. */
  readonly now: number;
  /** The signing key of a caller that has this id. No certificate is signed by a certified key. */
  readonly keyOf: (kid: string) => KeyObject | undefined;
};

export type OpenedCertificate =
  | {
      readonly ok: true;
      /** Of the key that signs requests, and of the caller's that has certified it. */
      readonly keyid: string;
      readonly key: KeyObject;
      readonly by: string;
    }
  | { readonly ok: false; readonly problem: SignatureProblem };

export function openCertificate(text: string, opening: Opening): OpenedCertificate {
  const [first = '', second = '', third = '', more] = text.split('.');
  const named = v.safeParse(header, decoded(first));
  const said = v.safeParse(claims, decoded(second));
  if (text.length > MAX_LENGTH || more !== undefined || !named.success || !said.success)
    return refused('not_signed');
  const { kid } = named.output;
  const key = opening.keyOf(kid);
  const signature = Buffer.from(third, 'base64url');
  const signed = Buffer.from(`${first}.${second}`);
  if (!key || !verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature))
    return refused('not_signed');
  const { aud, iat, exp, cnf } = said.output;
  const lasts = exp - iat;
  if (aud !== opening.connector || lasts <= 0 || lasts > CERTIFICATE_SECONDS)
    return refused('not_signed');
  const { now } = opening;
  if (now < iat - CREATED_WITHIN_SECONDS || now >= exp) return refused('clock');
  const keyid = thumbprintOf(cnf.jwk);
  const opened = openKey({ ...cnf.jwk, use: 'sig', kid: keyid });
  return opened ? { ok: true, keyid, key: opened.key, by: kid } : refused('not_signed');
}

function decoded(part: string): unknown {
  return readJson(Buffer.from(part, 'base64url'))?.value;
}

function refused(problem: SignatureProblem): OpenedCertificate {
  return { ok: false, problem };
}

/** Long enough before its end that no clock that may be off by a minute refuses it. */
const RENEWED_AFTER_SECONDS = CERTIFICATE_SECONDS - 3 * CREATED_WITHIN_SECONDS;

/**
 * One key of this process for requests to a connector, certified again before its certificate ends, and
 * when the caller's own key is another.
 * @param clock milliseconds since the epoch.
 */
export function certifierFor(
  connector: string,
  clock: () => number,
): (own: Signer) => Promise<Certified> {
  let kept:
    | { readonly by: string; readonly at: number; readonly made: Promise<Certified> }
    | undefined;
  return (own) => {
    const now = clock() / 1000;
    const isGood = kept?.by === own.kid && now >= kept.at && now - kept.at < RENEWED_AFTER_SECONDS;
    if (kept && isGood) return kept.made;
    const made = certify(own, { connector, now });
    const fresh = { by: own.kid, at: now, made };
    kept = fresh;
    // What failed is tried again with the next request.
    made.catch(() => {
      if (kept === fresh) kept = undefined;
    });
    return made;
  };
}
