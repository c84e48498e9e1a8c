/**
 * A client with accounts, methods and bills in a table in memory, and a service around it whose answers
 * can be lost: for requests that are sent again.
 */
import { generateKeyPairSync } from 'node:crypto';
import type { Operation } from '@billhook/core/api/operation';
import { instantText } from '@billhook/core/base/dates';
import { clientKey } from '@billhook/core/base/table-keys';
import { newClient } from '@billhook/core/client/client';
import type { Connector } from '@billhook/core/company/connector';
import { newPartner } from '@billhook/core/partner/partner';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import type { Opened } from '@billhook/runtime/serve/opened';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { paymentMethodStore } from '@billhook/runtime/stores/payment-method-store';
import { type Outside, openOutside } from '@billhook/runtime/table/outside';
import type { Write } from '@billhook/runtime/table/types';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { vi } from 'vitest';
import { fakeKms } from './kms.ts';
import { memoryTable } from './memory-table.ts';
import { fakeConnector } from './payment-world.ts';
import {
  authRecord,
  billRecord,
  clientId,
  methodRecord,
  NOW,
  partnerId,
  unnoticed,
} from './records.ts';

/** What the service did outside the table, and the time that it is there. */
export const world = { started: [] as string[], kmsKeysMade: 0, now: NOW };

export const table = memoryTable(() => world.now);
const { write } = table;
const company = sandboxCompanies.find(({ name }) => name === 'Regular Company 1');
if (!company) throw new Error('The directory lacks the company');
export const companyId = company._id;
const summary = { ...authRecord().company, _id: companyId };
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;

export const hold = { code: 'account_issue_accept_toc' } as const;
export const auth = authRecord({ company: summary });
export const held = authRecord({ company: summary, status: 'hold', hold });
export const card = methodRecord();
export const declined = methodRecord({ status: 'declined', declines: 1 });
const shown = { auth: { ...billRecord().auth, _id: auth._id }, companyId };
export const bill = billRecord({ ...shown, methodId: card._id });
const unpaid = billRecord({
  ...shown,
  accountFingerprint: 'another',
  methodId: declined._id,
  declinedMethodId: declined._id,
});

const environment = {
  STAGE: 'sandbox',
  VAULT_KEY_ARN: 'arn:vault',
  FINGERPRINT_KEY_ARN: 'arn:fingerprint',
  PEPPER_SECRET_ARN: 'arn:pepper',
  PAY_BILL_ARN: 'arn:pay-bill',
  LINK_ACCOUNT_ARN: 'arn:link-account',
  SWAP_CARD_ARN: 'arn:swap-card',
};

export async function beginAnew(): Promise<void> {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  Object.assign(world, { started: [], kmsKeysMade: 0, now: NOW });
  outside = standInForAws();
  connector = anyLogin;
  loseNothing();
  table.items.clear();
  const at = instantText(NOW);
  const client = newClient({ identifier: 'u' }, { clientId, partnerId, now: at });
  if (company) await companyStore(table).merge([company]);
  await table.write([
    { put: { ...clientKey(clientId), ...client } },
    partnerStore(table).save(newPartner({ partnerId, name: 'A', now: at })),
    ...[auth, held].map((one) => authStore(table).save(...unnoticed(one))),
    ...[card, declined].map((one) => paymentMethodStore(table).save(...unnoticed(one))),
    ...[bill, unpaid].map((one) => billStore(table).save(...unnoticed(one))),
  ]);
}

let outside: Partial<Outside>;

/** A company that takes every login. */
const anyLogin = {
  checkForm: () => [],
  loginOf: () => 'ada',
  capabilities: fakeConnector.capabilities,
} as Partial<Connector> as Connector;

let connector = anyLogin;

/** What the service is opened over, since `beginAnew`. */
export function outsideHere(): Outside {
  return openOutside(outside);
}

/** Until `beginAnew`, all companies are reached by it. */
export function connectTo(another: Connector): void {
  connector = another;
}

type Execution = { readonly input: { readonly name: string } };

function standInForAws(): Partial<Outside> {
  const { kms } = fakeKms({
    CreateKeyCommand: () => {
      world.kmsKeysMade += 1;
      return { KeyMetadata: { Arn: `arn:${world.kmsKeysMade}` } };
    },
    GetPublicKeyCommand: () => ({ PublicKey: rsa.export({ format: 'der', type: 'spki' }) }),
  });
  const start = async ({ input }: Execution) => {
    world.started.push(input.name);
    return {};
  };
  const SecretString = JSON.stringify({ version: 1, pepper: 'p'.repeat(64) });
  const secrets = { send: async () => ({ SecretString }) } as never;
  const aws = { kms, secrets, stepFunctions: { send: start } as never };
  return { table, clock: () => world.now, aws, connectorOf: () => connector };
}

export type Lost = 'the answer was lost' | 'the process died';

/** The next write of such an item is committed; then its answer is gone, or nothing more is written. */
export function loseAnswerOf(isLost: (one: Write) => boolean, lost: Lost): void {
  let died = false;
  table.write = async (writes) => {
    if (died) throw new Error('The process died');
    const result = await write(writes);
    if (!writes.some(isLost)) return result;
    died = lost === 'the process died';
    if (!died) loseNothing();
    throw new Error('The answer was lost');
  };
}

export function loseNothing(): void {
  table.write = write;
}

export type Request = {
  readonly operation: Operation;
  readonly handler: Opened<(event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>>;
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly query?: Readonly<Record<string, string>>;
  /** The client, when left out. */
  readonly caller?: 'partner' | 'client';
};

const authorizers = {
  partner: { kind: 'partner', partnerId, keyId: 'key_a', scope: 'admin' },
  client: { kind: 'client', partnerId, clientId, tokenFamily: 'family_a' },
};

/** The answer, or `409 some_code`. */
export async function call(
  { operation, handler, path, body, query, caller = 'client' }: Request,
  key?: string,
): Promise<{
  readonly outcome: unknown;
  readonly replayed: boolean;
  /** The fields that an error names, if it names any. */
  readonly fields?: readonly string[];
}> {
  const event = {
    httpMethod: operation.method,
    headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
    pathParameters: path ?? {},
    queryStringParameters: query ?? null,
    body: body ? JSON.stringify(body) : null,
    requestContext: { extendedRequestId: 'r', authorizer: authorizers[caller] },
  };
  const answered = await handler.over(outside)(event as unknown as APIGatewayProxyEvent);
  const answer = JSON.parse(answered.body);
  const outcome = answered.statusCode === 200 ? answer : `${answered.statusCode} ${answer.code}`;
  const fields = answer.errors?.map(({ field }: { field: string }) => field);
  const replayed = answered.headers?.['idempotent-replayed'] === 'true';
  return { outcome, replayed, ...(fields && { fields }) };
}
