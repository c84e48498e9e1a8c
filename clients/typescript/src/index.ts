/** @billhook/client: the client of Billhook's API. */
export { type Billhook, createBillhook } from './billhook.ts';
export { type Answered, type Attempted, attempt, type Call, type Pages } from './call.ts';
export { encryptBody } from './encryption.ts';
export {
  ApiError,
  BillhookError,
  ConnectionError,
  type FieldError,
  UnexpectedAnswerError,
} from './errors.ts';
export type * from './generated/calls.ts';
export type { Events } from './generated/events.ts';
export type { Operations } from './generated/operations.ts';
export type * from './generated/schemas.ts';
export type {
  BillhookOptions,
  CallOptions,
  CommonOptions,
  Encryption,
  EncryptionKey,
  Signing,
} from './options.ts';
export { openSession, type Session, type SessionOptions } from './session.ts';
export {
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
  type WebhookFault,
  type WebhookRequest,
} from './webhook.ts';
