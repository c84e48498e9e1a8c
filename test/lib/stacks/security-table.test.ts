/** The table in `docs/operate/keys.md` of what each key and secret holds and who reads it, against the roles. */
import { readFileSync } from 'node:fs';
import { takesEncryptedBody, takesIdempotencyKey } from '@billhook/core/api/operation';
import { sealedKinds } from '@billhook/core/base/sealed';
import { describe, expect, test } from 'vitest';
import { fileNameOf } from '../../../functions/contracts.ts';
import { builtFunctions } from '../../../lib/build/built-functions.ts';
import { stages } from '../../../lib/stacks/stage.ts';
import { allOperations } from '../../support/operations.ts';
import { type Json, resourcesOf } from './synthesis.ts';

type Row = { readonly name: string; readonly kind?: string; readonly readers: Set<string> };

/** Groups of functions that have no list of names. */
const groups: Readonly<Record<string, () => readonly string[]>> = {
  'every function that uses the table': () =>
    builtFunctions
      .filter(({ declaration }) => (declaration.uses.table ?? []).length > 0)
      .map(({ path }) => path),
  'every function that opens logins': () =>
    builtFunctions
      .filter(({ declaration }) => declaration.uses.vault?.open?.includes('login'))
      .map(({ path }) => path),
  'every operation that takes an `Idempotency-Key`': () => operationsWhere(takesIdempotencyKey),
  'every operation that takes an encrypted body': () => operationsWhere(takesEncryptedBody),
  'no function': () => [],
};

function operationsWhere(
  wanted: (operation: (typeof allOperations)[number]['operation']) => boolean,
) {
  return allOperations
    .filter(({ operation }) => wanted(operation))
    .map(({ group, name }) => `${group}/${fileNameOf(name)}`);
}

const document = readFileSync(new URL('../../../docs/operate/keys.md', import.meta.url), 'utf8');
const rows: readonly Row[] = [
  ...document.matchAll(/^\| `(\w+)`(?: `(\w+)`)? \| ([^|]{20,}) \| ([^|]+) \|$/gm),
].map(([, name = '', kind, , cell = '']) => ({
  name,
  ...(kind && { kind }),
  readers: new Set([
    ...[...cell.matchAll(/`([a-z-]+\/[a-z-]+)`/g)].map(([, path = '']) => path),
    ...Object.entries(groups).flatMap(([phrase, members]) =>
      cell.toLowerCase().includes(phrase.toLowerCase()) ? members() : [],
    ),
  ]),
}));

const held = [
  ...new Set(
    stages.flatMap((stage) =>
      ['AWS::KMS::Key', 'AWS::SecretsManager::Secret'].flatMap((type) =>
        resourcesOf(stage, type).map(({ id }) => id),
      ),
    ),
  ),
];

/** What shows the content, or does what only the content can do. */
const READING =
  /^(kms:(Decrypt|DeriveSharedSecret|GenerateMac|Sign)|secretsmanager:GetSecretValue)$/;

/** Those that a rotation made go by the name of the first. */
const rings: Readonly<Record<string, string>> = {
  'token-signing': 'TokenKey',
  'connector-signing': 'ConnectorSigningKey',
  'connector-encryption': 'ConnectorEncryptionKey',
};

type Statement = { readonly Action: string | string[]; readonly Resource: Json; Condition?: Json };

/** `VaultKey`, or `VaultKey answer`: each with the functions of both stages whose roles allow reading. */
const found = new Map<string, Set<string>>();
for (const stage of stages) {
  const roles = resourcesOf(stage, 'AWS::IAM::Role');
  for (const { part, Properties } of resourcesOf(stage, 'AWS::Lambda::Function')) {
    const path = Properties.Environment?.Variables?.POWERTOOLS_SERVICE_NAME;
    const id = Properties.Role['Fn::GetAtt']?.[0];
    const role = roles.find((one) => one.part === part && one.id === id);
    for (const { PolicyDocument } of path ? (role?.Properties.Policies ?? []) : []) {
      for (const statement of PolicyDocument.Statement as Statement[]) note(path, statement);
    }
  }
}

function note(path: string, { Action, Resource, Condition }: Statement): void {
  if (![Action].flat().some((action) => READING.test(action))) return;
  const contexts = [
    Condition?.StringEquals?.['kms:EncryptionContext:purpose'],
    Condition?.StringLike?.['kms:EncryptionContext:recordId'],
  ].flat();
  const kinds = Object.entries(sealedKinds).flatMap(([kind, context]) =>
    Object.values(context).some((one) => contexts.includes(one)) ? [kind] : [],
  );
  const made = rings[Condition?.StringEquals?.['aws:ResourceTag/billhook:use']];
  for (const name of made ? [made] : namesIn(Resource)) {
    const keys = kinds.length > 0 ? kinds.map((kind) => `${name} ${kind}`) : [name];
    for (const key of keys) found.set(key, (found.get(key) ?? new Set()).add(path));
  }
}

/** The keys and secrets that a resource of a statement leads to. */
function namesIn(resource: Json): string[] {
  const text = JSON.stringify(resource);
  if (/key\/\*/.test(text)) return ['EncryptionKeys'];
  return held.filter((name) => new RegExp(`(FnGetAtt|Ref|")${name}(Arn|[0-9A-F]{8}|")`).test(text));
}

describe('The table of keys and secrets', () => {
  test('has a row for each key and secret of the templates, and for those that partners make', () => {
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set([...held, 'EncryptionKeys']));
  });

  test('has each row once', () => {
    const keys = rows.map(({ name, kind = '' }) => `${name} ${kind}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each(rows.map((row) => [`${row.name} ${row.kind ?? ''}`.trim(), row] as const))(
    'says who reads %s',
    (key, { readers }) => {
      expect([...readers].sort()).toEqual([...(found.get(key) ?? [])].sort());
    },
  );

  test('leaves nothing out that a role allows', () => {
    const keys = rows.map(({ name, kind = '' }) => `${name} ${kind}`.trim());
    expect([...found.keys()].filter((key) => !keys.includes(key))).toEqual([]);
  });
});
