import { errors, type Failure, fail, isFailure } from '@billhook/core/base/errors';
import type { ClientOwner } from '@billhook/core/base/owner';
import { logFailure } from '@billhook/runtime/aws/logger';
import { authorizeClient, isToken } from '@billhook/runtime/callers/authorize-client';
import { authorizePartner, type PartnerGrant } from '@billhook/runtime/callers/authorize-partner';
import { knownOrigins } from '@billhook/runtime/callers/origins';
import { openPeppers } from '@billhook/runtime/callers/pepper';
import { createRateLimiter } from '@billhook/runtime/callers/rate-limiter';
import { openTokenKey } from '@billhook/runtime/callers/token-key';
import { opened } from '@billhook/runtime/serve/opened';
import { headerOf } from '@billhook/runtime/serve/response';
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';

/**
 * Allows a request with a live API key, or with a client's live access token, and tells the function
 * whose it is; which operations are a client's to use, the function knows. Every other request is
 * denied with the code that the gateway's ACCESS_DENIED response shows.
 */
export const handler = opened(({ table, clock, aws }) => {
  const limiter = createRateLimiter(table);
  const peppers = openPeppers({ aws, clock });
  const tokenKey = openTokenKey({ table, clock, aws });
  const originsOf = knownOrigins(table);
  return async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    const credential = bearerToken(event);
    if (credential === undefined) return denied(event, fail('api_key_missing'));
    try {
      const grant = isToken(credential)
        ? await authorizeClient(
            { table, limiter, tokenKey, originsOf },
            credential,
            clock(),
            headerOf(event, 'origin'),
          )
        : await authorizePartner({ table, limiter, peppers }, credential, event, clock());
      return isFailure(grant) ? denied(event, grant) : allowed(event, grant);
    } catch (error) {
      logFailure('A credential could not be verified', error);
      throw error;
    }
  };
});

function bearerToken(event: APIGatewayRequestAuthorizerEvent): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headerOf(event, 'authorization') ?? '')?.[1];
}

function allowed(
  event: APIGatewayRequestAuthorizerEvent,
  grant: PartnerGrant | ClientOwner,
): APIGatewayAuthorizerResult {
  return {
    principalId: 'clientId' in grant ? grant.clientId : grant.partnerId,
    policyDocument: policy(event, 'Allow'),
    context: { ...grant },
  };
}

function denied(
  event: APIGatewayRequestAuthorizerEvent,
  { failure: code, detail: said }: Failure,
): APIGatewayAuthorizerResult {
  const { status, title, detail: usual } = errors[code];
  const detail = said ?? usual;
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
