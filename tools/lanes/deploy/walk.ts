/** Walks the deployed API: every operation of the contracts, and the demo. */
import { createApiClient } from '../../../lib/client/api-client.ts';
import { runDemo } from '../../../lib/demo/run-demo.ts';
import { createTranscript } from '../../../lib/demo/transcript.ts';
import { operationsNotIn } from '../../../test/support/operation-names.ts';
import type { CallEveryOperation, Surroundings } from '../../../test/support/surroundings.ts';
import type { Target } from './deployment.ts';

export type Walk = {
  readonly calls: number;
  /** Calls that were not answered with success, each in a line. */
  readonly refused: readonly string[];
  /** Operations of the contracts that were not called. */
  readonly uncalled: readonly string[];
};

/** Who calls, and makes partners for it as an operator does. */
type Walker = {
  readonly callEveryOperation: CallEveryOperation;
  readonly addPartner: Surroundings['addPartner'];
};

const DEMO_CHARACTERS = 1_500;

/** A deployed stage takes public https addresses alone. No name ends in `.test` (RFC 6761, section 6.2). */
const ADDRESSES = {
  jwks: 'https://partner.test/jwks.json',
  webhook: 'https://partner.test/hooks',
};

/** Calls every operation. A call that is refused ends the walk: the next would build on its answer. */
export async function walkOperations(
  { baseUrl, apiKey, partnerId }: Target,
  { callEveryOperation, addPartner }: Walker,
): Promise<Walk> {
  const names: string[] = [];
  const refused: string[] = [];
  try {
    await callEveryOperation({
      baseUrl,
      partnerId,
      apiKey,
      addPartner,
      addresses: ADDRESSES,
      observe: async (name, call) => {
        const outcome = await call();
        names.push(name);
        if (!outcome.ok) refused.push(`${name}: ${JSON.stringify(outcome.problem)}`);
        return outcome;
      },
    });
  } catch (error) {
    // Something else than a refusal: nothing came in time, or the answer is no answer.
    if (refused.length === 0) {
      refused.push(`after ${names.at(-1) ?? 'no call'}: ${(error as Error).message}`);
    }
  }
  return { calls: names.length, refused, uncalled: operationsNotIn(names) };
}

/** @returns what went wrong, with what the demo printed last; nothing when it went through. */
export async function walkDemo(target: Target, demo: Demo = runDemo): Promise<string[]> {
  const { baseUrl, apiKey } = target;
  let printed = '';
  const write = (text: string) => {
    printed += text;
  };
  const transcript = createTranscript({ write, colour: false });
  try {
    await demo(createApiClient({ baseUrl, apiKey, fetch: transcript.fetch }), transcript);
    return [];
  } catch (error) {
    return [`the demo: ${(error as Error).message}\n${printed.slice(-DEMO_CHARACTERS)}`];
  }
}

type Demo = typeof runDemo;

/** The smallest proof that a stage serves. @returns what went wrong; nothing when it is answered. */
export async function createOneClient({ baseUrl, apiKey }: Target): Promise<string[]> {
  const identifier = `emulator-${Date.now()}`;
  const made = await createApiClient({ baseUrl, apiKey }).client.createClient({ identifier });
  return made.ok ? [] : [`createClient: ${JSON.stringify(made.problem)}`];
}
