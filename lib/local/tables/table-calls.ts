import { localFailure } from '../failures.ts';
import { REGION } from '../template/intrinsics.ts';

export type TableCall = (operation: string, input: unknown) => Promise<Record<string, unknown>>;

/** Calls the table server as its own: nobody's role is asked. @throws LocalFailure for a refusal. */
export function createTableCaller(
  url: string,
  api: 'DynamoDB' | 'DynamoDBStreams' = 'DynamoDB',
): TableCall {
  return async (operation, input) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `${api}_20120810.${operation}`,
        'x-amz-date': '20260101T000000Z',
        // The table server wants the header's form; it does not check the signature.
        authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=local`,
      },
      body: JSON.stringify(input),
    });
    const body = (await response.json()) as Record<string, unknown>;
    if (response.ok) return body;
    throw localFailure(
      `The table server rejected ${operation}: ${body.__type}: ${body.message ?? ''}`,
    );
  };
}
