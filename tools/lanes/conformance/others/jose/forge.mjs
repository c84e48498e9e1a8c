// Forges tokens and encrypts bodies with the npm package `jose`. Reads {token, jwks, encryptionKey},
// writes {verified, forgeries: {name: token}, bodies: {name: {hash, taken}}}.
import { readFileSync } from 'node:fs';
import * as jose from 'jose';

const { token, jwks, encryptionKey } = JSON.parse(readFileSync(0, 'utf8'));
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const [, , signature] = token.split('.');
const header = jose.decodeProtectedHeader(token);
const claims = jose.decodeJwt(token);
const payload = new TextEncoder().encode(JSON.stringify(claims));
const published = jwks.keys.find(({ kid }) => kid === header.kid);

const verified = await jose
  .jwtVerify(token, jose.createLocalJWKSet(jwks), { algorithms: ['ES256'], issuer: 'billhook' })
  .then(() => true)
  .catch(() => false);

const signed = async (alg, more = {}) => {
  const { privateKey, publicKey } = await jose.generateKeyPair(alg, { extractable: true });
  const jwk = await jose.exportJWK(publicKey);
  const given = typeof more === 'function' ? more(jwk) : more;
  return new jose.SignJWT(claims).setProtectedHeader({ ...header, alg, ...given }).sign(privateKey);
};
const withSecret = (secret, alg = 'HS256') =>
  new jose.SignJWT(claims).setProtectedHeader({ ...header, alg }).sign(secret);
const text = (value) => new TextEncoder().encode(value);
const pem = await jose.exportSPKI(await jose.importJWK(published, 'ES256', { extractable: true }));
const own = await jose.generateKeyPair('ES256', { extractable: true });
const flat = await new jose.FlattenedSign(payload).setProtectedHeader(header).sign(own.privateKey);

const forgeries = {
  unsecured: new jose.UnsecuredJWT(claims).encode(),
  'alg none with the signature': `${encode({ ...header, alg: 'none' })}.${token.split('.')[1]}.${signature}`,
  'own key, same kid': await signed('ES256'),
  'own key in the header': await signed('ES256', (jwk) => ({ jwk })),
  'own key at an address': await signed('ES256', { jku: 'https://keys.example/jwks.json' }),
  'own certificate at an address': await signed('ES256', { x5u: 'https://keys.example/x.pem' }),
  'another curve': await signed('ES384'),
  RS256: await signed('RS256'),
  PS256: await signed('PS256'),
  EdDSA: await signed('EdDSA'),
  'HS256 with the published PEM': await withSecret(text(pem)),
  'HS256 with the PEM, trimmed': await withSecret(text(pem.trim())),
  'HS256 with the published JWK': await withSecret(text(JSON.stringify(published))),
  'HS512 with the published PEM': await withSecret(text(pem), 'HS512'),
  'critical extension': await new jose.SignJWT(claims)
    .setProtectedHeader({ ...header, b64: true, crit: ['b64'] })
    .sign(own.privateKey),
  'flattened JSON': JSON.stringify(flat),
  'other claims, the old signature': `${encode(header)}.${encode({ ...claims, exp: claims.exp + 9_999 })}.${signature}`,
  'another client, the old signature': `${encode(header)}.${encode({ ...claims, sub: 'cl_other' })}.${signature}`,
  'kid removed, the old signature': `${encode({ alg: 'ES256', typ: 'JWT' })}.${token.split('.')[1]}.${signature}`,
  'an encrypted token': await new jose.EncryptJWT(claims)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(new Uint8Array(32)),
};

const recipient = await jose.importJWK(encryptionKey, 'RSA-OAEP-256');
const sealed = async (alg, enc, plain = '{"identifier":"jose"}', more = {}) => {
  const key =
    alg === 'RSA-OAEP-256' ? recipient : await jose.importJWK({ ...encryptionKey, alg }, alg);
  return new jose.CompactEncrypt(typeof plain === 'string' ? text(plain) : plain)
    .setProtectedHeader({ alg, enc, ...more })
    .encrypt(key);
};
const good = await sealed('RSA-OAEP-256', 'A256GCM');
const parts = good.split('.');
const flipped = parts[4].startsWith('A') ? `B${parts[4].slice(1)}` : `A${parts[4].slice(1)}`;
const bodies = {
  'as documented': { hash: good, taken: true },
  'with its kid': {
    hash: await sealed('RSA-OAEP-256', 'A256GCM', '{"identifier":"jose"}', {
      kid: encryptionKey.kid,
    }),
    taken: true,
  },
  'another kid': {
    hash: await sealed('RSA-OAEP-256', 'A256GCM', '{"identifier":"jose"}', { kid: 'key_other' }),
    taken: false,
  },
  'RSA-OAEP': { hash: await sealed('RSA-OAEP', 'A256GCM'), taken: false },
  A128GCM: { hash: await sealed('RSA-OAEP-256', 'A128GCM'), taken: false },
  'A256CBC-HS512': { hash: await sealed('RSA-OAEP-256', 'A256CBC-HS512'), taken: false },
  'an array': { hash: await sealed('RSA-OAEP-256', 'A256GCM', '[]'), taken: false },
  'bytes that are no UTF-8': {
    hash: await sealed('RSA-OAEP-256', 'A256GCM', Uint8Array.of(0x7b, 0xff, 0x7d)),
    taken: false,
  },
  'a changed tag': { hash: [...parts.slice(0, 4), flipped].join('.'), taken: false },
  'a short tag': { hash: `${parts.slice(0, 4).join('.')}.${parts[4].slice(0, -4)}`, taken: false },
};

console.log(JSON.stringify({ verified, forgeries, bodies }));
