/** Reports, as a caller reads them. */
import * as v from 'valibot';
import { type OperationState, operationState, REPORT_PATH } from '../protocol/operations.ts';
import { type OpenKeys, signingKey } from './keys.ts';
import { readJson, type WireRequest } from './message.ts';
import { verifyMessage } from './signature.ts';

const PATH = new RegExp(`^${REPORT_PATH.replace('{operation}', '([\\w-]+)')}$`);

export type SignedReport = {
  readonly state: OperationState;
  /** To be remembered for 10 minutes, and refused the second time. */
  readonly nonce: string;
};

/** The state in a report that the connector has signed; nothing if it is none. */
export function readReport(
  request: WireRequest,
  connectorKeys: OpenKeys,
  now: number,
): SignedReport | undefined {
  const verified = verifyMessage('report', request, undefined, {
    keyOf: (keyid) => signingKey(connectorKeys, keyid),
    now: now / 1000,
  });
  // Nobody else has anything of his read.
  if (!verified.ok) return undefined;
  const operation = PATH.exec(new URL(request.url).pathname)?.[1];
  const parsed = v.safeParse(operationState, readJson(request.body)?.value);
  if (!parsed.success || parsed.output.operation !== operation) return undefined;
  if (request.headers['billhook-operation'] !== operation) return undefined;
  return { state: parsed.output, nonce: verified.nonce };
}
