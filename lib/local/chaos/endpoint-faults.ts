/** What the endpoint does with calls that meet a fault. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Caller, isOperator } from '../access/callers.ts';
import { answerFailure } from '../endpoint/answers.ts';
import { type Input, textOf } from '../endpoint/aws-service.ts';
import { type AwsFailure, awsFailure } from '../failures.ts';
import type { Chaos } from './chaos.ts';
import type { Fault } from './faults.ts';

export type Call = {
  readonly caller: Caller;
  readonly service: string;
  readonly operation: string;
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly input: Input;
  /** What befalls it, when faults are injected. */
  readonly fault?: Fault;
};

/** Only what functions call is disturbed: whoever runs the service has to see it as it is. */
export function disturb(chaos: Chaos, call: Call): Call {
  if (isOperator(call.caller)) return call;
  const { service, operation, request, input } = call;
  // A transaction is tried again under its token, any other call under the id that its client gave.
  const sdkCallId = request.headers['amz-sdk-invocation-id'] ?? randomUUID();
  const callId = textOf(input, 'ClientRequestToken') ?? String(sdkCallId);
  return { ...call, fault: chaos.strikeCall({ service, operation, callId }) };
}

export function failureOf({ error, name }: Fault, input: Input): AwsFailure {
  if (!error) return awsFailure('InternalServerError', name, 500);
  const { code, message, status, reason } = error;
  if (!reason) return awsFailure(code, message, status);
  const items = (input.TransactItems ?? []) as unknown[];
  const reasons = items.map((_, index) => (index === 0 ? reason : { Code: 'None' }));
  const text = message.replace(/\[.*\]/, `[${reasons.map(({ Code }) => Code).join(', ')}]`);
  return awsFailure(code, text, status, { CancellationReasons: reasons });
}

/** The call was carried out: what is answered instead of its result. */
export function answerFault(response: ServerResponse, call: Call, fault: Fault): void {
  if (fault.error) answerFailure(response, call.service, failureOf(fault, call.input));
  else response.destroy();
}
