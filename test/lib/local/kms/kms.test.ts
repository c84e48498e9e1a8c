import { createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../../lib/local/access/policies.ts';
import { createKms } from '../../../../lib/local/kms/kms.ts';
import { createSecrets } from '../../../../lib/local/secrets.ts';
import { openState } from '../../../../lib/local/state.ts';
import { createModel } from '../../../../lib/local/template/model.ts';

const key = (KeySpec?: string, KeyUsage?: string) => ({
  Type: 'AWS::KMS::Key',
  Properties: { KeySpec, KeyUsage },
});
const Resources = {
  Vault: key(),
  Token: key('ECC_NIST_P256', 'SIGN_VERIFY'),
  Agreement: key('ECC_NIST_P256', 'KEY_AGREEMENT'),
  Mac: key('HMAC_256', 'GENERATE_VERIFY_MAC'),
  Rsa: key('RSA_2048', 'ENCRYPT_DECRYPT'),
  Pepper: {
    Type: 'AWS::SecretsManager::Secret',
    Properties: {
      GenerateSecretString: {
        SecretStringTemplate: '{"version":1}',
        GenerateStringKey: 'pepper',
        PasswordLength: 40,
        ExcludePunctuation: true,
      },
    },
  },
};
const model = createModel([{ name: 'data', template: { Resources }, assets: new Map() }]);
const folder = mkdtempSync(join(tmpdir(), 'billhook-kms-'));
const idOf = (logicalId: string) =>
  model.resources.find((one) => one.logicalId === logicalId)?.ref ?? '';
type Answer = Record<string, string>;

describe('a key', () => {
  const state = openState(folder);
  const run = (operation: string, input: Record<string, unknown>) =>
    createKms(model, state).run(operation, input) as Answer;

  test('opens what it sealed, only in the same context', () => {
    const EncryptionContext = { client: 'cl_1', method: 'pm_1' };
    const made = run('GenerateDataKey', {
      KeyId: idOf('Vault'),
      KeySpec: 'AES_256',
      EncryptionContext,
    });
    const { CiphertextBlob } = made;
    const turned = { method: 'pm_1', client: 'cl_1' };
    expect(run('Decrypt', { CiphertextBlob, EncryptionContext: turned }).Plaintext).toBe(
      made.Plaintext,
    );
    expect(() => run('Decrypt', { CiphertextBlob, EncryptionContext: { client: 'cl_2' } })).toThrow(
      expect.objectContaining({ awsCode: 'InvalidCiphertextException' }),
    );
  });

  test('signs and verifies', () => {
    const signing = {
      KeyId: idOf('Token'),
      SigningAlgorithm: 'ECDSA_SHA_256',
      Message: 'aGVsbG8=',
    };
    const { Signature } = run('Sign', signing);
    expect(run('Verify', { ...signing, Signature })).toMatchObject({ SignatureValid: true });
    expect(() => run('Verify', { ...signing, Message: 'aGVsbG9v', Signature })).toThrow(
      expect.objectContaining({ awsCode: 'KMSInvalidSignatureException' }),
    );
  });

  test('agrees on the secret that the other side finds, and on none with a point of another curve', () => {
    const KeyId = idOf('Agreement');
    const der = (given: KeyObject) =>
      given.export({ format: 'der', type: 'spki' }).toString('base64');
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const derive = (publicKey: KeyObject, more: Record<string, string> = {}) =>
      run('DeriveSharedSecret', {
        ...{ KeyId, KeyAgreementAlgorithm: 'ECDH', PublicKey: der(publicKey) },
        ...more,
      });
    const { PublicKey = '' } = run('GetPublicKey', { KeyId });
    const publicKey = createPublicKey({
      ...{ key: Buffer.from(PublicKey, 'base64'), format: 'der', type: 'spki' },
    });
    const theirs = diffieHellman({ privateKey: other.privateKey, publicKey });
    expect(derive(other.publicKey).SharedSecret).toBe(theirs.toString('base64'));
    const elsewhere = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    const refusals = [
      [() => derive(elsewhere.publicKey), 'ValidationException'],
      [() => derive(other.publicKey, { KeyAgreementAlgorithm: 'X' }), 'ValidationException'],
      [() => derive(other.publicKey, { KeyId: idOf('Token') }), 'InvalidKeyUsageException'],
      [
        () => run('Sign', { KeyId, SigningAlgorithm: 'ECDSA_SHA_256', Message: 'aGVsbG8=' }),
        'InvalidKeyUsageException',
      ],
    ] as const;
    for (const [refused, awsCode] of refusals) {
      expect(refused).toThrow(expect.objectContaining({ awsCode }));
    }
  });

  test('makes the same MAC for the same message', () => {
    const input = { KeyId: idOf('Mac'), MacAlgorithm: 'HMAC_SHA_256', Message: 'aGVsbG8=' };
    expect(run('GenerateMac', input).Mac).toBe(run('GenerateMac', input).Mac);
  });

  test.each(['RSAES_OAEP_SHA_1', 'RSAES_OAEP_SHA_256'])('decrypts %s', (EncryptionAlgorithm) => {
    const input = { KeyId: idOf('Rsa'), EncryptionAlgorithm };
    const { CiphertextBlob } = run('Encrypt', { ...input, Plaintext: 'aGVsbG8=' });
    expect(run('Decrypt', { ...input, CiphertextBlob }).Plaintext).toBe('aGVsbG8=');
  });

  test('is not used for what it is not for', () => {
    const input = { KeyId: idOf('Mac'), SigningAlgorithm: 'ECDSA_SHA_256', Message: 'aGVsbG8=' };
    expect(() => run('Sign', input)).toThrow(
      expect.objectContaining({ awsCode: 'InvalidKeyUsageException' }),
    );
  });
});

describe('a key that a function makes', () => {
  const state = openState(mkdtempSync(join(tmpdir(), 'billhook-made-keys-')));
  /** Read anew each time, as after a restart. */
  const kms = () => createKms(model, state);
  const Tags = [{ TagKey: 'billhook:use', TagValue: 'payload-encryption' }];
  const wanted = { KeySpec: 'RSA_2048', KeyUsage: 'ENCRYPT_DECRYPT', Tags };
  const { KeyMetadata } = kms().run('CreateKey', wanted) as { KeyMetadata: Answer };
  const KeyId = KeyMetadata.Arn;

  test('is there after a restart, with its tags and the same material', () => {
    const first = kms().run('GetPublicKey', { KeyId });
    expect(kms().run('GetPublicKey', { KeyId })).toEqual(first);
    expect(kms().run('ListResourceTags', { KeyId })).toMatchObject({ Tags });
    expect(kms().run('DescribeKey', { KeyId })).toMatchObject({
      KeyMetadata: { KeySpec: 'RSA_2048', KeyState: 'Enabled' },
    });
  });

  test('is listed among all, a page after another', () => {
    const arns: string[] = [];
    let Marker: string | undefined;
    do {
      const page = kms().run('ListKeys', { Limit: 2, Marker }) as {
        Keys: { KeyArn: string }[];
        NextMarker?: string;
      };
      arns.push(...page.Keys.map(({ KeyArn }) => KeyArn));
      Marker = page.NextMarker;
    } while (Marker);
    expect(arns).toHaveLength(6);
    expect(arns).toContain(KeyId);
  });

  test('takes permission to make it with these tags, and to tag', () => {
    const context = { 'aws:requesttag/billhook:use': ['payload-encryption'] };
    const kind = { 'kms:keyspec': ['RSA_2048'], 'kms:keyusage': ['ENCRYPT_DECRYPT'] };
    expect(kms().access('CreateKey', wanted)).toMatchObject([
      { action: 'kms:CreateKey', resource: '*', context: { ...context, ...kind } },
      { action: 'kms:TagResource', context },
    ]);
    expect(kms().access('CreateKey', { ...wanted, Tags: [] })).toHaveLength(1);
  });

  test('is used by its tags, which a policy can demand', () => {
    const condition = { 'aws:ResourceTag/billhook:use': 'payload-encryption' };
    const statement = {
      Effect: 'Allow',
      Action: 'kms:Decrypt',
      Resource: '*',
      Condition: { StringEquals: condition },
    };
    const decisions = [KeyId, idOf('Rsa')].map((one) =>
      kms()
        .access('Decrypt', { KeyId: one })
        .map((request) => evaluate([statement], request)),
    );
    expect(decisions).toEqual([['allowed'], ['not-allowed']]);
  });

  test.each([6, 31, 1.5])('cannot be deleted in %d days', (PendingWindowInDays) => {
    const input = { KeyId, PendingWindowInDays };
    expect(() => kms().run('ScheduleKeyDeletion', input)).toThrow(
      expect.objectContaining({ awsCode: 'ValidationException' }),
    );
  });

  test('does nothing any more once its deletion is scheduled', () => {
    const EncryptionAlgorithm = 'RSAES_OAEP_SHA_256';
    const Plaintext = 'aGVsbG8=';
    const { CiphertextBlob } = kms().run('Encrypt', {
      KeyId,
      EncryptionAlgorithm,
      Plaintext,
    }) as Answer;
    const decrypt = { KeyId, EncryptionAlgorithm, CiphertextBlob };
    expect(kms().run('Decrypt', decrypt)).toMatchObject({ Plaintext });
    kms().run('ScheduleKeyDeletion', { KeyId, PendingWindowInDays: 7 });
    const calls = [
      () => kms().run('Decrypt', decrypt),
      () => kms().run('GetPublicKey', { KeyId }),
      () => kms().run('ScheduleKeyDeletion', { KeyId, PendingWindowInDays: 7 }),
    ];
    for (const call of calls) {
      expect(call).toThrow(expect.objectContaining({ awsCode: 'KMSInvalidStateException' }));
    }
  });
});

describe('what is changed of a key', () => {
  const state = openState(mkdtempSync(join(tmpdir(), 'billhook-changed-keys-')));
  /** Read anew each time, as after a restart. */
  const kms = () => createKms(model, state);
  const wanted = { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' };
  const { KeyMetadata } = kms().run('CreateKey', wanted) as { KeyMetadata: Answer };

  test.each([
    ['the templates', idOf('Token')],
    ['a function', KeyMetadata.Arn ?? ''],
  ])('of %s outlives a restart, which reads the templates again', (_of, KeyId) => {
    const signing = { KeyId, SigningAlgorithm: 'ECDSA_SHA_256', Message: 'aGVsbG8=' };
    const Tags = [{ TagKey: 'billhook:replaced', TagValue: 'yes' }];
    const publicKey = kms().run('GetPublicKey', { KeyId });
    kms().run('TagResource', { KeyId, Tags });
    expect(kms().run('ListResourceTags', { KeyId })).toMatchObject({ Tags });
    expect(kms().run('Sign', signing)).toHaveProperty('Signature');
    expect(kms().run('GetPublicKey', { KeyId })).toEqual(publicKey);
    kms().run('DisableKey', { KeyId });
    kms().run('DisableKey', { KeyId });
    for (const operation of ['Sign', 'GetPublicKey']) {
      expect(() => kms().run(operation, signing)).toThrow(
        expect.objectContaining({ awsCode: 'DisabledException' }),
      );
    }
    expect(kms().run('ListResourceTags', { KeyId })).toMatchObject({ Tags });
    const { KeyMetadata: facts } = kms().run('DescribeKey', { KeyId }) as never;
    expect(facts).toMatchObject({ Enabled: false, KeyState: 'Disabled' });
  });

  test('and is to be deleted, is changed no more', () => {
    const KeyId = KeyMetadata.Arn;
    kms().run('ScheduleKeyDeletion', { KeyId, PendingWindowInDays: 30 });
    for (const operation of ['TagResource', 'DisableKey']) {
      expect(() => kms().run(operation, { KeyId })).toThrow(
        expect.objectContaining({ awsCode: 'KMSInvalidStateException' }),
      );
    }
  });
});

test('a secret is generated once, and keeps its versions', () => {
  const state = openState(mkdtempSync(join(tmpdir(), 'billhook-secrets-')));
  const read = (input: object) =>
    createSecrets(model, state).run('GetSecretValue', {
      SecretId: idOf('Pepper'),
      ...input,
    }) as Answer;
  const first = read({});
  expect(JSON.parse(first.SecretString ?? '')).toEqual({
    version: 1,
    pepper: expect.stringMatching(/^[A-Za-z0-9]{40}$/),
  });
  createSecrets(model, state).run('PutSecretValue', {
    SecretId: idOf('Pepper'),
    SecretString: 'next',
  });
  expect(read({}).SecretString).toBe('next');
  expect(read({ VersionStage: 'AWSPREVIOUS' }).SecretString).toBe(first.SecretString);
  expect(read({ VersionId: first.VersionId }).SecretString).toBe(first.SecretString);
  state.close();
});
