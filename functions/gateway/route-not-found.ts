import { fail } from '@billhook/core/errors';
import { answerFailure } from '@billhook/runtime/serve/response';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  return answerFailure(event, fail('route_not_found'));
}
