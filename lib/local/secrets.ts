import { randomInt, randomUUID } from 'node:crypto';
import { type AwsService, type Input, textOf } from './endpoint/aws-service.ts';
import { awsFailure } from './failures.ts';
import type { LocalState } from './state.ts';
import type { Model, Resource } from './template/model.ts';

type Version = { version: string; stages: string; value: string; created: number };
type Generate = {
  readonly SecretStringTemplate?: string;
  readonly GenerateStringKey?: string;
  readonly PasswordLength?: number;
  readonly ExcludeCharacters?: string;
  readonly ExcludeLowercase?: boolean;
  readonly ExcludeNumbers?: boolean;
  readonly ExcludePunctuation?: boolean;
  readonly ExcludeUppercase?: boolean;
  readonly IncludeSpace?: boolean;
};

const DEFAULT_PASSWORD_LENGTH = 32;
const ALPHABETS: readonly (readonly [keyof Generate, string])[] = [
  ['ExcludeLowercase', 'abcdefghijklmnopqrstuvwxyz'],
  ['ExcludeUppercase', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  ['ExcludeNumbers', '0123456789'],
  ['ExcludePunctuation', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'],
];

/** Secrets Manager over SQLite: secrets of the templates, made once and kept with their versions. */
export type Secrets = AwsService & { readonly read: (secretArn: string) => string | undefined };

export function createSecrets(model: Model, state: LocalState): Secrets {
  const resources = model.ofType('AWS::SecretsManager::Secret');
  const store = createVersionStore(state);
  for (const resource of resources) {
    if (store.list(resource.ref).length > 0) continue;
    const value = initialValue(resource);
    if (value !== undefined) store.put(resource.ref, randomUUID(), value, ['AWSCURRENT']);
  }
  const find = (input: Input): Resource => {
    const id = textOf(input, 'SecretId') ?? '';
    const resource = resources.find(
      ({ ref }) => ref === id || nameOf(ref) === id || id === partialArn(ref),
    );
    if (!resource) {
      throw awsFailure(
        'ResourceNotFoundException',
        "Secrets Manager can't find the specified secret.",
      );
    }
    return resource;
  };
  const operations: Record<string, (secret: string, input: Input) => unknown> = {
    GetSecretValue: (secret, input) => getSecretValue(secret, input, store.list(secret)),
    PutSecretValue: (secret, input) => {
      const version = textOf(input, 'ClientRequestToken') ?? randomUUID();
      const stages = (input.VersionStages as string[] | undefined) ?? ['AWSCURRENT'];
      store.put(secret, version, givenValue(input), stages);
      return { ARN: secret, Name: nameOf(secret), VersionId: version, VersionStages: stages };
    },
    DescribeSecret: (secret) => ({
      ARN: secret,
      Name: nameOf(secret),
      VersionIdsToStages: Object.fromEntries(
        store.list(secret).map(({ version, stages }) => [version, JSON.parse(stages)]),
      ),
    }),
  };
  return {
    access: (operation, input) => [
      {
        action: `secretsmanager:${operation}`,
        resource: find(input).ref,
        context: { 'secretsmanager:versionstage': [textOf(input, 'VersionStage') ?? 'AWSCURRENT'] },
      },
    ],
    run: (operation, input) => {
      const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
      if (!run)
        throw awsFailure(
          'UnknownOperationException',
          `secretsmanager:${operation} is not supported by the local runtime`,
        );
      return run(find(input).ref, input);
    },
    read: (secretArn) =>
      store.list(secretArn).find(({ stages }) => stages.includes('AWSCURRENT'))?.value,
  };
}

function createVersionStore(state: LocalState) {
  const { db } = state;
  const listVersions = db.prepare(
    'SELECT version, stages, value, created FROM secret_versions WHERE secret = ? ORDER BY created DESC',
  );
  const upsert = db.prepare(
    'INSERT OR REPLACE INTO secret_versions (secret, version, stages, value, created) VALUES (?, ?, ?, ?, ?)',
  );
  const list = (secret: string) => listVersions.all(secret) as unknown as readonly Version[];
  const put = (secret: string, version: string, value: string, stages: readonly string[]) => {
    db.exec('BEGIN IMMEDIATE');
    try {
      for (const other of list(secret)) {
        // A staging label is on only one version; the former current one becomes the previous.
        const held = JSON.parse(other.stages) as string[];
        let kept = held.filter((stage) => !stages.includes(stage));
        if (stages.includes('AWSCURRENT')) {
          kept = kept.filter((stage) => stage !== 'AWSPREVIOUS');
          if (held.includes('AWSCURRENT') && other.version !== version) kept.push('AWSPREVIOUS');
        }
        upsert.run(secret, other.version, JSON.stringify(kept), other.value, other.created);
      }
      upsert.run(secret, version, JSON.stringify(stages), value, Date.now());
      db.exec('COMMIT');
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  };
  return { list, put };
}

function getSecretValue(secret: string, input: Input, versions: readonly Version[]) {
  const id = textOf(input, 'VersionId');
  const stage = textOf(input, 'VersionStage') ?? (id === undefined ? 'AWSCURRENT' : undefined);
  const found = versions.find(
    ({ version, stages }) =>
      (id === undefined || version === id) &&
      (stage === undefined || (JSON.parse(stages) as string[]).includes(stage)),
  );
  if (!found) {
    const what = id === undefined ? `staging label: ${stage}` : `VersionId: ${id}`;
    throw awsFailure(
      'ResourceNotFoundException',
      `Secrets Manager can't find the specified secret value for ${what}`,
    );
  }
  return {
    ARN: secret,
    Name: nameOf(secret),
    VersionId: found.version,
    VersionStages: JSON.parse(found.stages),
    SecretString: found.value,
    CreatedDate: found.created / 1000,
  };
}

function givenValue(input: Input): string {
  const value = textOf(input, 'SecretString');
  if (value === undefined) {
    throw awsFailure(
      'InvalidParameterException',
      'You must provide SecretString; binary secrets are not supported by the local runtime.',
    );
  }
  return value;
}

function nameOf(secretArn: string): string {
  return partialArn(secretArn).slice(secretArn.indexOf(':secret:') + ':secret:'.length);
}

function partialArn(secretArn: string): string {
  return secretArn.slice(0, secretArn.lastIndexOf('-'));
}

function initialValue(resource: Resource): string | undefined {
  const properties = resource.properties();
  if (typeof properties.SecretString === 'string') return properties.SecretString;
  const generate = properties.GenerateSecretString as Generate | undefined;
  if (!generate) return undefined;
  const password = generatePassword(generate);
  if (generate.SecretStringTemplate === undefined || generate.GenerateStringKey === undefined) {
    return password;
  }
  const template = JSON.parse(generate.SecretStringTemplate) as Record<string, unknown>;
  return JSON.stringify({ ...template, [generate.GenerateStringKey]: password });
}

function generatePassword(generate: Generate): string {
  const excluded = generate.ExcludeCharacters ?? '';
  const alphabet = [
    ...ALPHABETS.filter(([flag]) => generate[flag] !== true).flatMap(([, letters]) => [...letters]),
    ...(generate.IncludeSpace ? [' '] : []),
  ].filter((letter) => !excluded.includes(letter));
  const length = generate.PasswordLength ?? DEFAULT_PASSWORD_LENGTH;
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
