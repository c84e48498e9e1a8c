/** Clients that call by themselves, and what a test changes behind the service's back. */
import { activityKey, clientKey, rootKey } from '@billhook/core/base/table-keys';
import { inject } from 'vitest';
import { type ApiClient, createApiClient } from '../../lib/client/api-client.ts';
import { sendRaw } from './raw.ts';
import { callTable, findTable } from './table-server.ts';
import { newName, openWorld, valueFrom } from './world.ts';

export type TokenClient = {
  readonly identifier: string;
  readonly clientId: string;
  readonly ssoToken: string;
  readonly accessToken: string;
  /** Calls with the access token. */
  readonly api: ApiClient;
};

/** A client with an access token of its own. */
export async function newTokenClient(
  partner: ApiClient = openWorld().api,
  identifier = newName(),
): Promise<TokenClient> {
  const { token: ssoToken } = valueFrom(await partner.client.createToken({ identifier }));
  const exchanged = valueFrom(await partner.client.createAccessToken({ token: ssoToken }));
  const { accessToken, clientId } = exchanged;
  return { identifier, clientId, ssoToken, accessToken, api: apiWith(accessToken) };
}

export function apiWith(credential: string): ApiClient {
  const { baseUrl } = inject('service');
  return createApiClient({ baseUrl, apiKey: credential, validate: true });
}

/** What a bearer comes to, at an operation that every client may use. */
export async function useToken(token: string): Promise<string> {
  const request = { method: 'GET', path: '/company/categories', apiKey: token };
  const response = await sendRaw(request);
  const { code = 'ok' } = (await response.json()) as { code?: string };
  return `${response.status} ${code}`;
}

/** Lets a one-time token have been spent so much earlier. */
export async function spendEarlier(
  clientId: string,
  family: string,
  milliseconds: number,
): Promise<void> {
  await update(clientKey(clientId), {
    UpdateExpression: 'ADD tokenMarks.#family.spentAtMilliseconds :change',
    ExpressionAttributeNames: { '#family': family },
    ExpressionAttributeValues: { ':change': { N: String(-milliseconds) } },
  });
}

export async function suspendPartner(partnerId: string): Promise<void> {
  await update(rootKey(partnerId), {
    UpdateExpression: 'SET #status = :status',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':status': { S: 'suspended' } },
  });
}

/** Declines of the last hour, as the limit counts them. */
export async function countDeclines(clientId: string): Promise<number> {
  const { tableUrl } = inject('service');
  const { pk, sk } = activityKey(clientId, 'decline');
  const Key = { pk: { S: pk }, sk: { S: sk } };
  const input = { TableName: await findTable(tableUrl), Key, ConsistentRead: true };
  const { Item } = await callTable(tableUrl, 'GetItem', input);
  return (Item as { times?: { L: unknown[] } } | undefined)?.times?.L.length ?? 0;
}

async function update({ pk, sk }: { pk: string; sk: string }, change: object): Promise<void> {
  const { tableUrl } = inject('service');
  const TableName = await findTable(tableUrl);
  await callTable(tableUrl, 'UpdateItem', {
    TableName,
    Key: { pk: { S: pk }, sk: { S: sk } },
    ...change,
  });
}
