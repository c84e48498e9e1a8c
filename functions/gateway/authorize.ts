import { type ErrorCode, errors } from '@billhook/core/errors';
import { verifyApiKey } from '@billhook/runtime/api-keys';
import { logFailure } from '@billhook/runtime/logger';
import { openTable } from '@billhook/runtime/table';
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';

const table = openTable();

/**
 * Allows a request with a live API key and tells the function whose it is. Every other request is
 * denied with the code that the gateway's ACCESS_DENIED response shows.
 */
export async function handler(
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> {
  const token = bearerToken(event);
  if (token === undefined) return denied(event, 'api_key_missing');
  try {
    const key = await verifyApiKey(table, token, Date.now());
    if (!key) return denied(event, 'api_key_invalid');
    return {
      principalId: key.partnerId,
      policyDocument: policy(event, 'Allow'),
      context: { kind: 'partner', partnerId: key.partnerId, keyId: key.keyId },
    };
  } catch (error) {
    logFailure('A key could not be verified', error);
    throw error;
  }
}

function bearerToken(event: APIGatewayRequestAuthorizerEvent): string | undefined {
  const header = Object.entries(event.headers ?? {}).find(
    ([name]) => name.toLowerCase() === 'authorization',
  );
  return /^Bearer +(\S+)$/i.exec(header?.[1] ?? '')?.[1];
}

function denied(
  event: APIGatewayRequestAuthorizerEvent,
  code: ErrorCode,
): APIGatewayAuthorizerResult {
  const { status, title, detail } = errors[code];
  return {
    principalId: 'anyone',
    policyDocument: policy(event, 'Deny'),
    context: { code, status, title, detail },
  };
}

function policy(
  event: APIGatewayRequestAuthorizerEvent,
  Effect: 'Allow' | 'Deny',
): APIGatewayAuthorizerResult['policyDocument'] {
  return {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: event.methodArn }],
  };
}
