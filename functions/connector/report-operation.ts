import { type ProblemCode, problemOf } from '@billhook/connector-kit/protocol/problems';
import { logFailure, logInfo } from '@billhook/runtime/aws/logger';
import { takeReport } from '@billhook/runtime/companies/remote/take-report';
import { wakeRunning } from '@billhook/runtime/companies/wake-running';
import { wakeReported } from '@billhook/runtime/payments/wake-reported';
import { opened } from '@billhook/runtime/serve/opened';
import { bareHeaders, requestIdOf } from '@billhook/runtime/serve/response';
import { wireRequestOf } from '@billhook/runtime/serve/wire-request';
import { paymentStore } from '@billhook/runtime/stores/payment-store';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { reportOperation } from './contract.ts';

/** Answers as the connector protocol has it, and says of a refusal nothing but that. */
export const handler = opened(({ table, clock, aws }) => {
  const payments = paymentStore(table);
  const wakeOperation = async (connectorId: string, operation: string) => {
    const [isRunning, payment] = await Promise.all([
      wakeRunning({ table, aws }, connectorId, operation),
      wakeReported({ table, payments }, { connectorId, operation }, clock()),
    ]);
    return isRunning ? 'known' : payment;
  };
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const request = wireRequestOf(event);
    if (request === 'too_large') return answer(event, request);
    try {
      const taken = request && (await takeReport({ table, clock, wakeOperation }, request));
      return answer(event, taken === 'taken' ? undefined : 'not_found');
    } catch (error) {
      logFailure('A report could not be taken', error, { requestId: requestIdOf(event) });
      return answer(event, 'failed');
    }
  };
});

function answer(event: APIGatewayProxyEvent, code?: ProblemCode): APIGatewayProxyResult {
  const requestId = requestIdOf(event);
  const problem = code && problemOf(code);
  const statusCode = problem?.status ?? 204;
  const operation = `POST ${reportOperation.path}`;
  logInfo('Report answered', { requestId, operation, status: statusCode });
  return {
    statusCode,
    headers: {
      ...bareHeaders(requestId),
      ...(problem && { 'content-type': 'application/problem+json' }),
    },
    body: problem ? JSON.stringify(problem) : '',
  };
}
