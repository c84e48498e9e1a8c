/**
 * Has the deployment look at a remote connector, and follows how far it has come. The command line never
 * reaches a connector for that by itself: what it finds would say nothing about the deployment's keys and
 * its way out.
 */
import { randomBytes } from 'node:crypto';
import type { LambdaClient } from '@aws-sdk/client-lambda';
import { randomText } from '@billhook/core/base/ids';
import type { CheckLine, ConnectorCheck } from '@billhook/core/company/connector-check';
import { isEnded } from '@billhook/core/company/connector-check';
import { connectorCheckStore } from '@billhook/runtime/stores/connector-check-store';
import type { Table } from '@billhook/runtime/table/types';
import { refusal } from '../command-group.ts';
import { invoke } from './invoke.ts';

/** Which connector: one that is to be registered, or one that is. */
export type Checked = Pick<ConnectorCheck, 'baseUrl' | 'connector'>;

/** Takes one step. @throws Error where the function is not there, or failed. */
export type TakeStep = (checkId: string) => Promise<void>;

export type Follow = {
  readonly table: Table;
  readonly takeStep: TakeStep;
  /** Told what each check came to, as soon as it is known. */
  readonly onResult?: (line: CheckLine) => void;
};

const CHECK_ID_LENGTH = 22;
/** A step that failed is taken again: a process of the deployment may have ended in it. */
const MOST_FAILURES = 3;

/** Begins the look, and takes its first step: the manifest is read then, or there is a refusal. */
export async function beginCheck(
  { table, takeStep }: Follow,
  { baseUrl, connector }: Checked,
): Promise<ConnectorCheck> {
  const check: ConnectorCheck = {
    checkId: randomText(CHECK_ID_LENGTH, randomBytes),
    baseUrl,
    ...(connector !== undefined && { connector }),
    state: 'begun',
    results: [],
    step: 0,
  };
  const written = await table.write([connectorCheckStore(table).begin(check, Date.now())]);
  if (written === 'conflict') throw new Error('Two checks have one id');
  return next({ table, takeStep }, check);
}

/** Takes steps until nothing is left to check. */
export async function endCheck(follow: Follow, begun: ConnectorCheck): Promise<ConnectorCheck> {
  let check = begun;
  while (!isEnded(check.state)) {
    const after = await next(follow, check);
    for (const line of after.results.slice(check.results.length)) follow.onResult?.(line);
    check = after;
  }
  return check;
}

async function next(
  { table, takeStep }: Pick<Follow, 'table' | 'takeStep'>,
  before: ConnectorCheck,
): Promise<ConnectorCheck> {
  for (let failures = 0; failures < MOST_FAILURES; failures += 1) {
    // What a process of the deployment wrote counts, whatever became of its response.
    await takeStep(before.checkId).catch(() => undefined);
    const after = await connectorCheckStore(table).find(before.checkId);
    if (after && after.step > before.step) return after;
  }
  throw refusal(
    'The deployment could not look at the connector: the log of operator/check-connector says why.',
  );
}

/** By the deployment's function. @param functionArn what the stack `operator` has as its output. */
export function invokeStep(client: Pick<LambdaClient, 'send'>, functionArn: string): TakeStep {
  return async (checkId) => {
    await invoke(client, functionArn, { checkId });
  };
}
