/**
 * A queue as all of Billhook's are: encrypted, reached over TLS only, and with a queue of its own for
 * what could not be handled.
 */
import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** As AWS advises: what is handled slowly must not be handed out again meanwhile. */
const VISIBILITY_TIMEOUTS = 6;
/**
 * Nobody takes up by itself what was given up. So no message is for an outage of hours: one of the
 * queue of events, which is handed out again after three minutes, is given up after six hours.
 */
const RECEIVES = 120;
const DAYS_KEPT = 4;
/** The most that SQS keeps: an operator has that long to look at what failed. */
const DEAD_LETTER_DAYS = 14;

export type GuardedQueueOptions = {
  /** Seconds that the function has which reads the queue. */
  readonly timeoutSeconds: number;
};

export class GuardedQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { timeoutSeconds }: GuardedQueueOptions) {
    super(scope, id);
    this.deadLetters = deadLetterQueue(this, 'DeadLetters');
    this.queue = new Queue(this, 'Queue', {
      // Ids only stand in messages: a key of our own would narrow nothing.
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(VISIBILITY_TIMEOUTS * timeoutSeconds),
      retentionPeriod: Duration.days(DAYS_KEPT),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: RECEIVES },
    });
  }
}

/** Where something else leaves what it could not hand on. */
export function deadLetterQueue(scope: Construct, id: string): Queue {
  return new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(DEAD_LETTER_DAYS),
  });
}
