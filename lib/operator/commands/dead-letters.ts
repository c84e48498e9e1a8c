/** `billhook dead-letters`: messages that were given up, on a deployed stage. */
import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import { instantText } from '@billhook/core/base/dates';
import { type Stage, stackName } from '../../stacks/stage.ts';
import {
  type CommandGroup,
  columns,
  type Options,
  type Report,
  refusal,
  type Service,
  usageError,
  wholeNumber,
} from '../command-group.ts';
import { stackResources } from '../doctor/deployment.ts';

export type QueueClients = {
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly cloudFormation: Pick<CloudFormationClient, 'send'>;
};

export const deadLetterCommands: CommandGroup = (program, does) => {
  const group = program
    .command('dead-letters')
    .description('Messages that were given up: the alarm dead-letters… names their queue');
  group
    .command('list')
    .description('List the queues, how many messages each has, and what becomes of them')
    .action(does(async (service) => list(service, await clients())));
  group
    .command('read <queue>')
    .description('Show messages by the ids in them: nothing else of them is shown')
    .option('--limit <number>', `messages (${A_BATCH})`)
    .action(
      does(async (service, [name = ''], given) => read(service, await clients(), name, given)),
    );
  group
    .command('move <queue>')
    .description('Hand all of its messages out again, once what failed is mended')
    .action(does(async (service, [name = '']) => move(service, await clients(), name)));
};

async function clients(): Promise<QueueClients> {
  const [{ SQSClient }, { CloudFormationClient }] = await Promise.all([
    import('@aws-sdk/client-sqs'),
    import('@aws-sdk/client-cloudformation'),
  ]);
  return { sqs: new SQSClient({}), cloudFormation: new CloudFormationClient({}) };
}

/** The most that SQS hands out at once. */
const A_BATCH = 10;
/** Seconds for which a message that was read is not handed out again. */
const HIDDEN_SECONDS = 30;
export const QUEUE_STACKS = ['stream', 'workflow'];
/** A queue of messages that were given up, by its logical id. */
const GIVEN_UP = /^(\w+(?:DeadLetters|Failures))[0-9A-F]{8}$/;
const EVENTS = /^EventsQueue[0-9A-F]{8}$/;

/** What `move` does with a queue: SQS moves what came from another queue, and nothing else. */
const moved: Readonly<Record<string, 'by-sqs' | 'as-events'>> = {
  EventsDeadLetters: 'by-sqs',
  EndpointsDeadLetters: 'by-sqs',
  RuleFailures: 'as-events',
};

type Queue = { readonly name: string; readonly url: string };

/** @throws Refused on this machine, whose queues give nothing up. */
async function queuesOf({ stage, actor }: Service, { cloudFormation }: QueueClients) {
  if (actor.id.startsWith('local:'))
    throw refusal('Pass --stage: this machine keeps no such queue.');
  const found = await Promise.all(
    QUEUE_STACKS.map((part) =>
      stackResources(cloudFormation, stackName(stage as Stage, part), 'AWS::SQS::Queue'),
    ),
  );
  const eventsUrl = found.flatMap((all) => [...all]).find(([id]) => EVENTS.test(id))?.[1];
  return { givenUp: found.flatMap(deadLetterQueues), eventsUrl };
}

/** Of a stack's queues those of messages that were given up, by their names without the template's hash. */
export function deadLetterQueues(queues: ReadonlyMap<string, string>): Queue[] {
  return [...queues].flatMap(([id, url]): Queue[] => {
    const name = GIVEN_UP.exec(id)?.[1];
    return name === undefined ? [] : [{ name, url }];
  });
}

export async function list(service: Service, given: QueueClients): Promise<Report> {
  const { givenUp } = await queuesOf(service, given);
  const data = await Promise.all(
    givenUp.map(async ({ name, url }) => {
      const { ApproximateNumberOfMessages } = await attributesOf(given, url);
      return { name, messages: Number(ApproximateNumberOfMessages), moves: name in moved };
    }),
  );
  const rows = data.map(({ name, messages, moves }) => [
    name,
    String(messages),
    moves ? 'move, once the cause is mended' : 'taken up by a sweep or its workflow',
  ]);
  return { value: { data }, lines: columns([['QUEUE', 'MESSAGES', 'THEN'], ...rows]) };
}

