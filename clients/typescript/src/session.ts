/** What a user's page or app does with an SSO token: an access token, renewed as long as it may be. */

import { type Billhook, createBillhook } from './billhook.ts';
import { base64url, randomBytes } from './bytes.ts';
import { keepAlive, type Token } from './keep-alive.ts';
import type { CommonOptions } from './options.ts';

export type SessionOptions = CommonOptions & {
  /** The SSO token, of `POST /client/create-token`. */
  readonly token: string;
  /** Of your own making; every event that comes of the session has it. */
  readonly sessionId?: string;
  /** 43 to 128 of `A-Z a-z 0-9 - . _ ~`, random: kept by a page that is loaded again. One is made otherwise. */
  readonly verifier?: string;
};

export type Session = {
  readonly clientId: string;
  /** The API as this user may call it. */
  readonly api: Billhook;
  /** The access token, renewed where it is about to end. */
  readonly accessToken: () => Promise<string>;
};

const VERIFIER_BYTES = 32;
/** Which module it is makes no difference to a token or a key. */
const ANY_MODULE = 'bill-pay';

/** Exchanges the token. The exchange is repeated where its answer is lost: the verifier proves whose it is. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const {
    token,
    sessionId,
    verifier = base64url(randomBytes(VERIFIER_BYTES)),
    encryption,
    ...common
  } = options;
  const open = createBillhook(common);
  const exchanged = await open.client.createAccessToken({ token, verifier, sessionId });
  const renew = async (accessToken: string): Promise<Token> =>
    await open.module.openModuleSession({
      token: accessToken,
      verifier,
      renew: true,
      module: ANY_MODULE,
    });
  const accessToken = keepAlive(exchanged, renew, Date.now);
  const newestKey = async () => {
    const given = { token: await accessToken(), module: ANY_MODULE } as const;
    const { encryptionKey } = await open.module.openModuleSession(given);
    if (!encryptionKey) throw new TypeError('The partner has no key to encrypt bodies with');
    return encryptionKey;
  };
  const api = createBillhook({
    ...common,
    accessToken,
    ...(encryption && { encryption: { ...encryption, key: encryption.key ?? newestKey } }),
  });
  return { clientId: exchanged.clientId, accessToken, api };
}
