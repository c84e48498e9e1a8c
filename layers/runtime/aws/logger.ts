/**
 * Structured logs. Only what stands in `LogFields` can be logged: ids and closed sets, never a body,
 * a header, a token or an event.
 */
import { Logger } from '@aws-lambda-powertools/logger';
import type { ErrorCode } from '@billhook/core/base/errors';
import {
  type CountedMetric,
  embeddedMetric,
  type MeasuredMetric,
  type SessionMeasured,
  sessionMetrics,
} from './metrics.ts';
import { once } from './once.ts';

export type LogFields = {
  readonly requestId?: string;
  readonly operation?: string;
  readonly task?: string;
  readonly caller?: string;
  readonly partnerId?: string;
  readonly keyId?: string;
  readonly clientId?: string;
  /** The id that all access tokens of one SSO token share. */
  readonly tokenFamily?: string;
  readonly authId?: string;
  readonly billId?: string;
  readonly paymentId?: string;
  readonly linkId?: string;
  readonly swapId?: string;
  readonly attemptId?: string;
  readonly companyId?: string;
  readonly connectorId?: string;
  readonly eventId?: string;
  readonly endpointId?: string;
  readonly status?: number;
  /** Which function of a connector. */
  readonly member?: string;
  /** Which field of its result, never what was in it. */
  readonly field?: string;
  readonly code?: ErrorCode;
  readonly outcome?: string;
  /** What is wrong with how a remote connector keeps the protocol: a word of a closed set. */
  readonly trouble?: string;
  readonly connector?: string;
  readonly count?: number;
  readonly milliseconds?: number;
  readonly errorName?: string;
  readonly stack?: string;
};

/** Each of them: one that is missing here would be dropped from every line. */
const allowed: Readonly<Record<keyof LogFields, true>> = {
  requestId: true,
  operation: true,
  task: true,
  caller: true,
  partnerId: true,
  keyId: true,
  clientId: true,
  tokenFamily: true,
  authId: true,
  billId: true,
  paymentId: true,
  linkId: true,
  swapId: true,
  attemptId: true,
  companyId: true,
  connectorId: true,
  eventId: true,
  endpointId: true,
  status: true,
  member: true,
  field: true,
  code: true,
  outcome: true,
  trouble: true,
  connector: true,
  count: true,
  milliseconds: true,
  errorName: true,
  stack: true,
};

/** Made with the first line: building a function leaves loading it until then as well. */
const logger = once(() => new Logger());

export function logInfo(message: string, fields: LogFields = {}): void {
  logger().info(message, pick(fields));
}

export function logWarning(message: string, fields: LogFields = {}): void {
  logger().warn(message, pick(fields));
}

/** Logs where something failed. Not the error's message: a message may quote what it choked on. */
export function logFailure(message: string, error: unknown, fields: LogFields = {}): void {
  logger().error(message, pick({ ...fields, ...errorFields(error) }));
}

/** Logs what an operator has to look at: the line counts as one of `metric`, which has an alarm. */
export function logCounted(
  metric: CountedMetric,
  message: string,
  fields: LogFields,
  machineNow: number,
): void {
  logger().error(message, { ...pick(fields), ...embeddedMetric(metric, machineNow) });
}

/** Logs where something failed that an operator has to look at. */
export function logCountedFailure(
  metric: CountedMetric,
  message: string,
  error: unknown,
  { machineNow, ...fields }: LogFields & { readonly machineNow: number },
): void {
  logCounted(metric, message, { ...fields, ...errorFields(error) }, machineNow);
}

/** Logs something with its measure, which has an alarm as well. */
export function logMeasured(
  metric: MeasuredMetric,
  message: string,
  fields: LogFields,
  value: number,
  machineNow: number,
): void {
  logger().warn(message, { ...pick(fields), ...embeddedMetric(metric, machineNow, value) });
}

/** Logs a session at a company: who was at fault where it came to nothing, and how long it took. */
export function logSession(
  fields: LogFields,
  { connector, outcome, milliseconds, company }: SessionMeasured,
  machineNow: number,
): void {
  const measured = { connector, outcome, milliseconds, ...(company && { company }) };
  const line = { ...pick({ ...fields, ...measured }), ...sessionMetrics(measured, machineNow) };
  logger().info('A session at a company ended', line);
}

function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { errorName: error.name, stack: frames.slice(0, 12).join('\n') };
}

/** Types do not reach a caller that widens them, so the allowlist holds at run time as well. */
function pick(fields: LogFields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => Object.hasOwn(allowed, name)),
  );
}
