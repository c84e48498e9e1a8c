/** Calls of KMS that meet a condition, and calls that break it. */

/** What a call comes to as far as a condition can ask. */
export type Facts = {
  /** Of the key that is used or made. */
  readonly spec?: string;
  readonly usage?: string;
  readonly keyTags: Readonly<Record<string, string>>;
  readonly requestTags: Readonly<Record<string, string>>;
  readonly encryption: Readonly<Record<string, string>>;
  readonly algorithm?: string;
  /** What the service that calls says of itself. */
  readonly source: Readonly<Record<string, string>>;
};

type Change = (facts: Facts, key: string, wanted: string) => Facts;

/** How a call meets a condition on a key, and each way that breaks it. A key that is new needs an entry. */
type Trial = { readonly meet: Change; readonly breaks: Readonly<Record<string, Change>> };

const afterSlash = (key: string) => key.slice(key.indexOf('/') + 1);
const without = (given: Readonly<Record<string, string>>, name: string) =>
  Object.fromEntries(Object.entries(given).filter(([one]) => one !== name));

const tagTrial = (place: 'keyTags' | 'requestTags'): Trial => {
  const change =
    (value?: string): Change =>
    (facts, key, wanted) => {
      const rest = without(facts[place], afterSlash(key));
      return { ...facts, [place]: { ...rest, [afterSlash(key)]: value ?? wanted } };
    };
  return {
    meet: change(),
    breaks: {
      'another value': change('another'),
      'no such tag': (facts, key) => ({
        ...facts,
        [place]: without(facts[place], afterSlash(key)),
      }),
    },
  };
};

const contextTrial = (another: string): Trial => {
  const nameOf = (key: string) => key.slice('kms:EncryptionContext:'.length);
  const put =
    (value?: string): Change =>
    (facts, key, wanted) => ({
      ...facts,
      encryption: { ...facts.encryption, [nameOf(key)]: value ?? wanted.replace('*', 'a') },
    });
  return {
    meet: put(),
    breaks: {
      'another value': put(another),
      'no encryption context': (facts) => ({ ...facts, encryption: {} }),
    },
  };
};

const SERVICE = 'aws:principalisawsservice';

