import * as crypto from 'node:crypto';
import { type Input, textOf } from '../endpoint/aws-service.ts';
import { awsFailure } from '../failures.ts';
import { agree, decryptRsa, encryptRsa, privateKey, publicKey, seal, unseal } from './ciphers.ts';
import { type AnyKey, factsOf } from './keys.ts';

type Operation = (key: AnyKey, input: Input) => unknown;

const MAX_PLAINTEXT_BYTES = 4096;
const MAX_PUBLIC_KEY_BYTES = 8192;

/** The operations on one key, by their names. `findKey` serves DescribeKey and the like by alias. */
export function createOperations(
  findKey: (id: string) => AnyKey,
): Readonly<Record<string, Operation | undefined>> {
  return {
    DescribeKey: (key) => ({ KeyMetadata: describe(key) }),
    Encrypt: (key, input) => {
      requireUsage(key, 'ENCRYPT_DECRYPT');
      const plaintext = bytesOf(input, 'Plaintext', MAX_PLAINTEXT_BYTES);
      const algorithm = textOf(input, 'EncryptionAlgorithm') ?? 'SYMMETRIC_DEFAULT';
      const blob =
        key.spec === 'SYMMETRIC_DEFAULT'
          ? seal(key, plaintext, input)
          : encryptRsa(key, plaintext, algorithm);
      return {
        CiphertextBlob: blob.toString('base64'),
        KeyId: key.arn,
        EncryptionAlgorithm: algorithm,
      };
    },
    Decrypt: (key, input) => {
      requireUsage(key, 'ENCRYPT_DECRYPT');
      const blob = bytesOf(input, 'CiphertextBlob', MAX_PLAINTEXT_BYTES * 2);
      const algorithm = textOf(input, 'EncryptionAlgorithm') ?? 'SYMMETRIC_DEFAULT';
      const plaintext =
        key.spec === 'SYMMETRIC_DEFAULT'
          ? unseal(key, blob, input)
          : decryptRsa(key, blob, algorithm);
      return {
        Plaintext: plaintext.toString('base64'),
        KeyId: key.arn,
        EncryptionAlgorithm: algorithm,
      };
    },
    GenerateDataKey: (key, input) => {
      const plaintext = crypto.randomBytes(dataKeyBytes(input));
      return { ...dataKey(key, plaintext, input), Plaintext: plaintext.toString('base64') };
    },
    GenerateDataKeyWithoutPlaintext: (key, input) =>
      dataKey(key, crypto.randomBytes(dataKeyBytes(input)), input),
    Sign: (key, input) => {
      const algorithm = signingAlgorithm(key, input);
      const signature = sign(key, bytesOf(input, 'Message', MAX_PLAINTEXT_BYTES), algorithm, input);
      return {
        KeyId: key.arn,
        Signature: signature.toString('base64'),
        SigningAlgorithm: algorithm,
      };
    },
    Verify: (key, input) => {
      const algorithm = signingAlgorithm(key, input);
      const message = bytesOf(input, 'Message', MAX_PLAINTEXT_BYTES);
      if (
        !verify(key, message, bytesOf(input, 'Signature', MAX_PLAINTEXT_BYTES), algorithm, input)
      ) {
        throw awsFailure('KMSInvalidSignatureException', '');
      }
      return { KeyId: key.arn, SignatureValid: true, SigningAlgorithm: algorithm };
    },
    GetPublicKey: (key) => getPublicKey(key),
    DeriveSharedSecret: (key, input) => deriveSharedSecret(key, input),
    GenerateMac: (key, input) => {
      const algorithm = macAlgorithm(key, input);
      return { KeyId: key.arn, Mac: mac(key, input).toString('base64'), MacAlgorithm: algorithm };
    },
    VerifyMac: (key, input) => {
      const algorithm = macAlgorithm(key, input);
      const given = bytesOf(input, 'Mac', MAX_PLAINTEXT_BYTES);
      const expected = mac(key, input);
      if (given.length !== expected.length || !crypto.timingSafeEqual(given, expected)) {
        throw awsFailure('KMSInvalidMacException', '');
      }
      return { KeyId: key.arn, MacValid: true, MacAlgorithm: algorithm };
    },
    ReEncrypt: (key, input) => {
      const to = findKey(textOf(input, 'DestinationKeyId') ?? '');
      const source = { EncryptionContext: input.SourceEncryptionContext };
      const plaintext = unseal(
        key,
        bytesOf(input, 'CiphertextBlob', MAX_PLAINTEXT_BYTES * 2),
        source,
      );
      const blob = seal(to, plaintext, { EncryptionContext: input.DestinationEncryptionContext });
      return { CiphertextBlob: blob.toString('base64'), KeyId: to.arn, SourceKeyId: key.arn };
    },
  };
}

function stateOf(key: AnyKey): string {
  if (key.deletion !== undefined) return 'PendingDeletion';
  return key.enabled ? 'Enabled' : 'Disabled';
}

export function describe(key: AnyKey) {
  const facts = factsOf(key.spec);
  return {
    KeyId: key.id,
    Arn: key.arn,
    Enabled: key.enabled && key.deletion === undefined,
    KeyState: stateOf(key),
    ...(key.deletion !== undefined && { DeletionDate: key.deletion / 1000 }),
    KeySpec: key.spec,
    KeyUsage: key.usage,
    KeyManager: 'CUSTOMER',
    Origin: 'AWS_KMS',
    ...algorithmsOf(key, facts),
  };
}

function algorithmsOf(key: AnyKey, facts: ReturnType<typeof factsOf>) {
  if (key.usage === 'SIGN_VERIFY') return { SigningAlgorithms: facts.signing };
  if (key.usage === 'GENERATE_VERIFY_MAC') return { MacAlgorithms: facts.mac };
  if (key.usage === 'KEY_AGREEMENT') return { KeyAgreementAlgorithms: facts.agreement };
  return { EncryptionAlgorithms: facts.encryption };
}

