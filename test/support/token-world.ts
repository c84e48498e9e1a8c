/** Sessions of a user amid rotations: what issues, exchanges, admits and lists, as processes of functions. */

import { clientKey, rootKey, tokenKeysKey } from '@billhook/core/base/table-keys';
import { newClient } from '@billhook/core/client/client';
import { keyRings } from '@billhook/core/key-rings/rings';
import type { KeyRingRecord } from '@billhook/core/key-rings/rotation';
import { newPartner } from '@billhook/core/partner/partner';
import type { TokenKey } from '@billhook/core/schemas/token';
import { openTokenKey } from '@billhook/runtime/callers/token-key';
import { signSsoToken } from '@billhook/runtime/callers/tokens';
import { lookAfterKeys } from '@billhook/runtime/key-rotation/look-after';
import { openRingKms } from '@billhook/runtime/key-rotation/ring-kms';
import type { Outside } from '@billhook/runtime/table/outside';
import type { Table } from '@billhook/runtime/table/types';
import { handler as createAccessToken } from '../../functions/client/create-access-token.ts';
import { handler as listTokenKeys } from '../../functions/client/list-token-keys.ts';
import { handler as revokeTokens } from '../../functions/client/revoke-tokens.ts';
import { handler as authorize } from '../../functions/gateway/authorize.ts';
import { handler as openModuleSession } from '../../functions/module/open-module-session.ts';
import { memoryTable } from './memory-table.ts';
import { partnerId } from './records.ts';
import { tokenKms } from './token-kms.ts';

const DAY = 24 * 60 * 60_000;
const clientId = `cl_${'a'.repeat(20)}`;
export const verifier = 'v'.repeat(43);

type Hooks = {
  around: (when: 'before' | 'after', call: string) => void | Promise<void>;
};

export type Session = { readonly sso: string; readonly access: string };

type Answered = { readonly status: number; readonly accessToken?: string; readonly code?: string };

export async function openTokenWorld() {
  const clock = { now: Date.parse('2026-11-22T12:00:00Z') };
  const memory = memoryTable(() => clock.now);
  /** Called before and after each call of the table and of KMS by a rotation. */
  const hooks: Hooks = { around: () => {} };
  const kms = tokenKms();
  const around = async <T>(call: string, run: () => Promise<T>): Promise<T> => {
    await hooks.around('before', call);
    const result = await run();
    await hooks.around('after', call);
    return result;
  };
  const rotating = {
    table: {
      ...memory,
      get: (key) => around('get', () => memory.get(key)),
      write: (writes) => around('write', () => memory.write(writes)),
    } as Table,
    aws: {
      kms: {
        send: (command: { constructor: { name: string } }) =>
          around(command.constructor.name, () => kms.kms.send(command as never)),
      } as never,
    },
  };
  const client = newClient({ identifier: 'a' }, { clientId, partnerId, now: '' });
  const partner = newPartner({ partnerId, name: 'A', now: '' });
  await memory.write([{ put: { ...clientKey(clientId), ...client } }]);
  await memory.write([{ put: { ...rootKey(partnerId), ...partner } }]);

  return {
    clock,
    table: memory,
    kms,
    hooks,
    startProcesses: () =>
      startProcesses({ table: memory, aws: { kms: kms.kms }, clock: () => clock.now }),
    /** What a rotation is carried out with: `hooks` sees all that it does. */
    rotating,
    /** As the schedule does. */
    look: async () => {
      const { table, aws } = rotating;
      const ring = keyRings.token;
      await lookAfterKeys({ table, ring, kms: openRingKms(ring, aws) }, clock.now);
    },
    keysNow: () => {
      const {
        pk: _pk,
        sk: _sk,
        ...record
      } = memory.items.get(`${tokenKeysKey.pk} ${tokenKeysKey.sk}`) as Record<string, unknown>;
      return record as KeyRingRecord;
    },
    audited: () =>
      [...memory.items.values()]
        .filter(({ pk }) => pk === 'deployment#audit')
        .map(({ action, actor, detail }) => ({ action, actor, detail })),
  };
}

/** Processes of all functions, which remember nothing of others. */
function startProcesses(outside: Pick<Outside, 'table' | 'aws' | 'clock'>) {
  const issuer = openTokenKey(outside);
  const over = (handler: typeof createAccessToken) => {
    const handle = handler.over(outside);
    return async (body: object): Promise<Answered> => {
      const answer = await handle(requestWith(body));
      return { status: answer.statusCode, ...JSON.parse(answer.body) };
    };
  };
  const exchange = over(createAccessToken);
  const open = over(openModuleSession as never);
  const revoke = over(revokeTokens as never);
  const admit = authorize.over(outside);
  const list = listTokenKeys.over(outside);
  const newSso = (lives = 30 * DAY) =>
    signSsoToken(issuer, {
      ...{ clientId, partnerId, generation: 0, nonce: false, accessTokenExpiresIn: 86_400 },
      ...{ now: outside.clock(), expiresAt: outside.clock() + lives },
    });
  return {
    newSso,
    exchange: (token: string) => exchange({ token, verifier }),
    openModule: (token: string, renew = false) =>
      open({ token, module: 'account-linking', ...(renew && { renew, verifier }) }),
    revoke: (clientToken: string) => revoke({ clientToken }),
    /** Whether the authorizer lets an access token in. */
    admits: async (token: string) => {
      const { policyDocument } = await admit({
        headers: { authorization: `Bearer ${token}` },
        methodArn: 'arn',
      } as never);
      return policyDocument.Statement[0]?.Effect === 'Allow';
    },
    listKeys: async (): Promise<readonly TokenKey[]> =>
      JSON.parse((await list(requestWith())).body).keys,
    async newSession(lives?: number): Promise<Session> {
      const sso = await newSso(lives);
      const { accessToken = '' } = await exchange({ token: sso, verifier });
      return { sso, access: accessToken };
    },
  };
}

export type TokenWorld = Awaited<ReturnType<typeof openTokenWorld>>;

function requestWith(body?: object) {
  return {
    ...(body && { body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json' },
    requestContext: { authorizer: { partnerId, keyId: 'key_a', kind: 'partner' } },
  } as never;
}
