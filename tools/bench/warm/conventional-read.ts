/**
 * Reading a bill and its newest payment as such a function is mostly written: middy around the handler,
 * zod for what comes in and goes out, the SDK as it comes, a line in the log. Compared by `npm run tools -- bench-warm`.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { z } from 'zod';

const logger = new Logger();
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const eventSchema = z.object({
  httpMethod: z.literal('GET'),
  pathParameters: z.object({ billId: z.string().regex(/^bill_[\w-]+$/) }),
  requestContext: z.object({
    authorizer: z.object({ kind: z.enum(['partner', 'client']), partnerId: z.string() }),
  }),
});
/** What is shown of a bill; a function of ours shows and checks more. */
export const shownSchema = z.object({
  _id: z.string(),
  clientId: z.string(),
  company: z.object({
    _id: z.string(),
    name: z.string(),
    logo: z.object({ url: z.url(), background: z.boolean() }),
  }),
  auth: z.object({ _id: z.string(), status: z.object({ type: z.string() }) }),
  reported: z.object({
    balanceCents: z.number().int(),
    dueOn: z.iso.date(),
    autopay: z.enum(['enabled', 'disabled', 'unknown']),
  }),
  notifications: z.string(),
  hidden: z.boolean(),
});

async function getBill(event: APIGatewayProxyEvent, clientId: string) {
  const { billId } = eventSchema.parse(event).pathParameters;
  const read = async (sk: string) => {
    const input = { TableName: 'bench', Key: { pk: clientId, sk }, ConsistentRead: true };
    return (await client.send(new GetCommand(input))).Item;
  };
  const bill = await read(billId);
  if (!bill) return { statusCode: 404, body: JSON.stringify({ error: 'not_found' }) };
  await read(String(bill.newestPaymentId));
  const body = JSON.stringify(shownSchema.parse(bill));
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
}

export function conventionalHandler(clientId: string) {
  return middy<APIGatewayProxyEvent>()
    .before(({ event }) => {
      logger.appendKeys({ path: event.path });
    })
    .after(({ response }) => {
      logger.info('Answered', { status: (response as { statusCode: number }).statusCode });
    })
    .onError((request) => {
      request.response = { statusCode: request.error instanceof z.ZodError ? 400 : 500 };
    })
    .handler((event) => getBill(event, clientId)) as unknown as (
    event: APIGatewayProxyEvent,
    context: Context,
  ) => Promise<{ readonly statusCode: number }>;
}
