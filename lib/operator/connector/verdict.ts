/** What the deployment found out about a connector, in words for its operator. */
import { lineOf } from '@billhook/connector-kit/verify/present';
import { checks } from '@billhook/connector-kit/verify/run';
import {
  type CheckLine,
  type ConnectorCheck,
  verifiedOf,
} from '@billhook/core/company/connector-check';
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import type { CheckRefusal } from '@billhook/runtime/partners/check-connector';
import { refusal, type Service } from '../command-group.ts';
import { findConnectorChecker } from '../connect.ts';
import { harmless } from '../harmless.ts';
import { type Follow, invokeStep } from './check.ts';

export const refusals: Readonly<Record<CheckRefusal, string>> = {
  unreachable: 'Nothing responds at that address',
  'no-manifest': 'There is no manifest of the protocol at that address',
  'bad-keys': 'Its keys are not what they say',
  'not-signed': 'Its manifest is not signed by one of its own keys, or the clocks differ',
  'another-key': 'Its manifest is signed by a key that was never pinned',
  'another-id': 'It says that it is another connector',
  'another-protocol': 'It does not speak protocol 1',
  'own-id': 'Its id is that of a connector that comes with Billhook',
  'wrong-mode': 'Its mode does not fit this stage: test in the sandbox, live in production',
  'registered-already':
    'It is registered already: `billhook connector refresh` reads it again. Whether it is given cards changes if you remove it and add it again',
  'no-echo':
    'It does not take our signature, or does not open what we encrypt. Is this deployment among its callers? `billhook connector-key show` prints the keys.',
  'not-registered': 'It was removed meanwhile',
  changed: 'Its keys have changed meanwhile: try again',
};

export async function followOf(service: Service, onResult: Follow['onResult']): Promise<Follow> {
  const { LambdaClient } = await import('@aws-sdk/client-lambda');
  const takeStep = invokeStep(new LambdaClient({}), await findConnectorChecker(service.stage));
  return { table: service.table, takeStep, onResult };
}

export function reasonOf({ refusal: reason }: ConnectorCheck): string {
  return refusals[reason as CheckRefusal] ?? 'The deployment could not look at it';
}

/**
 * The lines in which the kit says it, which knows what a check of that name proves. What was seen may be in
 * the connector's words, and adds no line of its own.
 */
export function told(line: CheckLine): readonly string[] {
  const { proves = '', why = '' } = checks.find(({ id }) => id === line.id) ?? {};
  const { detail } = line;
  const seen = detail === undefined ? {} : { detail: harmless(detail) };
  return lineOf({ ...line, ...seen, proves, why }).split('\n');
}

/**
 * @returns nothing of a live connector, which is not tried. @throws Refused where it fails a check: nobody's
 * money depends on what is known to be wrong.
 */
export function verdictOf(service: Service, check: ConnectorCheck) {
  if (check.state === 'refused') throw refusal(reasonOf(check));
  if (check.results.length === 0) return undefined;
  const verified = verifiedOf(check.results, Date.now());
  service.remark(phraseOf(verified));
  const failed = check.results.filter(({ verdict }) => verdict === 'FAIL').map(({ id }) => id);
  if (failed.length > 0) throw refusal(`It fails ${failed.join(', ')}.`);
  return verified;
}

export function phraseOf({
  passed,
  warned,
  failed,
  skipped,
}: NonNullable<RegisteredConnector['verified']>) {
  return `Checks: ${passed} passed, ${warned} warned, ${failed} failed, ${skipped} skipped`;
}
