import { randomUUID } from 'node:crypto';
import { requireQueuePolicy } from '../access/permissions.ts';
import { type AwsService, type Input, isRefused, textOf } from '../endpoint/aws-service.ts';
import { awsFailure, localFailure } from '../failures.ts';
import { ACCOUNT_ID, REGION } from '../template/intrinsics.ts';
import type { Model, Resource } from '../template/model.ts';
import { type Pattern, readPattern } from './patterns.ts';
import type { Queue } from './queue-store.ts';
import type { Queues } from './queues.ts';

type Target = { readonly queue: Queue; readonly input: (event: BusEvent) => string };
type Rule = {
  readonly arn: string;
  readonly busName: string;
  readonly matches: Pattern;
  readonly targets: readonly Target[];
};
type BusEvent = Readonly<Record<string, unknown>>;

const MAX_ENTRIES = 10;
const MAX_BYTES = 1024 * 1024;
/** Where a rule's messages come from, as AWS shows it. */
const SENDER = 'AIDALOCALEVENTS';

/**
 * EventBridge's PutEvents: what an event's rules put into queues is there when the call
 * returns. Rules on a schedule are `schedules.ts`.
 */
export function createEventBus(model: Model, queues: Queues): AwsService {
  const buses = model.ofType('AWS::Events::EventBus');
  const rules = model
    .ofType('AWS::Events::Rule')
    .flatMap((resource) => readRule(model, queues, resource));
  const findBus = (entry: Input): Resource => {
    const name = textOf(entry, 'EventBusName') ?? 'default';
    const bus = buses.find(({ ref, arn }) => ref === name || arn === name);
    if (bus) return bus;
    throw awsFailure('ResourceNotFoundException', `Event bus ${name} does not exist.`);
  };
  const publish = (entry: Input) => {
    const fault = faultOf(entry);
    if (fault) return fault;
    const event = eventOf(entry);
    const { ref } = findBus(entry);
    for (const { busName, matches, targets } of rules) {
      if (busName !== ref || !matches(event)) continue;
      for (const { queue, input } of targets) queues.send(queue, SENDER, [{ body: input(event) }]);
    }
    return { EventId: event.id };
  };
  return {
    access: (operation, input) =>
      [...new Set(entriesOf(input).map((entry) => findBus(entry).arn))].map((resource) => ({
        action: `events:${operation}`,
        resource,
      })),
    run: (operation, input, partly) => {
      if (operation !== 'PutEvents') {
        throw awsFailure(
          'UnknownOperationException',
          `events:${operation} is not supported by the local runtime`,
        );
      }
      const Entries = entriesOf(input).map((entry, index) =>
        isRefused(index, partly) ? throttled : publish(entry),
      );
      return { FailedEntryCount: Entries.filter((one) => 'ErrorCode' in one).length, Entries };
    },
  };
}

const throttled = { ErrorCode: 'ThrottlingException', ErrorMessage: 'Rate exceeded' };

function entriesOf(input: Input): readonly Input[] {
  const entries = (input.Entries ?? []) as readonly Input[];
  if (entries.length === 0 || entries.length > MAX_ENTRIES) {
    throw awsFailure(
      'ValidationException',
      `The number of entries must be from 1 to ${MAX_ENTRIES}.`,
    );
  }
  if (Buffer.byteLength(JSON.stringify(entries)) > MAX_BYTES) {
    throw awsFailure(
      'ValidationException',
      'Total size of the entries in the request is too large.',
    );
  }
  return entries;
}

/** An entry is refused by itself; the others of the call go on. */
function faultOf(entry: Input): { ErrorCode: string; ErrorMessage: string } | undefined {
  for (const name of ['Source', 'DetailType', 'Detail']) {
    if (textOf(entry, name)) continue;
    return { ErrorCode: 'InvalidArgument', ErrorMessage: `Parameter ${name} is not valid.` };
  }
  try {
    JSON.parse(textOf(entry, 'Detail') ?? '');
    return undefined;
  } catch {
    return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
  }
}

function eventOf(entry: Input): BusEvent {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': entry.DetailType,
    source: entry.Source,
    account: ACCOUNT_ID,
    time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    region: REGION,
    resources: entry.Resources ?? [],
    detail: JSON.parse(textOf(entry, 'Detail') ?? '{}'),
  };
}

function readRule(model: Model, queues: Queues, resource: Resource): readonly Rule[] {
  const properties = resource.properties();
  if (properties.ScheduleExpression !== undefined || properties.State === 'DISABLED') return [];
  const where = `${resource.stackName}/${resource.logicalId}`;
  const busName = properties.EventBusName;
  if (typeof busName !== 'string') {
    // What happens in AWS itself never happens here: CloudWatch and the like put no events.
    const source = (properties.EventPattern as { source?: string[] } | undefined)?.source ?? [];
    if (source.length > 0 && source.every((name) => name.startsWith('aws.'))) return [];
    throw localFailure(
      `${where}: the local runtime supports only rules with a schedule, or on a bus of this app.`,
    );
  }
  const targets = ((properties.Targets ?? []) as Record<string, unknown>[]).map((target) =>
    readTarget({ model, queues, where, ruleArn: resource.arn }, target),
  );
  const matches = readPattern(properties.EventPattern, where);
  return [{ arn: resource.arn, busName, matches, targets }];
}

type Reading = {
  readonly model: Model;
  readonly queues: Queues;
  readonly where: string;
  readonly ruleArn: string;
};

function readTarget({ model, queues, where, ruleArn }: Reading, target: Input): Target {
  const queueArn = String(target.Arn);
  const queue = queues.find(queueArn);
  const path = target.InputPath;
  if (!queue || target.Input !== undefined || target.InputTransformer || target.SqsParameters) {
    throw localFailure(
      `${where}: the local runtime sends events only to queues, whole or in part.`,
    );
  }
  const deadLetters = (target.DeadLetterConfig as { Arn?: string } | undefined)?.Arn;
  for (const arn of [queueArn, ...(deadLetters === undefined ? [] : [deadLetters])]) {
    requireQueuePolicy(model, arn, {
      principal: 'events.amazonaws.com',
      sourceArn: ruleArn,
      asked: where,
    });
  }
  if (path === undefined) return { queue, input: (event) => JSON.stringify(event) };
  const [, field] = /^\$\.([\w-]+)$/.exec(String(path)) ?? [];
  if (field === undefined)
    throw localFailure(`${where}: ${path} is not supported by the local runtime, only $.name.`);
  return { queue, input: (event) => JSON.stringify(event[field]) };
}
