/** Runs the checks, one after the other, and says what came of each. */
import * as v from 'valibot';
import { type Manifest, manifest as manifestSchema } from '../protocol/manifest.ts';
import { type OperationState, pathOf } from '../protocol/operations.ts';
import { type OpenKeys, type OwnKeys, openKeySet } from '../wire/keys.ts';
import { NO_BODY, readJson } from '../wire/message.ts';
import { type Check, CheckFailed, type CheckResult, CheckSkipped } from './check.ts';
import { billChecks } from './checks/bills.ts';
import { certificateChecks } from './checks/certificates.ts';
import { challengeChecks } from './checks/challenges.ts';
import { loginChecks } from './checks/logins.ts';
import { manifestChecks } from './checks/manifest.ts';
import { outcomeChecks } from './checks/outcomes.ts';
import { paymentChecks } from './checks/payments.ts';
import { secretsChecks } from './checks/secrets.ts';
import { settlementChecks } from './checks/settlements.ts';
import { signatureChecks } from './checks/signatures.ts';
import { swapChecks } from './checks/swaps.ts';
import { wireChecks } from './checks/wire.ts';
import { type Expected, expectedOf } from './expected.ts';
import { type CallerKeys, callerKeys, openProbe, type Probe, type Transport } from './probe.ts';
import { wrongLoginsFor } from './wrong-tries.ts';

export const checks: readonly Check[] = [
  ...manifestChecks,
  ...wireChecks,
  ...signatureChecks,
  ...certificateChecks,
  ...secretsChecks,
  ...loginChecks,
  ...challengeChecks,
  ...billChecks,
  ...paymentChecks,
  ...outcomeChecks,
  ...settlementChecks,
  ...swapChecks,
];

export type RunOptions = {
  readonly baseUrl: string;
  readonly send: Transport;
  /** The suite's own, or those of a deployment. */
  readonly keys: OwnKeys | CallerKeys;
  /** Ids of checks, or the part before the dot; all without it. */
  readonly only?: readonly string[];
  /** Checks of the same run that were run before: they are not run again. */
  readonly had?: ReadonlySet<string>;
  /** Asked before each check: once true, the rest is not run. */
  readonly isOver?: () => boolean;
  readonly expected?: readonly Expected[];
  /** `2027-01-31`: expected failures end. */
  readonly today: string;
  readonly secondMilliseconds?: number;
  readonly reportsOf?: (operation: string) => readonly OperationState[];
  readonly restart?: () => Promise<void>;
  /** Told the connector's keys before the first check: a receiver of reports needs them. */
  readonly onKeys?: (keys: OpenKeys) => void;
  /** Told what is checked, before that. */
  readonly onManifest?: (manifest: Manifest) => void;
  readonly onResult?: (result: CheckResult) => void;
};

export type RunResult =
  | { readonly manifest: Manifest; readonly results: readonly CheckResult[] }
  /** Nothing can be checked without a manifest. */
  | { readonly unreachable: string };

export async function runChecks(options: RunOptions): Promise<RunResult> {
  const opened = await open(options);
  if (typeof opened === 'string') return { unreachable: opened };
  options.onManifest?.(opened.manifest);
  options.onKeys?.(opened.connectorKeys);
  const { only, had, onResult, isOver = () => false } = options;
  const chosen = checks.filter(
    ({ id }) => !only || only.some((one) => one === id || id.startsWith(`${one}.`)),
  );
  const tryingWrong = chosen
    .filter(({ triesWrong, can }) => triesWrong && can?.(opened.manifest.capabilities) !== false)
    .map(({ id }) => id);
  const results: CheckResult[] = [];
  for (const check of chosen.filter(({ id }) => !had?.has(id))) {
    if (isOver()) break;
    const ran = await runOne(check, opened, tryingWrong);
    const result = expectedOf(ran, options.expected ?? [], options.today);
    results.push(result);
    onResult?.(result);
  }
  return { manifest: opened.manifest, results };
}

/** The manifest as it is: the checks of it come later, as far as it can be read. */
async function open({
  baseUrl,
  send,
  keys,
  secondMilliseconds = 1_000,
  reportsOf,
  restart,
}: RunOptions): Promise<Probe | string> {
  const url = `${baseUrl}${pathOf('manifest')}`;
  try {
    const { status, body } = await send({ method: 'GET', url, headers: {}, body: NO_BODY });
    if (status !== 200) return `The manifest got the status ${status}`;
    const parsed = v.safeParse(manifestSchema, readJson(body)?.value);
    if (!parsed.success) {
      const path = v.getDotPath(parsed.issues[0]) ?? 'all of it';
      return `The manifest is no document of the protocol: ${path}`;
    }
    const connectorKeys = openKeySet(parsed.output.keys);
    if (!connectorKeys) return 'The keys of the manifest do not open';
    const manifest = parsed.output;
    // What pays must never be tried on real money.
    if (manifest.mode !== 'test') return 'The connector is not in test mode';
    return openProbe({
      baseUrl,
      send,
      keys: 'signer' in keys ? keys : callerKeys(keys),
      manifest,
      connectorKeys,
      secondMilliseconds,
      reportsOf,
      restart,
    });
  } catch {
    return `Nothing responds at ${url}`;
  }
}

async function runOne(
  check: Check,
  probe: Probe,
  tryingWrong: readonly string[],
): Promise<CheckResult> {
  const { id, proves, why, onlyWarns, triesWrong } = check;
  const started = performance.now();
  const ended = (verdict: CheckResult['verdict'], detail?: string): CheckResult => {
    const milliseconds = Math.round(performance.now() - started);
    return { id, proves, why, verdict, milliseconds, ...(detail !== undefined && { detail }) };
  };
  const skipped = reasonToSkip(check, probe);
  if (skipped) return ended('SKIP', skipped);
  try {
    const wrong = triesWrong ? wrongLoginsFor(probe.manifest, id, tryingWrong) : [];
    return ended('PASS', (await check.run(probe, wrong)) ?? undefined);
  } catch (error) {
    if (error instanceof CheckSkipped) return ended('SKIP', error.message);
    const verdict = onlyWarns ? 'WARN' : 'FAIL';
    if (error instanceof CheckFailed) return ended(verdict, error.message);
    return ended('FAIL', 'The connection broke, or the response was not HTTP');
  }
}

function reasonToSkip({ logins = [], can }: Check, { manifest, testLogin }: Probe) {
  if (can && !can(manifest.capabilities)) return 'The manifest does not say that it can do this';
  const missing = logins.find((scenario) => testLogin(scenario) === undefined);
  return missing && `The manifest has no test login for ${missing}`;
}
