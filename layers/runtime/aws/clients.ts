/**
 * The clients of AWS that a function may call through. Each is made with its first call, one a
 * process, unless another is handed in: tests do, and nothing else.
 */
import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { KMSClient } from '@aws-sdk/client-kms';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { SFNClient } from '@aws-sdk/client-sfn';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export type AwsClients = {
  readonly kms?: Pick<KMSClient, 'send'>;
  /** For the tables that lie apart: clients' keys, and the list of who was erased. */
  readonly dynamo?: Pick<DynamoDBDocumentClient, 'send'>;
  readonly secrets?: Pick<SecretsManagerClient, 'send'>;
  readonly stepFunctions?: Pick<SFNClient, 'send'>;
  readonly sqs?: Pick<SQSClient, 'send'>;
  readonly eventBridge?: Pick<EventBridgeClient, 'send'>;
};
