import { environment, isSandbox } from '@billhook/runtime/aws/environment';
import { logFailure, logInfo } from '@billhook/runtime/aws/logger';
import { openSecrets } from '@billhook/runtime/aws/secrets';
import { openPeppers } from '@billhook/runtime/callers/pepper';
import { importInTurn } from '@billhook/runtime/companies/import-companies';
import { seedFirstPartner } from '@billhook/runtime/partners/first-partner';
import { opened } from '@billhook/runtime/serve/opened';
import type { Outside } from '@billhook/runtime/table/outside';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

/** Called by CloudFormation with each deployment that changes what it seeds. Safe to repeat. */
export const handler = opened(
  (outside) =>
    async (event: CloudFormationCustomResourceEvent): Promise<void> => {
      try {
        // What was seeded is data from then on: removing the stack removes none of it.
        if (event.RequestType !== 'Delete') await seed(outside, event.ResourceProperties);
        await respond(event, 'SUCCESS');
      } catch (error) {
        logFailure('The deployment could not be seeded', error);
        await respond(event, 'FAILED');
      }
    },
);

/** What the stack says beside the address of the function: see `lib/stacks/deployment.ts`. */
type Given = CloudFormationCustomResourceEvent['ResourceProperties'] & {
  readonly LogosUrl?: string;
};

async function seed(outside: Outside, { LogosUrl }: Given): Promise<void> {
  const { table, clock, random, aws } = outside;
  const secretArn = environment('FIRST_PARTNER_SECRET_ARN');
  const secrets = openSecrets(aws, clock);
  const peppers = openPeppers({ aws, clock });
  const partnerId = await seedFirstPartner({ table, secrets, peppers }, secretArn, clock());
  logInfo('The first partner exists', { partnerId });
  if (!isSandbox()) return;
  const { sandboxCompaniesAt } = await import('@billhook/core/sandbox/companies');
  const companies = sandboxCompaniesAt(LogosUrl);
  // Those that an operator imported stay.
  await importInTurn({ table, clock, random }, { companies });
  logInfo('The sandbox companies exist', { count: companies.length });
}

async function respond(
  event: CloudFormationCustomResourceEvent,
  Status: 'SUCCESS' | 'FAILED',
): Promise<void> {
  const body = JSON.stringify({
    Status,
    Reason: Status === 'FAILED' ? "See the function's log" : 'Done',
    PhysicalResourceId: 'billhook-seed',
    StackId: event.StackId,
    RequestId: event.RequestId,
    LogicalResourceId: event.LogicalResourceId,
  });
  // The address is signed for an empty content type.
  const response = await fetch(event.ResponseURL, {
    method: 'PUT',
    headers: { 'content-type': '' },
    body,
  });
  if (!response.ok) throw new Error('CloudFormation did not accept the response');
}
