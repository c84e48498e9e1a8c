/** A partner's encryption keys as its calls show them: public halves only. */
import * as v from 'valibot';
import { id } from './fields.ts';

const base64url = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/));

const jwkFields = {
  kty: v.literal('RSA'),
  n: base64url,
  e: base64url,
  use: v.literal('enc'),
  kid: id,
};

/** A JWK (RFC 7517), as the modules get it. */
export const encryptionKey = v.object(jwkFields);

const publishedFields = {
  ...jwkFields,
  /** Certificates that carry the key, Base64 DER; nothing follows from who issued them. */
  x5c: v.array(v.string()),
};

/** The same as partners get it. */
export const publishedKey = v.object(publishedFields);

/** With the same key as PEM (SPKI). */
export const createdEncryptionKey = v.object({ ...publishedFields, pem: v.string() });
