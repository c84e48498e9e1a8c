/** Calls a function of the deployment, as the operator. */
import type { InvokeCommandOutput, LambdaClient } from '@aws-sdk/client-lambda';

/** @returns what it returned, to be parsed. @throws Error where it is not there, or failed. */
export async function invoke(
  client: Pick<LambdaClient, 'send'>,
  functionArn: string,
  event: object,
): Promise<unknown> {
  const { InvokeCommand } = await import('@aws-sdk/client-lambda');
  const Payload = Buffer.from(JSON.stringify(event));
  const answer: InvokeCommandOutput = await client.send(
    new InvokeCommand({ FunctionName: functionArn, Payload }),
  );
  if (answer.FunctionError) throw new Error(answer.FunctionError);
  return JSON.parse(Buffer.from(answer.Payload ?? []).toString() || 'null');
}
