import { type AwsService, textOf } from '../endpoint/aws-service.ts';
import { awsFailure } from '../failures.ts';
import type { Functions } from './lambda.ts';

/** Lambda's Invoke, by which functions call each other. */
export function createLambdaService(functions: Functions): AwsService {
  return {
    access: (_operation, input) => {
      const name = textOf(input, 'FunctionName') ?? '';
      const found = functions.find(name);
      if (!found) throw awsFailure('ResourceNotFoundException', `Function not found: ${name}`, 404);
      return [{ action: 'lambda:InvokeFunction', resource: found.arn }];
    },
    run: async (_operation, input) => {
      const invocation = functions.invoke(textOf(input, 'FunctionName') ?? '', input.Payload);
      if (input.InvocationType === 'Event') {
        invocation.catch(() => {});
        return { status: 202, payload: '' };
      }
      return { status: 200, ...(await invocation) };
    },
  };
}
