/** The worker as Lambda calls it: one message of a queue at a time. */
import { writeSync } from 'node:fs';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { BrokerSays } from '@billhook/runtime/companies/worker/broker';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import type { BrowserCompany } from '../company.ts';
import { cleanUp } from './clean-up.ts';
import { type AskBroker, type WorkEvent, workOn } from './session.ts';

const message = v.object({ id: v.string(), attempt: v.number(), ticket: v.string() });

/** For what a session leaves undone. */
const MARGIN_MILLISECONDS = 15_000;

export function createHandler(companies: () => readonly BrowserCompany[]) {
  const ask = openBroker();
  return async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    try {
      for (const { body } of event.Records) {
        await cleanUp();
        const given = v.parse(message, JSON.parse(body));
        const mostMilliseconds = context.getRemainingTimeInMillis() - MARGIN_MILLISECONDS;
        await workOn({ companies, ask, log, mostMilliseconds }, given);
      }
      return { batchItemFailures: [] };
    } catch (error) {
      // Nobody knows what it has left: the next user gets another process.
      log({ what: 'failed', outcome: error instanceof Error ? error.name : 'unknown' });
      process.exit(1);
    }
  };
}

/** Ids and words of ours: nothing that a company or a user has said. */
function log(event: WorkEvent | { readonly what: 'failed'; readonly outcome: string }): void {
  // At once: the process may end with the next line.
  writeSync(1, `${JSON.stringify({ level: 'INFO', service: 'browser/worker', ...event })}\n`);
}

function openBroker(): AskBroker {
  const client = new LambdaClient({ maxAttempts: 3 });
  const FunctionName = process.env.BROKER_ARN;
  return async (asked) => {
    const Payload = Buffer.from(JSON.stringify(asked));
    const answer = await client.send(new InvokeCommand({ FunctionName, Payload }));
    if (answer.FunctionError) throw new Error('The broker has failed');
    return JSON.parse(Buffer.from(answer.Payload ?? []).toString()) as BrokerSays;
  };
}