/** A key whose deletion is scheduled does nothing any more. */
export function requireKept(key: AnyKey): void {
  if (key.deletion === undefined) return;
  throw awsFailure('KMSInvalidStateException', `${key.arn} is pending deletion.`);
}

/** A disabled key shows not even its public half. */
function requireEnabled(key: AnyKey): void {
  requireKept(key);
  if (!key.enabled) throw awsFailure('DisabledException', `${key.arn} is disabled.`);
}

function requireUsage(key: AnyKey, usage: string): void {
  requireEnabled(key);
  if (key.usage !== usage) {
    throw awsFailure(
      'InvalidKeyUsageException',
      `${key.arn} key usage is ${key.usage} which is not valid.`,
    );
  }
}

function bytesOf(input: Input, name: string, maxBytes: number): Buffer {
  const text = textOf(input, name);
  if (text === undefined) {
    throw awsFailure('ValidationException', `1 validation error detected: Value null at '${name}'`);
  }
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.length > maxBytes) {
    throw awsFailure(
      'ValidationException',
      `1 validation error detected: Value at '${name}' has a wrong length`,
    );
  }
  return bytes;
}

function dataKeyBytes(input: Input): number {
  if (textOf(input, 'KeySpec') !== undefined) return input.KeySpec === 'AES_128' ? 16 : 32;
  const count = Number(input.NumberOfBytes);
  if (Number.isInteger(count) && count >= 1 && count <= 1024) return count;
  throw awsFailure('ValidationException', 'Please specify either number of bytes or key spec.');
}

function dataKey(key: AnyKey, plaintext: Buffer, input: Input) {
  requireUsage(key, 'ENCRYPT_DECRYPT');
  if (key.spec !== 'SYMMETRIC_DEFAULT') throw awsFailure('InvalidKeyUsageException', key.arn);
  return { CiphertextBlob: seal(key, plaintext, input).toString('base64'), KeyId: key.arn };
}

function signingAlgorithm(key: AnyKey, input: Input): string {
  requireUsage(key, 'SIGN_VERIFY');
  const algorithm = textOf(input, 'SigningAlgorithm') ?? '';
  if (!factsOf(key.spec).signing?.includes(algorithm)) {
    throw awsFailure(
      'InvalidKeyUsageException',
      `Algorithm ${algorithm} is incompatible with key spec ${key.spec}.`,
    );
  }
  return algorithm;
}

function macAlgorithm(key: AnyKey, input: Input): string {
  requireUsage(key, 'GENERATE_VERIFY_MAC');
  const algorithm = textOf(input, 'MacAlgorithm') ?? '';
  if (!factsOf(key.spec).mac?.includes(algorithm)) {
    throw awsFailure(
      'InvalidKeyUsageException',
      `Algorithm ${algorithm} is incompatible with key spec ${key.spec}.`,
    );
  }
  return algorithm;
}

function hashOf(algorithm: string): string {
  return `sha${algorithm.slice(-3)}`;
}

function mac(key: AnyKey, input: Input): Buffer {
  return crypto
    .createHmac(hashOf(macAlgorithm(key, input)), key.material())
    .update(bytesOf(input, 'Message', MAX_PLAINTEXT_BYTES))
    .digest();
}

function sign(key: AnyKey, message: Buffer, algorithm: string, input: Input): Buffer {
  if (input.MessageType === 'DIGEST') throw digestNotRun();
  return crypto.sign(hashOf(algorithm), message, { key: privateKey(key), ...paddingOf(algorithm) });
}

function verify(key: AnyKey, message: Buffer, signature: Buffer, algorithm: string, input: Input) {
  if (input.MessageType === 'DIGEST') throw digestNotRun();
  return crypto.verify(
    hashOf(algorithm),
    message,
    { key: publicKey(key), ...paddingOf(algorithm) },
    signature,
  );
}

/** node:crypto signs messages, not digests, for these algorithms. */
function digestNotRun() {
  return awsFailure(
    'UnsupportedOperationException',
    'MessageType DIGEST is not supported by the local runtime; use RAW.',
  );
}

function paddingOf(algorithm: string): { padding?: number; saltLength?: number } {
  if (!algorithm.startsWith('RSASSA_PSS')) return {};
  return {
    padding: crypto.constants.RSA_PKCS1_PSS_PADDING,
    saltLength: crypto.constants.RSA_PSS_SALTLEN_DIGEST,
  };
}

function deriveSharedSecret(key: AnyKey, input: Input) {
  requireUsage(key, 'KEY_AGREEMENT');
  const algorithm = textOf(input, 'KeyAgreementAlgorithm') ?? '';
  if (!factsOf(key.spec).agreement?.includes(algorithm)) {
    throw awsFailure('ValidationException', `KeyAgreementAlgorithm ${algorithm} is not valid.`);
  }
  return {
    KeyId: key.arn,
    SharedSecret: agree(key, bytesOf(input, 'PublicKey', MAX_PUBLIC_KEY_BYTES)).toString('base64'),
    KeyAgreementAlgorithm: algorithm,
    KeyOrigin: 'AWS_KMS',
  };
}

function getPublicKey(key: AnyKey) {
  requireEnabled(key);
  const facts = factsOf(key.spec);
  if (!key.spec.startsWith('RSA') && !key.spec.startsWith('ECC')) {
    throw awsFailure('UnsupportedOperationException', `${key.arn} has no public key.`);
  }
  return {
    KeyId: key.arn,
    KeySpec: key.spec,
    KeyUsage: key.usage,
    PublicKey: publicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
    ...algorithmsOf(key, facts),
  };
}
