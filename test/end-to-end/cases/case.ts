/**
 * The case of an operation: all that tests over every operation need to know of it. From the cases come
 * the rows of `operations`, `client-access`, `bad-requests` and `fuzz`, the routes and callers that the
 * contracts are compared with, and what `costs` and `npm run tools -- deploy` call
 * (`every-operation.ts`). So a success works on a deployed stage too, where only the API can be reached.
 */
import type { ErrorCode } from '@billhook/core/base/errors';
import type { ApiClient } from '../../../lib/client/api-client.ts';
import type { AnyResult, World } from '../../support/world.ts';

/** Addresses of a partner where nothing listens. A deployed stage takes no local ones. */
export type Addresses = { readonly jwks: string; readonly webhook: string };

/** A client with a verified auth, its bill and a card, which no case may change. */
export type Scene = {
  /** Its partner's: makes what a case needs beside. */
  readonly world: World;
  /** Another partner with one live key, for what is few or changes the partner. */
  readonly newPartner: () => Promise<World>;
  /** Calls with a client's access token. */
  readonly apiWith: (accessToken: string) => ApiClient;
  readonly addresses: Addresses;
  readonly clientId: string;
  readonly identifier: string;
  readonly authId: string;
  readonly billId: string;
  readonly methodId: string;
  readonly companyId: string;
  readonly partnerId: string;
  /** An SSO token of the client. */
  readonly token: string;
  /** Names an open challenge of another auth of the client. */
  readonly challengeToken: string;
  readonly challengedAuthId: string;
  readonly questionId: string;
};

/** What belongs to a client: its own is open to it, another's is unknown. */
export type Belongings = {
  readonly clientId: string;
  readonly companyId: string;
  readonly authId: string;
  readonly billId: string;
  readonly methodId: string;
  readonly scheduledBillId: string;
  readonly paymentId: string;
  readonly heldAuthId: string;
  readonly askingAuthId: string;
  readonly askingToken: string;
  readonly steppedToken: string;
  readonly answers: { identifier: string; answer: string }[];
};

/** What a user agreed to. */
export const consent = { textHash: 'a'.repeat(64), version: '1', locale: 'en-US' };

/** Ids that a sample names. */
export type SampleIds = Pick<
  Scene,
  'clientId' | 'identifier' | 'authId' | 'billId' | 'methodId' | 'companyId'
>;

/** What no call brings about is written into the table. */
export type SceneOverTable = Scene & { readonly tableUrl: string };

type Try<S = Scene> = (scene: S, api: ApiClient) => Promise<AnyResult>;
type Sample = (ids: SampleIds) => object;

/** A client's call on what belongs to a client, which succeeds on its own. */
export type ClientCall = {
  readonly call: (api: ApiClient, its: Belongings) => Promise<AnyResult>;
  /** What it is answered for another client's; `open` where what it asks for is everybody's. */
  readonly another: ErrorCode | 'open';
  /** It takes away what other calls need: those are made on the same belongings, one after another. */
  readonly last?: true;
};

export type OperationCase = {
  /** Method and path, written out again, apart from the contract. */
  readonly route: `${string} /${string}`;
  /** The same for who may call it: a client too, a partner alone, or anyone without a credential. */
  readonly asClient: ClientCall | 'forbidden' | 'anyone';
  /** A valid body, where one is read; several by what each is of, which is empty for the first. */
  readonly sample?: Sample | { readonly [what: string]: Sample };
  /** `costs` measures the first call of the operation in it. */
  readonly success: Try;
  /** Successes that read or write something else, by what is special: each is measured as well. */
  readonly variants?: { readonly [what: string]: Try };
  /** Each declared error that a caller can bring about by itself. */
  readonly refusals: { readonly [code in ErrorCode]?: Try<SceneOverTable> };
  /** Each other declared error, with the reason: it takes a race, another hand or the operator. */
  readonly elsewhere?: { readonly [code in ErrorCode]?: string };
  /** What another partner is answered for the ids of this one; none where a call takes no id. */
  readonly foreign?: readonly (readonly [ErrorCode, Try])[];
};

/** Cases by the names of their operations. */
export type Cases = { readonly [name: string]: OperationCase };

export const RACE = 'takes two callers at once';
export const ORIGIN = 'takes a page of another origin: test/browser/account-linking.test.ts';
export const LOCKED = 'takes a partner that was locked: test/end-to-end/stolen-key.test.ts';
export const PAUSED = 'takes an operator who pauses payments: test/end-to-end/operator.test.ts';
export const PAID_MEANWHILE = 'takes a payment that its company is being asked for';
export const MAINTAINED_SINCE =
  'takes a company that goes into maintenance once its auth is linked';

/** Well-formed ids of things that never existed. */
export const unknown = {
  clientId: 'cl_00000000000000000000',
  authId: 'auth_00000000000000000000_00000000000000',
  billId: 'bill_00000000000000000000_00000000000000',
  paymentId: 'pay_00000000000000000000_00000000000000',
  paymentMethodId: 'pm_00000000000000000000_00000000000000',
  swapId: 'swap_00000000000000000000_00000000000000',
  companyId: 'co_00000000000000000000',
  partnerId: 'ptn_00000000000000000000',
  endpointId: 'we_00000000000000000000',
  encryptionKeyId: 'key_00000000000000000000',
  eventId: 'evt_00000000000000000000_c0000000000000',
} as const;
