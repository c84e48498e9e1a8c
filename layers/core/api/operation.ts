/**
 * What an operation of the interface is: plain data, declared once in a group's `contract.ts`.
 *
 * From a declaration follow the gateway's route, the function and its role, the validation of
 * requests, the table of errors, the OpenAPI description and the typed client.
 */
import type { GenericSchema, InferOutput } from 'valibot';
import type { ErrorCode } from '../base/errors.ts';
import type { IdBytes } from '../base/ids.ts';
import type { ClientOwner, PartnerOwner } from '../base/owner.ts';
import type { SealedKind } from '../base/sealed.ts';
import type { OperationScope } from '../partner/scope.ts';

/** Who may call an operation: a partner's API key, a client's access token, or no credential at all. */
export type Caller = 'partner' | 'client' | 'anyone';

/** A DynamoDB action on the table; `query-index` is a query of a secondary index. */
export type TableAction =
  | 'get'
  | 'get-many'
  | 'query'
  | 'query-index'
  | 'put'
  | 'update'
  | 'delete'
  | 'check';

export type WorkflowName = 'link-account' | 'pay-bill' | 'swap-card' | 'advance-clock';

/**
 * A queue: of events to deliver, of endpoints that have deliveries to make, of accounts to read, and of
 * what workers do at companies' websites, with the user there or without.
 */
export type QueueName = 'events' | 'endpoints' | 'readings' | 'attended' | 'unattended';

export type TokenKeyUse = 'sign' | 'verify' | 'rotate';

export type ConnectorKeyUse = 'use' | 'open' | 'list' | 'rotate';

export type EncryptionKeyUse = 'create' | 'decrypt' | 'delete' | 'find';

/** What a function touches. Its role allows this and nothing else; its environment names it. */
export type Uses = {
  readonly table?: readonly TableAction[];
  /**
   * The table without recovery, of codes and answers. Whoever writes the main table may delete there as
   * well: what a record let go of goes with it.
   */
  readonly passing?: readonly ('get' | 'put')[];
  /** What it seals and opens with the vault's key, by kind. */
  readonly vault?: { readonly [use in 'seal' | 'open']?: readonly SealedKind[] };
  /** Deletes the keys of clients, and notes in the list that lies apart who was erased. */
  readonly erases?: true;
  /** The KMS HMAC key that makes fingerprints of logins and accounts. */
  readonly fingerprint?: true;
  /**
   * The KMS keys that sign SSO and access tokens. `verify` reads their public halves only; `rotate`
   * makes and ends them, and signs with none.
   */
  readonly tokenKey?: readonly TokenKeyUse[];
  /**
   * The KMS keys for connectors. `use` signs requests to them and opens what they return; `open` opens
   * alone; `list` reads the public halves only; `rotate` makes and ends the keys.
   */
  readonly connectorKeys?: readonly ConnectorKeyUse[];
  /**
   * KMS keys that partners encrypt bodies with: `create` makes them, `find` looks among all keys for
   * one that was left behind. `decrypt` is granted to every POST with a body, declared or not.
   */
  readonly encryptionKeys?: readonly EncryptionKeyUse[];
  /** The Secrets Manager secret that API keys are hashed with. */
  readonly pepper?: true;
  /** The Secrets Manager secret that hands the first partner its key. */
  readonly firstPartner?: true;
  readonly starts?: readonly WorkflowName[];
  /** Workflows that wait for the user, which it may tell to go on. */
  readonly signals?: readonly WorkflowName[];
  /** Tells executions that wait for a worker that it is there. */
  readonly beats?: readonly WorkflowName[];
  /** Puts events on the bus. */
  readonly publishes?: true;
  /** Queues that it sends to. */
  readonly sends?: readonly QueueName[];
  /** Puts logos of companies where the modules' host serves them. */
  readonly putsLogos?: true;
};

/** What every function declares, whether the gateway, a workflow or a schedule calls it. */
export type FunctionDeclaration = {
  /** One sentence: what it does. */
  readonly summary: string;
  readonly uses: Uses;
  /** One sentence: what a user or partner suffers while it fails. Alarms quote it. */
  readonly impact: string;
  /** Seconds; 10 when left out. */
  readonly timeoutSeconds?: number;
  /** Mebibytes; 512 when left out. */
  readonly memoryMebibytes?: number;
  /** Part of no production deployment. */
  readonly sandboxOnly?: true;
};

/** A function that an EventBridge schedule starts. */
export type ScheduleDeclaration = FunctionDeclaration & {
  /** Minutes between two runs, each of which has ended by then: so no more run at once than `parts`. */
  readonly everyMinutes: number;
  /** Runs at a time, each told its `part` from 0 on; at most 5, and one when left out. */
  readonly parts?: number;
};

/** A function that follows the table: it is handed what was written, newest last. */
export type StreamDeclaration = FunctionDeclaration & {
  /** Only new items whose sort key begins with this. */
  readonly sortKeyPrefix: string;
};

/** A function that is handed what stands in a queue. */
export type QueueDeclaration = FunctionDeclaration & {
  readonly queue: QueueName;
  /** Messages handed over together, at most. */
  readonly batchSize: number;
  /** Runs at a time, at most; from 2 on. */
  readonly maxConcurrency: number;
};

/**
 * A task of a workflow that reaches companies. The workflow hands it its work by a queue of its own, so
 * that no more run at a time (decision: companies-behind-queues).
 */
