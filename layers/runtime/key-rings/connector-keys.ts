/**
 * Billhook's own keys for connectors (decision: keys-for-connectors): one signs requests to them, with
 * the other is opened what they return in secret. Neither leaves KMS.
 */
import { type KeySet, publicKey as publicJwk } from '@billhook/connector-kit/protocol/manifest';
import { type KeyUse, type OpenKey, thumbprintOf } from '@billhook/connector-kit/wire/keys';
import type { Agreement } from '@billhook/connector-kit/wire/secrets';
import type { Signer } from '@billhook/connector-kit/wire/signature';
import { keyRings } from '@billhook/core/key-rings/rings';
import { keyIdOf } from '@billhook/core/key-rings/rotation';
import * as v from 'valibot';
import type { Kms } from '../aws/kms-keys.ts';
import { agreeWithKms, signWithKms } from '../aws/kms-uses.ts';
import { logFailure } from '../aws/logger.ts';
import type { Outside } from '../table/outside.ts';
import { openRing, type PublicKey } from './open-ring.ts';

export type ConnectorKeys = {
  readonly signer: Signer;
  /** The one that connectors should encrypt to first; then those that they may still know. */
  readonly agreements: readonly Agreement[];
  /** The first of these, to encrypt to it ourselves. */
  readonly own: OpenKey;
};

export type OpenConnectorKeys = {
  /** To be asked for anew for each exchange: it is known for ten seconds, and keys are replaced. */
  readonly current: () => Promise<ConnectorKeys>;
  /** What connectors list us by as a caller: the current key of each use before the others of it. */
  readonly published: () => Promise<KeySet>;
};

export function openConnectorKeys(
  outside: Pick<Outside, 'table' | 'clock'> & Partial<Pick<Outside, 'aws'>>,
): OpenConnectorKeys {
  const signing = openRing(keyRings.connectorSigning, outside);
  const encryption = openRing(keyRings.connectorEncryption, outside);
  return {
    async current() {
      const [{ signing: held }, opening] = await Promise.all([
        signing.read(),
        encryption.accepted(),
      ]);
      const { keyArn } = held;
      const { kid } = jwkOf('sig')({ keyArn, key: await signing.publicKey(keyArn) });
      return {
        signer: { kid, sign: (base) => signWithKms(signing.kms(), keyArn, base) },
        agreements: opening.map((one) => agreementWith(encryption.kms(), one)),
        own: ownOf(opening),
      };
    },
    async published() {
      const [sig, enc] = await Promise.all([signing.accepted(), encryption.accepted()]);
      return { keys: [...sig.map(jwkOf('sig')), ...enc.map(jwkOf('enc'))] };
    },
  };
}

/** With the thumbprint as its name: a connector that pinned it knows the key by it. */
function jwkOf(use: KeyUse) {
  return ({ key }: PublicKey) => {
    const { x = '', y = '' } = key.export({ format: 'jwk' });
    return v.parse(publicJwk, { kty: 'EC', crv: 'P-256', use, kid: thumbprintOf({ x, y }), x, y });
  };
}

function ownOf([first]: readonly PublicKey[]): OpenKey {
  if (!first) throw new Error('There is no key that connectors encrypt to');
  return { kid: jwkOf('enc')(first).kid, use: 'enc', key: first.key };
}

function agreementWith(kms: Kms, { keyArn, key }: PublicKey): Agreement {
  const { kid } = jwkOf('enc')({ keyArn, key });
  return {
    kid,
    agree: async (ephemeral) => {
      try {
        return await agreeWithKms(kms, keyArn, ephemeral.export({ format: 'der', type: 'spki' }));
      } catch (error) {
        // Whoever decrypts says of all failures only that the secret did not open.
        logFailure('KMS did not open a secret of a connector', error, { keyId: keyIdOf(keyArn) });
        throw error;
      }
    },
  };
}
