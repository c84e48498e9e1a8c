/** Who may be served: a request that a known caller has signed, just now, once. */

import * as v from 'valibot';
import { wireId } from '../protocol/fields.ts';
import { NONCE_SECONDS, PROTOCOL } from '../protocol/limits.ts';
import type { ProblemCode } from '../protocol/problems.ts';
import { CERTIFICATE_HEADER, openCertificate } from '../wire/certificate.ts';
import { signingKey } from '../wire/keys.ts';
import {
  CONNECTOR_HEADER,
  OPERATION_HEADER,
  PROTOCOL_HEADER,
  type WireRequest,
} from '../wire/message.ts';
import { verifyMessage } from '../wire/signature.ts';
import type { OpenCaller, Opened } from './options.ts';

export type Admitted = {
  readonly ok: true;
  readonly caller: OpenCaller;
  readonly operation: string;
  readonly nonce: string;
};

/** Without a caller, nothing is signed in return. */
export type Admission = Admitted | { readonly ok: false; readonly problem: ProblemCode };

export async function admit(server: Opened, request: WireRequest): Promise<Admission> {
  const { callers, store, now, manifest } = server;
  let caller: OpenCaller | undefined;
  const ownKeyOf = (kid: string) => {
    caller = callers.find(({ keys }) => signingKey(keys, kid) !== undefined);
    return caller && signingKey(caller.keys, kid);
  };
  const text = request.headers[CERTIFICATE_HEADER];
  const about = { connector: manifest.id, now: now() / 1000, keyOf: ownKeyOf };
  const certificate = text === undefined ? undefined : openCertificate(text, about);
  if (certificate?.ok === false) return refused(certificate.problem);
  const verified = verifyMessage('request', request, undefined, {
    now: now() / 1000,
    // With a certificate, the key that it names signs, and no other.
    keyOf: (keyid) => {
      if (!certificate) return ownKeyOf(keyid);
      return certificate.keyid === keyid ? certificate.key : undefined;
    },
  });
  if (!verified.ok) return refused(verified.problem);
  const operation = request.headers[OPERATION_HEADER];
  if (!caller || !v.is(wireId, operation)) return refused('not_signed');
  // The signature covers them, so they are what the caller meant.
  if (request.headers[CONNECTOR_HEADER] !== manifest.id) return refused('not_signed');
  if (request.headers[PROTOCOL_HEADER] !== String(PROTOCOL)) return refused('unsupported_protocol');
  const { nonce } = verified;
  const until = now() + NONCE_SECONDS * 1000;
  if (!(await store.put(`nonce/${caller.name}/${nonce}`, 1, 0, until))) return refused('replayed');
  return { ok: true, caller, operation, nonce };
}

function refused(problem: ProblemCode): Admission {
  return { ok: false, problem };
}
