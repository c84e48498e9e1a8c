/** How it is seen that events and their deliveries are late, or were given up. */
import type { QueueName } from '@billhook/core/api/operation';
import type { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { StreamStack } from '../stacks/stream.ts';
import type { AlarmEntry } from './alarm-entry.ts';

/** An event is to go out within seconds; the sweep makes up for what the stream missed in two minutes. */
const LATE_SECONDS = 5 * 60;

/** A reading of the day may wait for its turn, and for a company that is slow. */
const READ_LATE_SECONDS = 6 * 60 * 60;

const mayWait: ReadonlySet<string> = new Set(['readings', 'unattended']);

/** Queues that partners hear through. */
const heardThrough: ReadonlySet<string> = new Set(['events', 'endpoints']);

const LEFT =
  'These events were not sent to any endpoint, and no sweep picks them up: fix what failed, then';

/** What becomes of what was given up. */
const afterwards: Readonly<Record<string, string>> = {
  Events: `${LEFT} npx billhook dead-letters move EventsDeadLetters.`,
  Rule: `${LEFT} npx billhook dead-letters move RuleFailures.`,
  Endpoints: 'The sweep picks up these endpoints.',
  Readings: 'The sweep picks up these accounts.',
  Attended: 'Their workflows give them out again.',
  Unattended: 'Their workflows give them out again.',
  Stream: 'The sweep picks up these events.',
};

type Watched = Pick<StreamStack, 'queues' | 'deadLetters' | 'followers'>;

export function eventAlarms(watched: Watched, period: Duration): AlarmEntry[] {
  const suffers: Record<QueueName, string> = {
    events: 'Partners are notified minutes late.',
    endpoints: 'Webhooks are delivered minutes late.',
    readings: 'Bills are read hours late.',
    attended: 'Users wait for a browser while they look at a page that does not go on.',
    unattended: 'Bills that a browser reads, and payments that it makes, are late.',
  };
  return [
    ...Object.entries(watched.queues).map(([name, queue]) => ({
      id: `${name}-queue-late`,
      guide: heardThrough.has(name)
        ? ('events-are-late' as const)
        : ('work-waits-too-long' as const),
      description: `Messages in the queue ${name} are not processed in time. ${suffers[name as QueueName]}`,
      metric: queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' }),
      threshold: mayWait.has(name) ? READ_LATE_SECONDS : LATE_SECONDS,
      periods: 1,
    })),
    ...iteratorAges(watched, period).map((metric, index) => ({
      ...{ id: `stream-${index}-late`, guide: 'events-are-late' as const },
      description: 'The table’s stream is not processed in time. Events are left to the sweep.',
      metric,
      threshold: LATE_SECONDS * 1_000,
      periods: 1,
    })),
    ...Object.entries(watched.deadLetters).map(([name, queue]) => ({
      id: `dead-letters-${name.toLowerCase()}`,
      guide: 'messages-were-given-up' as const,
      description: `Messages were given up (${name}). ${afterwards[name] ?? ''}`,
      metric: queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
      threshold: 1,
      periods: 1,
    })),
  ];
}

/** What the dashboard shows, by title. */
export function eventMetrics(watched: Watched, period: Duration): Record<string, IMetric[]> {
  const queues = Object.values(watched.queues);
  return {
    'Queues: age of the oldest message': queues.map((queue) =>
      queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' }),
    ),
    'Queues: messages sent': queues.map((queue) => queue.metricNumberOfMessagesSent({ period })),
    'Stream: age of processed records': iteratorAges(watched, period),
    'Dead letters': Object.values(watched.deadLetters).map((queue) =>
      queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
    ),
  };
}

function iteratorAges({ followers }: Watched, period: Duration): IMetric[] {
  return followers.map((one) => one.metric('IteratorAge', { period, statistic: 'Maximum' }));
}