export type QueuedTask = FunctionDeclaration & {
  /** Runs at a time, at most; from 2 on. What is more waits, and companies take turns. */
  readonly maxConcurrency: number;
  /** How long a workflow waits for its turn; then it goes on as when the time of a task is over. */
  readonly patienceSeconds: number;
};

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One operation of the interface. */
export type Operation = FunctionDeclaration & {
  readonly method: Method;
  /** Below `/v1`, parameters in braces: `/auth/{authId}/fix-hold`. */
  readonly path: `/${string}`;
  /** The path that clients of the original service have for it. It is the same operation. */
  readonly alsoAt?: `/${string}`;
  /** Longer text for the API description, in Markdown. */
  readonly description?: string;
  /** `anyone` stands alone: such a route has no authorizer, and its request no caller. */
  readonly callers: readonly Caller[];
  /**
   * What an API key must have for it (decision: keys-have-scopes): `admin` where it is about keys,
   * signing, encryption, endpoints, modules or erasing, else `service`; `none` where anyone may call.
   */
  readonly scope: OperationScope;
  /** Seconds for which anyone may keep the answer; it is kept by nobody when left out. */
  readonly cacheSeconds?: number;
  /** The JSON body; none is read when left out. */
  readonly body?: GenericSchema;
  /**
   * Its fields, at any depth, that hold a card, a code, a login or an answer: encrypted where the
   * partner requires that (decision: encryption-on-demand).
   */
  readonly secretFields?: readonly string[];
  /** Fields of the body of which a misspelling is refused: without them, something else would be done. */
  readonly guarded?: readonly string[];
  readonly query?: GenericSchema;
  readonly response: GenericSchema;
  /**
   * The response as a spreadsheet reads it, for who asks for `text/csv` in `Accept` (RFC 4180). It is
   * handed what the response's schema describes.
   */
  readonly csv?: (answer: never) => string;
  /** A POST that changes nothing: it may be sent again without a key, and nothing of it is kept. */
  readonly readOnly?: true;
  /** The answer shows a key or a token: it is never stored, not even sealed for a repetition. */
  readonly showsSecret?: true;
  /** What it can answer beside the errors that every operation can. */
  readonly errors: readonly ErrorCode[];
};

/** Which time this is that a request is carried out. */
export type Attempt = {
  readonly idBytes: IdBytes;
  /** It was carried out before, and nobody knows what came of it: what it makes may be there. */
  readonly again: boolean;
};

type Callers = {
  /** With the API key that the request came with. */
  readonly partner: PartnerOwner & { readonly keyId: string };
  readonly client: ClientOwner;
  readonly anyone: { readonly kind: 'anyone' };
};

/** Who may stand behind a request of an operation. A partner's operation meets partners only. */
export type CallerOf<O extends Operation> = Callers[O['callers'][number]];

/**
 * Whether the body of an operation may come encrypted (decision: encrypted-bodies): without a
 * partner there is no key.
 */
export function takesEncryptedBody(
  operation: Pick<Operation, 'method' | 'body' | 'callers'>,
): boolean {
  const { method, body, callers } = operation;
  return method === 'POST' && body !== undefined && !callers.includes('anyone');
}

/**
 * Whether an operation takes an `Idempotency-Key` (decisions: idempotency-keys, searches-keep-nothing):
 * without a caller there is no scope for it, and without an effect no use.
 */
export function takesIdempotencyKey({
  method,
  callers,
  readOnly,
}: Pick<Operation, 'method' | 'callers' | 'readOnly'>): boolean {
  return method === 'POST' && !callers.includes('anyone') && !readOnly;
}

/** Whether carrying it out again may do something again. */
export function hasEffect({ method, readOnly }: Pick<Operation, 'method' | 'readOnly'>): boolean {
  return method !== 'GET' && !readOnly;
}

/** What an operation declares to use, and what the pipeline uses on its behalf. */
export function usesWithPipeline(operation: Operation): Uses {
  const all: Uses[] = [
    operation.uses,
    ...(takesEncryptedBody(operation) ? [usesOfDecryption] : []),
    ...(takesIdempotencyKey(operation) ? [usesOfIdempotency] : []),
    ...(hasEffect(operation) && operation.callers.includes('partner') ? [usesOfSignatures] : []),
  ];
  const table = new Set(all.flatMap((uses) => uses.table ?? []));
  const encryptionKeys = new Set(all.flatMap((uses) => uses.encryptionKeys ?? []));
  const seal = all.flatMap(({ vault }) => vault?.seal ?? []);
  const open = all.flatMap(({ vault }) => vault?.open ?? []);
  return {
    ...Object.assign({}, ...all),
    ...(table.size > 0 && { table: [...table] }),
    ...(seal.length + open.length > 0 && { vault: { seal, open } }),
    ...(encryptionKeys.size > 0 && { encryptionKeys: [...encryptionKeys] }),
  };
}

/** The partner's record, which names its keys, and the keys. */
const usesOfDecryption: Uses = { table: ['get'], encryptionKeys: ['decrypt'] };

/** The record under the key, the keyed hash of the request, the answer, and the count of its bytes. */
const usesOfIdempotency: Uses = {
  table: ['get', 'put', 'update'],
  fingerprint: true,
  vault: { seal: ['answer'], open: ['answer'] },
};

/** What is kept of a signature that counts once. */
const usesOfSignatures: Uses = { table: ['get', 'put'] };

type ParameterNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** `{ authId: string }` for `/auth/{authId}/fix-hold`. */
export type PathParameters<O extends Operation> = {
  readonly [K in ParameterNames<O['path']>]: string;
};

export type Body<O extends Operation> = O['body'] extends GenericSchema
  ? InferOutput<O['body']>
  : undefined;

export type Query<O extends Operation> = O['query'] extends GenericSchema
  ? InferOutput<O['query']>
  : undefined;

export type Answer<O extends Operation> = InferOutput<O['response']>;

export type DeclaredError<O extends Operation> = O['errors'][number];
