/** What a walk has in the place of KMS and Step Functions. */
import { createHash } from 'node:crypto';
import type { AwsClients } from '@billhook/runtime/aws/clients';
import { type Execution, endWait, newExecution, tokenOf } from './executions.ts';
import type { Faults } from './faults.ts';

export type Surroundings = {
  readonly faults: Faults;
  readonly executions: Map<string, Execution>;
  readonly now: number;
};

export function walkAws(standing: () => Surroundings): AwsClients {
  const kms = { send: ({ input }: KmsCommand) => answerKms(standing(), input) };
  const stepFunctions = { send: ({ input }: SfnCommand) => answerSfn(standing(), input) };
  return { kms: kms as never, stepFunctions: stepFunctions as never };
}

type KmsInput = {
  readonly Message?: Uint8Array;
  readonly EncryptionContext?: Readonly<Record<string, string>>;
  readonly CiphertextBlob?: Uint8Array;
};
type KmsCommand = { readonly input: KmsInput };

const digestOf = (text: string | Uint8Array) => createHash('sha256').update(text).digest();

/** Fingerprints, and data keys that open for the record that they were made for alone. */
async function answerKms({ faults }: Surroundings, input: KmsInput): Promise<object> {
  const { Message, EncryptionContext, CiphertextBlob } = input;
  if (Message) {
    await faults.turn();
    return { Mac: digestOf(Message) };
  }
  if (!EncryptionContext) throw new Error('A walk has no such key');
  const context = JSON.stringify(EncryptionContext);
  const blob = digestOf(`blob ${context}`);
  if (CiphertextBlob && !blob.equals(CiphertextBlob)) {
    throw new Error('A field of another record was opened');
  }
  return { Plaintext: Uint8Array.from(digestOf(`key ${context}`)), CiphertextBlob: blob };
}

type StartInput = {
  readonly stateMachineArn: string;
  readonly name: string;
  readonly input: string;
};

type SfnCommand = { readonly input: StartInput | { readonly taskToken: string } };

async function answerSfn(standing: Surroundings, input: SfnCommand['input']): Promise<object> {
  const { faults } = standing;
  await faults.turn();
  if (faults.refusesStarts()) throw new Error('Step Functions is away');
  return 'taskToken' in input ? sendBack(standing, input.taskToken) : start(standing, input);
}

function sendBack({ executions, now }: Surroundings, taskToken: string): object {
  const waiting = [...executions.values()].find(
    (one) => one.waits && !one.ended && tokenOf(one) === taskToken,
  );
  if (!waiting || waiting.waitsUntil <= now) {
    throw Object.assign(new Error('Nobody waits'), { name: 'TaskTimedOut' });
  }
  endWait(waiting, 'answered', now);
  return {};
}

/** As Step Functions: the same name again is the same execution while it runs, refused afterwards. */
function start({ executions, now }: Surroundings, input: StartInput): object {
  const known = executions.get(input.name);
  if (known?.ended) {
    throw Object.assign(new Error('It ran'), { name: 'ExecutionAlreadyExists' });
  }
  if (!known) {
    const { stateMachineArn, name } = input;
    executions.set(name, newExecution(stateMachineArn, name, JSON.parse(input.input), now));
  }
  return {};
}