/** By a condition's operator and key. */
export const trials: Readonly<Record<string, Trial>> = {
  'StringEquals kms:KeySpec': {
    meet: (facts, _key, spec) => ({
      ...facts,
      spec,
      // Where no condition says what the key is for: its kind can do nothing else.
      ...(spec.startsWith('ECC') && { usage: 'SIGN_VERIFY' }),
    }),
    breaks: {
      'a larger key': (facts, _key, wanted) => ({
        ...facts,
        spec: wanted.startsWith('ECC') ? 'ECC_NIST_P384' : 'RSA_4096',
      }),
    },
  },
  'StringEquals kms:KeyUsage': {
    meet: (facts, _key, usage) => ({ ...facts, usage }),
    breaks: {
      'a key for something else': (facts, _key, wanted) => ({
        ...facts,
        usage: wanted === 'SIGN_VERIFY' ? 'KEY_AGREEMENT' : 'SIGN_VERIFY',
      }),
    },
  },
  'StringEquals kms:EncryptionAlgorithm': {
    meet: (facts, _key, algorithm) => ({ ...facts, algorithm }),
    breaks: {
      'another algorithm': (facts) => ({ ...facts, algorithm: 'SYMMETRIC_DEFAULT' }),
      'no algorithm': (facts) => ({ ...facts, algorithm: undefined }),
    },
  },
  'StringEquals kms:EncryptionContext:purpose': contextTrial('card'),
  'StringLike kms:EncryptionContext:recordId': contextTrial('pay_a'),
  'Null kms:EncryptionContext:purpose': {
    meet: (facts) => ({ ...facts, encryption: without(facts.encryption, 'purpose') }),
    breaks: {
      'a purpose': (facts) => ({ ...facts, encryption: { ...facts.encryption, purpose: 'page' } }),
    },
  },
  'ArnLike kms:EncryptionContext:aws:logs:arn': contextTrial(
    'arn:aws:logs:us-east-1:111111111111:log-group:another-account',
  ),
  'StringEquals aws:RequestTag/billhook:use': tagTrial('requestTags'),
  'StringEquals aws:RequestTag/billhook:stage': tagTrial('requestTags'),
  'StringEquals aws:ResourceTag/billhook:use': tagTrial('keyTags'),
  'StringEquals aws:ResourceTag/billhook:stage': tagTrial('keyTags'),
  'Null aws:ResourceTag/billhook:use': {
    meet: (facts, key) => ({ ...facts, keyTags: without(facts.keyTags, afterSlash(key)) }),
    breaks: { 'a key that has the tag': tagTrial('keyTags').meet },
  },
  'Null aws:ResourceTag/billhook:stage': {
    meet: (facts, key) => ({ ...facts, keyTags: without(facts.keyTags, afterSlash(key)) }),
    breaks: { 'a key that has the tag': tagTrial('keyTags').meet },
  },
  'StringEquals aws:RequestTag/billhook:replaced': tagTrial('requestTags'),
  'ForAllValues:StringEquals aws:TagKeys': {
    meet: (facts) => facts,
    breaks: {
      'another tag beside it': (facts) => ({
        ...facts,
        requestTags: { ...facts.requestTags, 'billhook:use': 'payload-encryption' },
      }),
    },
  },
  'Null aws:ResourceTag/billhook:replaced': {
    meet: (facts, key) => ({ ...facts, keyTags: without(facts.keyTags, afterSlash(key)) }),
    breaks: { 'a key that was replaced': tagTrial('keyTags').meet },
  },
  'StringLike kms:ViaService': {
    meet: (facts, _key, wanted) => ({
      ...facts,
      source: { ...facts.source, 'kms:viaservice': wanted.replace('*', 'amazonaws.com') },
    }),
    breaks: {
      'another service': (facts) => ({
        ...facts,
        source: { ...facts.source, 'kms:viaservice': 's3.us-east-1.amazonaws.com' },
      }),
      'another region': (facts) => ({
        ...facts,
        source: { ...facts.source, 'kms:viaservice': 'dynamodb.eu-west-1.amazonaws.com' },
      }),
      'a call of its own': (facts) => ({
        ...facts,
        source: without(facts.source, 'kms:viaservice'),
      }),
    },
  },
  'ArnNotLike aws:PrincipalArn': {
    meet: (facts) => ({
      ...facts,
      source: { ...facts.source, 'aws:principalarn': 'arn:aws:iam::000000000000:role/Admin' },
    }),
    breaks: {
      'one of its users': (facts, _key, wanted) => ({
        ...facts,
        source: { ...facts.source, 'aws:principalarn': wanted.replace('*', 'a') },
      }),
    },
  },
  'Bool aws:PrincipalIsAWSService': {
    meet: (facts) => ({ ...facts, source: { ...facts.source, [SERVICE]: 'false' } }),
    breaks: {
      'DynamoDB itself': (facts) => ({ ...facts, source: { ...facts.source, [SERVICE]: 'true' } }),
    },
  },
  'StringNotLike kms:ViaService': {
    meet: (facts) => ({ ...facts, source: without(facts.source, 'kms:viaservice') }),
    breaks: {
      'a call through DynamoDB': (facts, _key, wanted) => ({
        ...facts,
        source: { ...facts.source, 'kms:viaservice': wanted.replace('*', 'amazonaws.com') },
      }),
    },
  },
  'StringEquals aws:SourceAccount': {
    meet: (facts, _key, account) => ({ ...facts, source: { 'aws:sourceaccount': account } }),
    breaks: {
      'another account': (facts) => ({
        ...facts,
        source: { 'aws:sourceaccount': '111111111111' },
      }),
      'no account': (facts) => ({ ...facts, source: {} }),
    },
  },
};