export async function read(
  service: Service,
  given: QueueClients,
  name: string,
  options: Options,
): Promise<Report> {
  const { url } = find((await queuesOf(service, given)).givenUp, name);
  const wanted = wholeNumber('--limit', options.limit) ?? A_BATCH;
  const data: ReturnType<typeof present>[] = [];
  for (;;) {
    const messages = await receive(given, url, Math.min(A_BATCH, wanted - data.length));
    data.push(...messages.map(present));
    if (messages.length === 0 || data.length >= wanted) break;
  }
  const rows = data.map(({ sent, ids }) => [
    sent,
    Object.entries(ids)
      .map(([key, value]) => `${key}=${value}`)
      .join(' '),
  ]);
  const hidden = `They can be read again, and moved, in ${HIDDEN_SECONDS} seconds.`;
  return {
    value: { data },
    lines: rows.length > 0 ? [...columns([['SENT', 'IDS'], ...rows]), hidden] : ['No messages.'],
  };
}

export async function move(service: Service, given: QueueClients, name: string): Promise<Report> {
  const { givenUp, eventsUrl } = await queuesOf(service, given);
  const { url } = find(givenUp, name);
  const how = moved[name];
  if (!how) {
    const purge = `aws sqs purge-queue --queue-url ${url}`;
    throw refusal(`Nothing is to be moved: it is taken up by itself. To empty it: ${purge}`);
  }
  const { ApproximateNumberOfMessages: count = '0', QueueArn } = await attributesOf(given, url);
  await service.confirm(`Hand out ${count} messages of ${name} again?`);
  if (how === 'as-events') return sendAgain(given, url, eventsUrl);
  const { StartMessageMoveTaskCommand } = await import('@aws-sdk/client-sqs');
  await given.sqs.send(new StartMessageMoveTaskCommand({ SourceArn: QueueArn }));
  return { value: { moving: Number(count) }, lines: [`SQS moves ${count} messages.`] };
}

/** EventBridge could not put them into the queue of events. Each keeps its id, so that twice is safe. */
async function sendAgain(
  given: QueueClients,
  from: string,
  to: string | undefined,
): Promise<Report> {
  if (to === undefined) throw refusal('The stack stream has no queue of events: deploy first.');
  const { DeleteMessageCommand, SendMessageCommand } = await import('@aws-sdk/client-sqs');
  let sent = 0;
  let left = 0;
  for (;;) {
    const messages = await receive(given, from, A_BATCH);
    if (messages.length === 0) break;
    for (const { Body, ReceiptHandle } of messages) {
      const { eventId, partnerId } = idsIn(Body);
      if (eventId === undefined || partnerId === undefined) {
        left += 1;
        continue;
      }
      const MessageBody = JSON.stringify({ eventId, partnerId });
      await given.sqs.send(new SendMessageCommand({ QueueUrl: to, MessageBody }));
      await given.sqs.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle }));
      sent += 1;
    }
  }
  const lines = [`${sent} events go out again.`];
  if (left > 0) lines.push(`${left} messages name no event, and stay.`);
  return { value: { sent, left }, lines };
}

function find(queues: readonly Queue[], name: string): Queue {
  const found = queues.find((one) => one.name === name);
  if (found) return found;
  throw usageError(`There is no queue ${name}: ${queues.map((one) => one.name).join(', ')}`);
}

async function attributesOf({ sqs }: QueueClients, QueueUrl: string) {
  const { GetQueueAttributesCommand } = await import('@aws-sdk/client-sqs');
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] });
  return (await sqs.send(command)).Attributes ?? {};
}

async function receive({ sqs }: QueueClients, QueueUrl: string, most: number): Promise<Message[]> {
  const { ReceiveMessageCommand } = await import('@aws-sdk/client-sqs');
  const command = new ReceiveMessageCommand({
    ...{ QueueUrl, MaxNumberOfMessages: most, VisibilityTimeout: HIDDEN_SECONDS },
    MessageSystemAttributeNames: ['SentTimestamp'],
  });
  return (await sqs.send(command)).Messages ?? [];
}

function present({ MessageId = '', Attributes = {}, Body }: Message) {
  const sent = instantText(Number(Attributes.SentTimestamp ?? 0));
  return { messageId: MessageId, sent, ids: idsIn(Body) };
}

/** The ids in a message, at any depth. A task's token, or anything else in it, is no id. */
function idsIn(body = ''): Readonly<Record<string, string>> {
  const ids: Record<string, string> = {};
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [key, member] of Object.entries(value)) {
      if (typeof member !== 'string') visit(member);
      else if (ID_NAME.test(key) && ID.test(member)) ids[key] = member;
    }
  };
  try {
    visit(JSON.parse(body));
  } catch {
    // It is none of ours, and has no ids.
  }
  return ids;
}

const ID_NAME = /^[a-z]\w*Id$/;
const ID = /^[\w:.-]{1,100}$/;
