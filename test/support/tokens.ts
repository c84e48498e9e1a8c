/** Tokens as a forger makes them of one that it has. */

/** Claims changed, under the signature of the old ones. */
export function changedToken(token: string, claims: object): string {
  const [header, payload, signature] = partsOf(token);
  return `${header}.${encode({ ...decode(payload), ...claims })}.${signature}`;
}

/** `alg: none`, with nothing where the signature was. */
export function unsigned(token: string): string {
  const [header, payload] = partsOf(token);
  return `${encode({ ...decode(header), alg: 'none' })}.${payload}.`;
}

/** Signed anew, with members of the header changed. */
export function signedBy(token: string, header: object, sign: (signed: string) => Buffer): string {
  const [standing, payload] = partsOf(token);
  const signed = `${encode({ ...decode(standing), ...header })}.${payload}`;
  return `${signed}.${sign(signed).toString('base64url')}`;
}

/** What a token claims, unproven. */
export function claimsOf(token: string): Record<string, unknown> {
  return decode(partsOf(token)[1]);
}

function partsOf(token: string): [string, string, string] {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return [header, payload, signature];
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
}
