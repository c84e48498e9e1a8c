/** What a connector's author uses. */

export type { Bill, BillsResult } from './protocol/bills.ts';
export { isDay, parseDateTime } from './protocol/dates.ts';
export type { CompaniesPage, Company, LoginField } from './protocol/directory.ts';
export type { Amount, Connection, Fault } from './protocol/fields.ts';
export { checkForm, loginOf } from './protocol/forms.ts';
export type { Capabilities, KeySet, Manifest, PublicKey, TestLogin } from './protocol/manifest.ts';
export type { OperationState, SettlementsPage } from './protocol/operations.ts';
export type {
  Card,
  FindPaymentResult,
  FindSwapResult,
  PayingMethod,
  PayResult,
  Settlement,
  SettlementTotal,
  SwapResult,
} from './protocol/payments.ts';
export type { Challenge, LogInResult, NotLoggedIn } from './protocol/session.ts';
export {
  type Author,
  type LogInSession,
  NothingTried,
  type PaymentOrder,
  type PaymentSubmission,
  type Returned,
  type Run,
  type Session,
  type SwapSubmission,
} from './server/author.ts';
export { type LambdaEvent, type LambdaResult, lambdaHandler } from './server/lambda.ts';
export { nodeServer } from './server/node.ts';
export type { Caller, LogEvent, ServerOptions } from './server/options.ts';
export {
  type ConnectorServer,
  createConnectorServer,
  type SubmissionUpdate,
} from './server/serve.ts';
export { fileStore } from './stores/file.ts';
export { memoryStore } from './stores/memory.ts';
export type { Store, Stored } from './stores/store.ts';
export {
  keySetOf,
  newPrivateJwk,
  type OwnKeys,
  openKeyPair,
  type PrivateJwk,
} from './wire/keys.ts';
