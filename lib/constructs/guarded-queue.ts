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
  /** How often a message is handed out; for an outage of hours when left out. */
  readonly receives?: number;
  /** As soon as the function can no longer be at work; as AWS advises when left out. */
  readonly handedOutAgain?: 'soon';
};

/** Over the function's own time. */
const SOON_MARGIN_SECONDS = 15;

export class GuardedQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, options: GuardedQueueOptions) {
    super(scope, id);
    const { timeoutSeconds, receives = RECEIVES, handedOutAgain } = options;
    const seconds =
      handedOutAgain === 'soon'
        ? timeoutSeconds + SOON_MARGIN_SECONDS
        : VISIBILITY_TIMEOUTS * timeoutSeconds;
    this.deadLetters = deadLetterQueue(this, 'DeadLetters');
    this.queue = new Queue(this, 'Queue', {
      // Ids only stand in messages: a key of our own would narrow nothing.
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(seconds),
      retentionPeriod: Duration.days(DAYS_KEPT),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: receives },
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
