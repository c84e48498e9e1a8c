import { environment, isSandbox } from '@billhook/runtime/aws/environment';
import { logFailure, logInfo } from '@billhook/runtime/aws/logger';
import { seedFirstPartner } from '@billhook/runtime/partners/first-partner';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { openTable } from '@billhook/runtime/table/table';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';

const table = openTable();

/** Called by CloudFormation with each deployment that changes what it seeds. Safe to repeat. */
export async function handler(event: CloudFormationCustomResourceEvent): Promise<void> {
  try {
    // What was seeded is data from then on: removing the stack removes none of it.
    if (event.RequestType !== 'Delete') await seed();
    await respond(event, 'SUCCESS');
  } catch (error) {
    logFailure('The deployment could not be seeded', error);
    await respond(event, 'FAILED');
  }
}

async function seed(): Promise<void> {
  const secretArn = environment('FIRST_PARTNER_SECRET_ARN');
  const partnerId = await seedFirstPartner(table, secretArn, Date.now());
  logInfo('The first partner is there', { partnerId });
  if (!isSandbox()) return;
  const { sandboxCompanies } = await import('@billhook/core/sandbox/companies');
  // Those that an operator imported stay.
  await companyStore(table).merge(sandboxCompanies);
  logInfo('The sandbox companies are there', { count: sandboxCompanies.length });
}

async function respond(
  event: CloudFormationCustomResourceEvent,
  Status: 'SUCCESS' | 'FAILED',
): Promise<void> {
  const body = JSON.stringify({
    Status,
    Reason: Status === 'FAILED' ? 'See the log of the function' : 'Done',
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
  if (!response.ok) throw new Error('CloudFormation did not take the answer');
}
